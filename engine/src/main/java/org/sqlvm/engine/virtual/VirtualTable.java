package org.sqlvm.engine.virtual;

import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.schema.Table;

import java.util.List;

/**
 * A table that exists by its name alone and whose rows are computed from its arguments: an
 * eponymous virtual table (sqlite.org/vtab.html section 2.1.3). The arguments are hidden columns;
 * {@code f(1)} says that the first of them equals 1. Immutable and shared by all connections.
 */
public interface VirtualTable {
    /** The name in lower case. */
    String name();

    /** The columns, the hidden ones last; rows have rowids. */
    Table table(TextEncoding encoding);

    /**
     * The best way to find rows when some conditions are known.
     *
     * @param usable conditions whose value is known before the table is read
     * @throws org.sqlvm.engine.error.SqlException if the table cannot be read without others
     */
    Plan plan(List<Constraint> usable);

    /**
     * The index number of a plan that gives the rows of {@code index} in the order of a column, or
     * -1. No two rows have the same value there.
     *
     * @param column the column's place, or -1 for the rowid
     */
    default int ordered(int index, int column, boolean descending) {
        return -1;
    }

    /** A guess how many rows it has, whatever it is asked for: at first SQLite's. */
    default double rowCount() {
        return 25;
    }

    /** Whether all of its rows can be read without a condition, to be kept for a join. */
    default boolean isScan() {
        return false;
    }

    /** A cursor that stands nowhere yet. */
    VirtualCursor open(VirtualContext context);

    /** How a column is compared with a value. */
    enum Operator {
        EQ,
        GT,
        GE,
        LT,
        LE
    }

    /**
     * A condition on one column.
     *
     * @param column the column's place, or -1 for the rowid
     */
    record Constraint(int column, Operator operator) {}

    /**
     * A way to find rows.
     *
     * @param index what the cursor is told ({@link VirtualCursor#filter})
     * @param arguments which of the conditions' values the cursor gets, in this order, by their
     *     place in the list of conditions
     * @param exact the cursor gives no rows that break those conditions on hidden columns, so they
     *     need not be tested again
     * @param cost in steps over rows
     * @param rows a guess how many there will be
     */
    record Plan(int index, List<Integer> arguments, boolean exact, double cost, double rows) {}
}
