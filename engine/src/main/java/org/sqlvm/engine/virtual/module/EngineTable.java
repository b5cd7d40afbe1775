package org.sqlvm.engine.virtual.module;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.TableCursor;

/**
 * A table of the engine or of another language. Beside what users implement, its cursors give
 * values as registers hold them, which may be borrowed, and know of the statement that runs. The
 * values that statements write, and functions of the table's own, are as in registers, too. Errors
 * come out as they are.
 */
public interface EngineTable extends ModuleTable {
    /** SQLite's guess for a table that says nothing. */
    double UNKNOWN_ROWS = 25;

    /** A cursor that stands nowhere yet. */
    VirtualCursor open(CursorContext context);

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

    /**
     * Whether a plan finds one row at most (SQLITE_INDEX_SCAN_UNIQUE). A statement that changes no
     * other row need not be undone alone.
     */
    default boolean findsOneRow(ScanPlan plan) {
        return false;
    }

    /**
     * Whether a query that counts all rows of a plan is to call {@link VirtualCursor#skip} instead
     * of going from row to row.
     */
    default boolean countsRows() {
        return false;
    }

    /** Whether its cursors are {@link ColumnCursor}s whose columns are chunks already. */
    default boolean hasChunks() {
        return false;
    }

    /** Whether its cursors are {@link ColumnCursor}s. */
    default boolean hasBatches() {
        return false;
    }
}
