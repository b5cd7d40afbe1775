package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;

/** The rows of EXPLAIN QUERY PLAN as a tree. */
public final class QueryPlanMode implements OutputMode {
    private static final byte[] NOTHING = {};

    private final PlanTree tree;

    public QueryPlanMode(ByteSink out) {
        tree = new PlanTree(out);
    }

    @Override
    public void row(Cells cells) {
        byte[] text = cells.text(3, NOTHING);
        tree.add(number(cells.text(0, NOTHING)), number(cells.text(1, NOTHING)), text);
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
        tree.draw("QUERY PLAN");
    }
}
