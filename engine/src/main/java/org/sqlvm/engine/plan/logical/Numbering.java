package org.sqlvm.engine.plan.logical;

/** Numbers that are unique in a statement. */
public final class Numbering {
    private int sourceCount;
    private int slotCount;

    /** The number of a new source of a FROM clause. */
    public int source() {
        return sourceCount++;
    }

    /** The number of a new argument of a nested query. */
    public int slot() {
        return slotCount++;
    }
}
