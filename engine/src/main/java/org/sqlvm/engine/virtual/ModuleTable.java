package org.sqlvm.engine.virtual;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;

/**
 * A virtual table as one connection has it: made by its {@link VirtualModule} when the connection
 * first uses it, closed with the connection or when the table goes. One thread at a time.
 */
public interface ModuleTable extends AutoCloseable {
    /**
     * Its columns, as CREATE TABLE declares them: types give affinities for comparisons, HIDDEN in
     * a type hides a column, WITHOUT ROWID takes the rowid away. The table's name is left out.
     */
    String declaration();

    /**
     * Whether what it has declared is still so. If not, it is connected again before its rows are
     * read: a file may have got another header.
     */
    default boolean isCurrent() {
        return true;
    }

    /** A guess how many rows it has: at first SQLite's. */
    default double rowCount() {
        return 25;
    }

    /**
     * Whether all of its rows can be read without a condition, and it costs more to read them again
     * than to keep them for a join.
     */
    default boolean isScan() {
        return false;
    }

    /**
     * The best way to find the rows of a query. Without side effects: it is asked for every
     * combination of conditions that might be known.
     *
     * @return null if the table cannot be read this way
     */
    ScanPlan plan(ScanRequest request);

    default Risk risk() {
        return Risk.NORMAL;
    }

    /**
     * Whether it may read any database of the connection: a statement that uses it begins a
     * transaction on each, and so sees one state of all (SQLITE_VTAB_USES_ALL_SCHEMAS).
     */
    default boolean usesAllSchemas() {
        return false;
    }

    /** A cursor that stands nowhere yet. */
    VirtualCursor open(VirtualContext context);

    /**
     * What the table has in the place of a function whose first argument is one of its columns, or
     * of LIKE, GLOB, REGEXP or MATCH with one of them on the left. Without side effects.
     *
     * @param name in lower case; there is a function of that name
     * @return null if the function is as for other tables
     */
    default Overload findFunction(String name, int argumentCount) {
        return null;
    }

    /**
     * PRAGMA integrity_check.
     *
     * @param quick quick_check: less than everything will do
     * @return what is wrong with what the table has stored; null for nothing
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

    @Override
    default void close() {}
}
