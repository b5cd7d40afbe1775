package org.sqlvm.engine.plan;

/** Numbers that are unique in a statement. */
final class Numbering {
    private int sourceCount;
    private int slotCount;

    /** The number of a new source of a FROM clause. */
    int source() {
        return sourceCount++;
    }

    /** The number of a new argument of a nested query. */
    int slot() {
        return slotCount++;
    }
}
