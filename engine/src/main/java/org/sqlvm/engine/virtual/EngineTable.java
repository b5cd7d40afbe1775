package org.sqlvm.engine.virtual;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.TableCursor;

/**
 * What tables of the engine and of other languages have besides what users implement: their cursors
 * give values as registers hold them, may be borrowed, and know of the statement that runs. What
 * statements write, and functions of the table's own, come so, too. Errors come out as they are.
 */
public interface EngineTable extends ModuleTable {
    /** SQLite's guess for a table that says nothing. */
    double UNKNOWN_ROWS = 25;

    /** A cursor that stands nowhere yet. */
    VirtualCursor open(VirtualContext context);

    /** Is not called. */
    @Override
    default TableCursor open() {
        throw new AssertionError("is opened for a statement");
    }

    /** A guess how many rows it has. */
    default double rowCount() {
        return UNKNOWN_ROWS;
    }

    /**
     * Whether all of its rows can be read without a condition, and it costs more to read them again
     * than to keep them for a join.
     */
    default boolean isScan() {
        return false;
    }

    /** Whether its cursors are {@link ColumnCursor}s. */
    default boolean hasBatches() {
        return false;
    }
}
