package org.sqlvm.api;

import java.util.List;
import java.util.function.Supplier;

/**
 * What a query wants of a {@link ModuleTable} (sqlite.org/vtab.html section 2.3.1).
 *
 * @param conditions those whose values are known before the table is read
 * @param unusable conditions whose values are not known then, in the order of a join that is tried;
 *     plans cannot take them
 * @param order how the rows are wanted to be sorted, the first column first
 * @param grouped any order will do in which rows that agree in these columns are neighbours
 * @param distinct of rows that agree in all columns that are used, all but one may be left out by a
 *     plan that gives the order (sqlite.org/c3ref/vtab_distinct.html)
 * @param columnsUsed bit n is set if column n is read, bit 63 if any from 63 on
 */
public record ScanRequest(
        List<Condition> conditions,
        List<Condition> unusable,
        List<SortColumn> order,
        boolean grouped,
        boolean distinct,
        long columnsUsed) {
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
        /** The value means nothing. */
        IS_NOT_NULL,
        /** The value means nothing. */
        IS_NULL,
        IS,
        /** A call of a function of the table's own is true ({@link FunctionOverload#operator}). */
        FUNCTION,
        /**
         * How many rows the query wants at most, of those that meet all conditions, in the wanted
         * order; less than 0 for all. On no column. It counts for a plan that takes all other
         * conditions exactly and gives the order; the table is asked again without it if a plan
         * takes it and does not.
         */
        LIMIT,
        /** How many of these it leaves out at first. A plan that takes LIMIT must take this too. */
        OFFSET
    }

    /**
     * A condition on one column.
     *
     * @param column its number from 0, or -1 for the rowid
     * @param collation the name of the collation that texts are compared by
     * @param isList the column is to be one of several values: the table is read for each of them,
     *     unless the plan takes them together ({@link ScanPlan#withList})
     * @param function the number of the operator FUNCTION; else 0
     * @param literal see {@link #value}
     */
    public record Condition(
            int column,
            Operator operator,
            String collation,
            boolean isList,
            int function,
            Supplier<Object> literal) {
        /** One that is not of a function, with a value that is not known yet. */
        public Condition(int column, Operator operator, String collation, boolean isList) {
            this(column, operator, collation, isList, 0, () -> null);
        }

        /**
         * What the column is compared with, if that is a literal (sqlite.org/c3ref/vtab_rhs_value).
         * A plan that is made after this has been asked is for statements with this literal alone,
         * so ask only if it decides on the plan.
         *
         * @return Long, Double, String or byte[]; null for NULL, and if it is not known
         */
        public Object value() {
            return literal.get();
        }
    }

    /** A column of an order, or -1 for the rowid. */
    public record SortColumn(int column, boolean descending) {}

    public ScanRequest {
        conditions = List.copyOf(conditions);
        unusable = List.copyOf(unusable);
        order = List.copyOf(order);
    }

    /** The place among the conditions of the first that has this form, or -1. */
    public int find(int column, Operator operator) {
        for (int i = 0; i < conditions.size(); i++) {
            Condition condition = conditions.get(i);
            if (condition.column() == column && condition.operator() == operator) {
                return i;
            }
        }
        return -1;
    }
}
