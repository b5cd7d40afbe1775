package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

/** Reads the rows of a {@link ModuleTable}, one after the other. */
public interface TableCursor extends AutoCloseable {
    /** The result of {@link #columnToKeep} for a value that the table need not receive. */
    Object UNCHANGED = new Object() {
        @Override
        public String toString() {
            return "unchanged";
        }
    };

    /**
     * Starts a scan and positions the cursor before its first row. May be called any number of
     * times.
     *
     * @param arguments the values of {@link ScanPlan#arguments}, in the same order
     */
    void filter(ScanPlan plan, @Nullable Object[] arguments);

    /** Moves to the next row; returns whether there is one. */
    boolean next();

    /** Returns a value of the current row: Long, Double, String, byte[] or null. */
    @Nullable
    Object column(int column);

    /**
     * Returns the value of a column that an UPDATE does not assign to, for the updated row
     * (sqlite.org/c3ref/vtab_nochange.html). Called instead of {@link #column} if
     * {@link WritableTable#keepsUnchanged}.
     *
     * @return the value, or {@link #UNCHANGED}, which is then passed to
     *     {@link WritableTable#update}
     */
    default @Nullable Object columnToKeep(int column) {
        return column(column);
    }

    /** Returns the rowid of the current row. Not called for a table WITHOUT ROWID. */
    long rowid();

    @Override
    default void close() {}
}
