package org.sqlvm.shell;

import java.util.ArrayList;
import java.util.List;

/** The rows of EXPLAIN QUERY PLAN as a tree. */
final class QueryPlanMode implements OutputMode {
    private static final byte[] NOTHING = {};
    /** sqlite3 keeps the lines left of a node in 100 bytes and draws no deeper than fits. */
    private static final int PREFIX_LIMIT = 100 - 7;

    private final ByteSink out;
    private final List<Node> nodes = new ArrayList<>();

    private record Node(long id, long parent, byte[] text) {}

    QueryPlanMode(ByteSink out) {
        this.out = out;
    }

    @Override
    public void row(Cells cells) {
        byte[] text = cells.text(3, NOTHING);
        nodes.add(new Node(number(cells.text(0, NOTHING)), number(cells.text(1, NOTHING)), text));
    }

    private static long number(byte[] decimal) {
        long value = 0;
        for (byte b : decimal) {
            value = value * 10 + b - '0';
        }
        return value;
    }

    @Override
    public void end() {
        out.line("QUERY PLAN");
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
