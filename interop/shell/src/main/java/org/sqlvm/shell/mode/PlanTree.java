package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;

import java.util.ArrayList;
import java.util.List;

/** Lines of a plan, drawn as a tree. */
public final class PlanTree {
    /** sqlite3 keeps the lines left of a node in 100 bytes and draws no deeper than fits. */
    private static final int PREFIX_LIMIT = 100 - 7;

    private final ByteSink out;
    private final List<Node> nodes = new ArrayList<>();

    private record Node(long id, long parent, byte[] text) {}

    public PlanTree(ByteSink out) {
        this.out = out;
    }

    /** @param parent 0 for none */
    public void add(long id, long parent, byte[] text) {
        nodes.add(new Node(id, parent, text));
    }

    public void draw(String title) {
        out.line(title);
        children(0, "");
    }

    private void children(long parent, String prefix) {
        List<Node> children = nodes.stream().filter(n -> n.parent == parent).toList();
        for (int i = 0; i < children.size(); i++) {
            boolean last = i == children.size() - 1;
            Node node = children.get(i);
            out.put(prefix).put(last ? "`--" : "|--").put(node.text).put('\n');
            if (prefix.length() < PREFIX_LIMIT) {
                children(node.id, prefix + (last ? "   " : "|  "));
            }
        }
    }
}
