package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * The way in which a {@link ModuleTable} finds the rows of a query. A plan is immutable: programs
 * that have it are shared by connections and threads.
 *
 * @param index a number of the table's choice, for its cursor; EXPLAIN QUERY PLAN shows it
 * @param text a text of the table's choice, for its cursor; EXPLAIN QUERY PLAN shows it
 * @param detail any object of the table's choice, for its cursor; may be null
 * @param arguments the conditions whose values are passed to the cursor, in this order
 * @param order how far the rows come in the order of {@link ScanRequest#order}
 * @param cost the estimated cost, in steps from row to row
 * @param rows the estimated number of rows
 */
public record ScanPlan(
        int index,
        String text,
        @Nullable Object detail,
        List<Argument> arguments,
        Order order,
        double cost,
        double rows) {
    /** SQLite's estimate for a table that gives none. */
    private static final double UNKNOWN_ROWS = 25;

    private static final double UNKNOWN_COST = 1e6;

    /** How far a plan's rows are in the order that the query needs. */
    public enum Order {
        NONE,
        /** The rows come in that order. */
        SORTED,
        /** They do, and no two rows have the same value in its first column. */
        UNIQUE
    }

    /**
     * A condition whose value is passed to the cursor.
     *
     * @param condition the index in {@link ScanRequest#conditions}
     * @param exact whether the cursor returns only rows that meet the condition, so that the engine
     *     need not test it again
     * @param whole whether the cursor receives all values of a list at once, as a {@code List<?>}
     *     without null
     */
    public record Argument(int condition, boolean exact, boolean whole) {
        /**
         * Makes an argument with a single value; for a condition on a list, the table is scanned
         * once for each of its values.
         */
        public Argument(int condition, boolean exact) {
            this(condition, exact, false);
        }
    }

    public ScanPlan {
        arguments = List.copyOf(arguments);
    }

    /** Returns the plan that reads all rows, in any order. */
    public static ScanPlan all() {
        return new ScanPlan(0, "", null, List.of(), Order.NONE, UNKNOWN_COST, UNKNOWN_ROWS);
    }

    /** Returns this plan with another text. */
    public ScanPlan withText(String other) {
        return new ScanPlan(index, other, detail, arguments, order, cost, rows);
    }

    /** Returns this plan with another index number. */
    public ScanPlan withIndex(int number) {
        return new ScanPlan(number, text, detail, arguments, order, cost, rows);
    }

    /** Returns this plan with another detail. */
    public ScanPlan withDetail(@Nullable Object other) {
        return new ScanPlan(index, text, other, arguments, order, cost, rows);
    }

    /**
     * Returns this plan with one more argument.
     *
     * @param condition the index in {@link ScanRequest#conditions}; for -1, returns this plan
     */
    public ScanPlan with(int condition, boolean exact) {
        return condition < 0 ? this : with(new Argument(condition, exact));
    }

    /**
     * Returns this plan with one more argument, a list whose values the cursor receives at once.
     *
     * @param condition the index in {@link ScanRequest#conditions}; for -1, returns this plan
     */
    public ScanPlan withList(int condition, boolean exact) {
        return condition < 0 ? this : with(new Argument(condition, exact, true));
    }

    private ScanPlan with(Argument argument) {
        List<Argument> more = new ArrayList<>(arguments);
        more.add(argument);
        return new ScanPlan(index, text, detail, more, order, cost, rows);
    }

    /** Returns this plan with these estimates. */
    public ScanPlan withCost(double steps, double rowCount) {
        return new ScanPlan(index, text, detail, arguments, order, steps, rowCount);
    }

    /** Returns this plan, marked as sorted in the order of {@link ScanRequest#order}. */
    public ScanPlan inOrder() {
        return inOrder(Order.SORTED);
    }

    /** The same, which says this of the order that is wanted. */
    public ScanPlan inOrder(Order given) {
        return new ScanPlan(index, text, detail, arguments, given, cost, rows);
    }

    /** Whether the rows come in the order that is wanted. */
    public boolean sorted() {
        return order != Order.NONE;
    }
}
