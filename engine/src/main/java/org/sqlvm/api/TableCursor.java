package org.sqlvm.api;

/** Walks over the rows of a {@link ModuleTable}. */
public interface TableCursor extends AutoCloseable {
    /** What {@link #columnToKeep} gives for a value that the table can do without. */
    Object UNCHANGED = new Object() {
        @Override
        public String toString() {
            return "unchanged";
        }
    };

    /**
     * Finds the rows, and stands before the first. May be called any number of times.
     *
     * @param arguments the values that the plan has asked for
     */
    void filter(ScanPlan plan, Object[] arguments);

    /** Goes to the next row; whether there is one. */
    boolean next();

    /** A value of the row: Long, Double, String, byte[] or null. */
    Object column(int column);

    /**
     * The value of a column that an UPDATE does not assign to, for the row that it makes
     * (sqlite.org/c3ref/vtab_nochange.html). Is asked in place of {@link #column} if
     * {@link WritableTable#keepsUnchanged}.
     *
     * @return a value, or {@link #UNCHANGED}: then {@link WritableTable#update} gets that
     */
    default Object columnToKeep(int column) {
        return column(column);
    }

    /** The rowid; is not asked of a table WITHOUT ROWID. */
    long rowid();

    @Override
    default void close() {}
}
