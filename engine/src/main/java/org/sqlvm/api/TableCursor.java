package org.sqlvm.api;

/** Walks over the rows of a {@link ModuleTable}. */
public interface TableCursor extends AutoCloseable {
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

    /** The rowid; is not asked of a table WITHOUT ROWID. */
    long rowid();

    @Override
    default void close() {}
}
