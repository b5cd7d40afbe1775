package org.sqlvm.api;

import java.util.ArrayList;
import java.util.List;

/**
 * How a {@link ModuleTable} would find the rows of a query. A plan does not change, and a program
 * that has it is shared by connections and threads.
 *
 * @param index a number that EXPLAIN QUERY PLAN shows
 * @param text a text that it shows behind that; empty for none
 * @param detail what else the table's cursors are to know, an object that does not change; null for
 *     nothing
 * @param arguments the conditions whose values the cursor gets, in this order
 * @param order what the plan says of the order that is wanted
 * @param cost in steps over rows
 * @param rows a guess how many there will be
 */
public record ScanPlan(
        int index,
        String text,
        Object detail,
        List<Argument> arguments,
        Order order,
        double cost,
        double rows) {
    /** SQLite's guess for a table that says nothing. */
    private static final double UNKNOWN_ROWS = 25;

    private static final double UNKNOWN_COST = 1e6;

    /** What a plan says of the order that is wanted. */
    public enum Order {
        NONE,
        /** The rows come in it. */
        SORTED,
        /** They do, and no two rows have the same value in its first column. */
        UNIQUE
    }

    /**
     * A condition whose value the cursor gets.
     *
     * @param condition its place in the list of conditions
     * @param exact the cursor gives no rows that break it, so it need not be tested again
     * @param whole of a list, the cursor gets all values at once, a {@code List<?>} without null
     */
    public record Argument(int condition, boolean exact, boolean whole) {
        /** Of a list, the table is read once for each value. */
        public Argument(int condition, boolean exact) {
            this(condition, exact, false);
        }
    }

    public ScanPlan {
        arguments = List.copyOf(arguments);
    }

    /** All rows, in any order. */
    public static ScanPlan all() {
        return new ScanPlan(0, "", null, List.of(), Order.NONE, UNKNOWN_COST, UNKNOWN_ROWS);
    }

    /** The same with another text. */
    public ScanPlan withText(String other) {
        return new ScanPlan(index, other, detail, arguments, order, cost, rows);
    }

    /** The same with another index number. */
    public ScanPlan withIndex(int number) {
        return new ScanPlan(number, text, detail, arguments, order, cost, rows);
    }

    /** The same with something else that the cursors are to know. */
    public ScanPlan withDetail(Object other) {
        return new ScanPlan(index, text, other, arguments, order, cost, rows);
    }

    /**
     * The same with one more condition.
     *
     * @param condition its place; nothing happens for -1
     */
    public ScanPlan with(int condition, boolean exact) {
        return condition < 0 ? this : with(new Argument(condition, exact));
    }

    /**
     * The same with one more list, whose values the cursor gets together.
     *
     * @param condition its place; nothing happens for -1
     */
    public ScanPlan withList(int condition, boolean exact) {
        return condition < 0 ? this : with(new Argument(condition, exact, true));
    }

    private ScanPlan with(Argument argument) {
        List<Argument> more = new ArrayList<>(arguments);
        more.add(argument);
        return new ScanPlan(index, text, detail, more, order, cost, rows);
    }

    /** The same with these guesses. */
    public ScanPlan withCost(double steps, double rowCount) {
        return new ScanPlan(index, text, detail, arguments, order, steps, rowCount);
    }

    /** The same, whose rows come in the order that is wanted. */
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
