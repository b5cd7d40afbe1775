package org.sqlvm.engine.virtual;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.program.ModuleOperand;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.virtual.module.ColumnCursor;
import org.sqlvm.engine.virtual.module.VirtualCursor;

/**
 * A table whose rows something else than a b-tree gives, as programs know it
 * (sqlite.org/vtab.html). Its arguments are hidden columns; {@code f(1)} says that the first of
 * them equals 1. Immutable and shared by all connections: the registered names of the one that
 * compiles lead to its own table.
 */
public interface VirtualTable extends ModuleOperand {
    /** The cost of a plan that cannot be run: the table cannot be read with what is known. */
    double IMPOSSIBLE_COST = 1e200;

    /** Whether a plan of that cost cannot be run. */
    static boolean isImpossible(double cost) {
        return cost >= IMPOSSIBLE_COST;
    }

    /** The name as messages show it. */
    String name();

    /** The columns, the hidden ones last if they are arguments. */
    Table table(TextEncoding encoding);

    /**
     * The best way to find the rows of a query.
     *
     * @throws org.sqlvm.engine.error.SqlException if the table can never be read so
     */
    ScanPlan plan(ScanRequest request, Registered registered);

    /** A guess how many rows it has, whatever it is asked for: at first SQLite's. */
    default double rowCount(Registered registered) {
        return 25;
    }

    /** Whether all of its rows can be read without a condition, to be kept for a join. */
    default boolean isScan(Registered registered) {
        return false;
    }

    /**
     * Whether a module has made it: it is asked what SQLite would ask, also about lists of values
     * for columns that are not hidden.
     */
    default boolean isModule() {
        return false;
    }

    /** Whether its cursors are {@link ColumnCursor}s. */
    default boolean hasBatches(Registered registered) {
        return false;
    }

    /** Whether these have columns that are as fast to read as those of the column cache. */
    default boolean hasChunks(Registered registered) {
        return false;
    }

    /** Whether its cursors count rows with one call for many of them. */
    default boolean countsRows(Registered registered) {
        return false;
    }

    /** What a schema that somebody else has written could misuse it for. */
    default Risk risk(Registered registered) {
        return Risk.INNOCUOUS;
    }

    /** A cursor that stands nowhere yet. */
    VirtualCursor open(VirtualContext context);
}
