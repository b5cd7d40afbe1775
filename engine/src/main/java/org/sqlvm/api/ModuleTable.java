package org.sqlvm.api;

/**
 * A virtual table as one connection has it. Values are Long, Double, String, byte[] and null. One
 * thread at a time.
 */
public interface ModuleTable extends AutoCloseable {
    /**
     * Its columns as a CREATE TABLE statement: types give affinities for comparisons, HIDDEN in a
     * type hides a column, WITHOUT ROWID takes the rowid away. The name in it means nothing.
     */
    String declaration();

    /**
     * Whether what it has declared is still so. If not, it is connected again before its rows are
     * read, and the statement is compiled for its columns.
     */
    default boolean isCurrent() {
        return true;
    }

    /**
     * The best way to find the rows that a query wants. Has no side effects: it is called for every
     * combination of conditions that might be known.
     *
     * @return null if the table cannot be read this way
     */
    default ScanPlan plan(ScanRequest request) {
        return ScanPlan.all();
    }

    /** A cursor that stands nowhere yet. */
    TableCursor open();

    /**
     * ALTER TABLE: the table has this name in the schema now. This object is then closed, and the
     * table is connected again when it is next used.
     */
    default void rename(String name) {}

    /** DROP TABLE: deletes what the table has stored. */
    default void destroy() {}

    /** It is not used any more. */
    @Override
    default void close() {}
}
