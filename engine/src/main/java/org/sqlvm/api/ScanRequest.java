package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The conditions, order and columns of a scan, from which a {@link ModuleTable} makes its plan
 * (sqlite.org/vtab.html section 2.3.1).
 *
 * @param all the conditions on the table's columns, in the same order whenever the table is asked
 *     for one query, also those that no plan may take now
 * @param order the columns that the query sorts by, the most significant first
 * @param need how much of that order the query needs
 * @param columnsUsed bit n is set if column n is read, bit 63 if any from 63 on
 */
public record ScanRequest(
        List<Condition> all, List<SortColumn> order, Need need, long columnsUsed) {
    /** How much of an order a query needs, in the order in which sqlite3_vtab_distinct() counts. */
    public enum Need {
        /** The rows sorted. */
        SORTED,
        /** Rows that agree in the columns as neighbours, in any order. */
        GROUPED,
        /** As GROUPED, and of rows that agree in all columns that are read one will do. */
        DISTINCT,
        /** As SORTED, and of rows that agree in all columns that are read one will do. */
        SORTED_DISTINCT;

        /** Whether neighbours are enough. */
        public boolean isGrouped() {
            return this == GROUPED || this == DISTINCT;
        }

        /** Whether rows that repeat may be left out. */
        public boolean isDistinct() {
            return this == DISTINCT || this == SORTED_DISTINCT;
        }
    }

    /** The value that a column is compared with, if it stands in the statement. */
    @FunctionalInterface
    public interface Known {
        /** Not known before the table is read. */
        Known NOTHING = () -> null;

        /** Returns the value as the engine holds it; null if it is not known. */
        @Nullable
        Object value();
    }

    /** How a column is compared with a value. */
    public enum Operator {
        EQ,
        GT,
        LE,
        LT,
        GE,
        MATCH,
        LIKE,
        GLOB,
        REGEXP,
        NE,
        IS_NOT,
        /** The condition has no value. */
        IS_NOT_NULL,
        /** The condition has no value. */
        IS_NULL,
        IS,
        /** A call of the table's own function returns true ({@link FunctionOverload#operator}). */
        FUNCTION,
        /**
         * The maximum number of rows that the query reads, of those that meet all conditions, in
         * the order of {@link ScanRequest#order}; negative for all. It belongs to no column. A plan
         * may use it only if it uses all other conditions exactly and is sorted; if not, the table
         * is asked for a plan again, without it.
         */
        LIMIT,
        /**
         * The number of rows that the query skips first. A plan that uses LIMIT must use this too.
         */
        OFFSET
    }

    /**
     * A condition on one column.
     *
     * @param column the column's number from 0, or -1 for the rowid
     * @param collation the name of the collation that texts are compared by
     * @param isList whether the condition is {@code IN} a list of values. The table is scanned once
     *     for each value, unless the plan takes the list as a whole ({@link ScanPlan#withList})
     * @param function the number of the function ({@link FunctionOverload#operator}) if the
     *     operator is FUNCTION; else 0
     * @param known supplies {@link #value}
     * @param isUsable whether a plan may use the condition
     */
    public record Condition(
            int column,
            Operator operator,
            String collation,
            boolean isList,
            int function,
            Known known,
            boolean isUsable) {
        /** Makes a condition without a function, whose value is not known while planning. */
        public Condition(int column, Operator operator, String collation, boolean isList) {
            this(column, operator, collation, isList, 0, Known.NOTHING, true);
        }

        /** Returns the same condition, which plans may take or may not. */
        public Condition usable(boolean can) {
            return can == isUsable
                    ? this
                    : new Condition(column, operator, collation, isList, function, known, can);
        }

        /** Returns whether the condition says which value a column has. */
        public boolean isEqual(int wanted) {
            return column == wanted && operator == Operator.EQ;
        }

        /**
         * Returns the value that the column is compared with, if it is a literal
         * (sqlite.org/c3ref/vtab_rhs_value). A plan made after this call is used only for
         * statements with the same literal, so call this only if the plan depends on the value.
         *
         * @return a Long, Double, String or byte[]; null for NULL, and if the value is not known
         */
        public @Nullable Object value() {
            return JavaValues.toObject(known.value());
        }
    }

    /** A column of the order; -1 is the rowid. */
    public record SortColumn(int column, boolean descending) {}

    public ScanRequest {
        all = List.copyOf(all);
        order = List.copyOf(order);
    }

    /** Returns the conditions that plans may use, which name them by their index in this list. */
    public List<Condition> conditions() {
        return all.stream().filter(Condition::isUsable).toList();
    }

    /**
     * Returns the conditions whose values are not known before the table is scanned, in the join
     * order that is considered.
     */
    public List<Condition> unusable() {
        return all.stream().filter(condition -> !condition.isUsable()).toList();
    }

    /** Returns whether it is enough that rows with equal values in the columns are adjacent. */
    public boolean grouped() {
        return need.isGrouped();
    }

    /**
     * Returns whether a sorted plan may return only one of several rows that are equal in all used
     * columns (sqlite.org/c3ref/vtab_distinct.html).
     */
    public boolean distinct() {
        return need.isDistinct();
    }

    /** Returns the index of the first usable condition of this form, or -1. */
    public int find(int column, Operator operator) {
        List<Condition> conditions = conditions();
        for (int i = 0; i < conditions.size(); i++) {
            Condition condition = conditions.get(i);
            if (condition.column() == column && condition.operator() == operator) {
                return i;
            }
        }
        return -1;
    }
}
