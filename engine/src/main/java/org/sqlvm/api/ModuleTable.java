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

    /**
     * Whether it can do no harm in a schema that a stranger has written: views and triggers may use
     * it also if PRAGMA trusted_schema is off (sqlite.org/c3ref/c_vtab_constraint_support.html).
     */
    default boolean isInnocuous() {
        return false;
    }

    /**
     * Whether only statements may use it, and no views and triggers: it reads files, for example.
     */
    default boolean isDirectOnly() {
        return false;
    }

    /**
     * Whether it may read any database of the connection: a statement that uses it begins a
     * transaction on each, and so sees one state of all.
     */
    default boolean usesAllSchemas() {
        return false;
    }

    /** A cursor that stands nowhere yet. */
    TableCursor open();

    /**
     * What the table has in the place of a function whose first argument is one of its columns, or
     * of LIKE, GLOB, REGEXP or MATCH with one of them on the left
     * (sqlite.org/vtab.html#xfindfunction). Without side effects.
     *
     * @param name in lower case; of a function that other tables have, too
     * @return null if the function is as for other tables
     */
    default FunctionOverload findFunction(String name, int argumentCount) {
        return null;
    }

    /**
     * PRAGMA integrity_check asks what is wrong with what the table has stored.
     *
     * @param quick for PRAGMA quick_check
     * @return a text that it shows; null if all is well
     */
    default String checkIntegrity(boolean quick) {
        return null;
    }

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
