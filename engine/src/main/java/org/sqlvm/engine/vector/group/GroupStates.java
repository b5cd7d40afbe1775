package org.sqlvm.engine.vector.group;

import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.Vector;

/**
 * What is kept of one argument for all groups: arrays by group. Rows are taken in their order, so
 * that sums are the row engine's to the last bit.
 */
public abstract class GroupStates {
    /** Null before the first vector that has NULLs. */
    private PresentValues present;

    /** The values that are not NULL, until the next call. */
    final PresentValues present(Vector values, int[] groups, int count) {
        if (present == null || present.values.capacity() < count) {
            present = new PresentValues(values.capacity());
        }
        present.take(values, groups, count);
        return present;
    }

    /** Room for groups 0 to {@code capacity - 1}. */
    public abstract void grow(int capacity);

    /** Bytes for each group. */
    public abstract int groupSize();

    /** Bytes that values take beyond {@link #groupSize}. */
    public long valueSize() {
        return 0;
    }

    /**
     * Takes values.
     *
     * @param groups by row its group; null if all belong to group 0
     */
    public abstract void step(Vector values, int[] groups, int count);

    /**
     * Takes rows of a column as it is encoded.
     *
     * @param selection as in {@link Chunk#load}
     * @return false if it takes values only
     */
    public boolean step(Chunk column, int from, int[] selection, int[] groups, int count) {
        return false;
    }

    /** False if values have come that only the row engine can take: it has to take all. */
    public boolean holds() {
        return true;
    }

    /**
     * Whether it makes no difference that {@code other}, of later rows, began from nothing.
     *
     * @param groups by group of {@code other}, the one here
     */
    public boolean mayAdd(GroupStates other, int[] groups) {
        return true;
    }

    /**
     * Takes what {@code other} has made of later rows.
     *
     * @param groups by group of {@code other}, the one here
     */
    public abstract void add(GroupStates other, int[] groups);
}
