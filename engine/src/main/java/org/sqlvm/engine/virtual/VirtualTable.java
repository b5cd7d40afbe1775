package org.sqlvm.engine.virtual;

import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.List;

/**
 * A table whose rows something else than a b-tree gives, as programs know it
 * (sqlite.org/vtab.html). Its arguments are hidden columns; {@code f(1)} says that the first of
 * them equals 1. Immutable and shared by all connections.
 */
public interface VirtualTable {
    /** The name as messages show it. */
    String name();

    /** The columns, the hidden ones last if they are arguments. */
    Table table(TextEncoding encoding);

    /**
     * The best way to find the rows of a query.
     *
     * @throws org.sqlvm.engine.error.SqlException if the table can never be read so
     */
    Plan plan(ScanRequest request);

    /** A guess how many rows it has, whatever it is asked for: at first SQLite's. */
    default double rowCount() {
        return 25;
    }

    /** Whether all of its rows can be read without a condition, to be kept for a join. */
    default boolean isScan() {
        return false;
    }

    /**
     * Whether a module has made it: it is asked what SQLite would ask, also about lists of values
     * for columns that are not hidden.
     */
    default boolean isModule() {
        return false;
    }

    /** Whether its cursors are {@link BatchCursor}s. */
    default boolean hasBatches() {
        return false;
    }

    /** What a schema that somebody else has written could misuse it for. */
    default Risk risk() {
        return Risk.INNOCUOUS;
    }

    /** A cursor that stands nowhere yet. */
    VirtualCursor open(VirtualContext context);

    /** What a plan says of the order that is wanted. */
    enum Order {
        NONE,
        /** The rows come in it. */
        SORTED,
        /** They do, and no two rows have the same value in its first column. */
        UNIQUE
    }

    /**
     * A condition whose value the cursor gets.
     *
     * @param constraint its place in the list of conditions
     * @param exact the cursor gives no rows that break it, so it need not be tested again
     * @param whole the cursor gets all values of a list at once, a {@link ValueList}
     */
    record Argument(int constraint, boolean exact, boolean whole) {
        Argument(int constraint, boolean exact) {
            this(constraint, exact, false);
        }
    }

    /**
     * A way to find rows.
     *
     * @param index what the cursor is told ({@link VirtualCursor#filter})
     * @param text what it is told besides, and EXPLAIN QUERY PLAN shows; null for nothing
     * @param arguments the conditions whose values the cursor gets, in this order
     * @param cost in steps over rows
     * @param rows a guess how many there will be
     */
    record Plan(
            int index,
            String text,
            List<Argument> arguments,
            double cost,
            double rows,
            Order order) {
        private static final double IMPOSSIBLE_COST = 1e200;

        /** Where the table cannot be read with the conditions that are known. */
        static final Plan IMPOSSIBLE = new Plan(0, null, List.of(), IMPOSSIBLE_COST, 1, Order.NONE);

        /** Whether a table of that cost cannot be read so. */
        public static boolean isImpossible(double cost) {
            return cost >= IMPOSSIBLE_COST;
        }

        public Plan {
            arguments = List.copyOf(arguments);
        }

        /** A plan that takes conditions exactly, or leaves them alone, and gives no order. */
        static Plan of(int index, List<Integer> constraints, double cost, double rows) {
            List<Argument> arguments = new ArrayList<>();
            constraints.forEach(place -> arguments.add(new Argument(place, true)));
            return new Plan(index, null, arguments, cost, rows, Order.NONE);
        }

        /** The same, whose rows come in the wanted order. */
        Plan sorted(int otherIndex, Order given) {
            return new Plan(otherIndex, text, arguments, cost, rows, given);
        }
    }
}
