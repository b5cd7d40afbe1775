package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

/**
 * A virtual table of one connection. Values are Long, Double, String, byte[] and null. Only one
 * thread at a time uses it.
 */
public interface ModuleTable extends AutoCloseable {
    /**
     * Returns the table's columns as a CREATE TABLE statement. A type gives the affinity for
     * comparisons, and HIDDEN in a type hides the column. WITHOUT ROWID declares a table without
     * rowids. The table's name in the statement is ignored.
     */
    String declaration();

    /**
     * Returns whether {@link #declaration} is still valid. If not, the table is connected again
     * before its rows are read, and the statement is compiled again.
     */
    default boolean isCurrent() {
        return true;
    }

    /**
     * Returns the cheapest plan for a scan. Must not have side effects: the planner calls it for
     * every join order that it considers.
     *
     * @return the plan, or null if the table cannot be read with these conditions
     */
    default @Nullable ScanPlan plan(ScanRequest request) {
        return ScanPlan.all();
    }

    /**
     * Returns whether the table is harmless even in a schema from an untrusted source. Views and
     * triggers may then use it even if PRAGMA trusted_schema is off
     * (sqlite.org/c3ref/c_vtab_constraint_support.html).
     */
    default boolean isInnocuous() {
        return false;
    }

    /**
     * Returns whether views and triggers may not use the table, because it reads files, for
     * example.
     */
    default boolean isDirectOnly() {
        return false;
    }

    /**
     * Returns whether the table may read every database of the connection. A statement that uses it
     * then begins a transaction on each of them, and so reads one consistent state.
     */
    default boolean usesAllSchemas() {
        return false;
    }

    /** Returns a new cursor; {@link TableCursor#filter} positions it. */
    TableCursor open();

    /**
     * Returns the table's own implementation of a function, for calls whose first argument is one
     * of its columns, and for LIKE, GLOB, REGEXP and MATCH with one of its columns on the left
     * (sqlite.org/vtab.html#xfindfunction). Must not have side effects.
     *
     * @param name the function's name in lower case
     * @return the overload, or null to call the function that other tables use
     */
    default @Nullable FunctionOverload findFunction(String name, int argumentCount) {
        return null;
    }

    /**
     * Checks the table's stored content, for PRAGMA integrity_check.
     *
     * @param quick whether the check is PRAGMA quick_check
     * @return a description of the fault, which the PRAGMA shows; null if there is none
     */
    default @Nullable String checkIntegrity(boolean quick) {
        return null;
    }

    /**
     * Renames what the table has stored, after ALTER TABLE has given it this name in the schema.
     * This object is then closed; the table is connected again when it is next used.
     */
    default void rename(String name) {}

    /** Deletes what the table has stored, for DROP TABLE. */
    default void destroy() {}

    /** Releases the table's resources; it is not used again. */
    @Override
    default void close() {}
}
