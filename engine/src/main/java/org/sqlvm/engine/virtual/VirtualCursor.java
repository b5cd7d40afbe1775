package org.sqlvm.engine.virtual;

import org.sqlvm.api.ScanPlan;

/**
 * Walks over the rows of a {@link VirtualTable}. Columns and rowid are those of the row it stands
 * on.
 */
public abstract class VirtualCursor {
    /**
     * Computes the rows and goes to the first. May be called any number of times.
     *
     * @param plan what the table has planned
     * @param arguments the plan's values, as in a register; they may be borrowed
     * @return whether there is a row
     */
    public abstract boolean filter(ScanPlan plan, Object[] arguments);

    /** Goes to the next row; whether there is one. */
    public abstract boolean next();

    /** A value as in a register. */
    public abstract Object column(int column);

    /**
     * The value of a column that an UPDATE does not assign to, for the row that it makes
     * (sqlite.org/c3ref/vtab_nochange.html).
     *
     * @return null if the table does not need it, see {@link WritableTable#update}
     */
    public Object columnToKeep(int column) {
        return column(column);
    }

    public abstract long rowid();

    /** It is not read any more. */
    public void close() {}
}
