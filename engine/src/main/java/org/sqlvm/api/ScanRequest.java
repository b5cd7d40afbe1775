package org.sqlvm.api;

import java.util.List;

/**
 * What a query wants of a {@link ModuleTable} (sqlite.org/vtab.html section 2.3.1).
 *
 * @param all the conditions on the table's columns, in the same order whenever the table is asked
 *     for one query, also those that no plan may take now
 * @param order how the rows are wanted to be sorted, the first column first
 * @param need what the query needs of that order
 * @param columnsUsed bit n is set if column n is read, bit 63 if any from 63 on
 */
public record ScanRequest(
        List<Condition> all, List<SortColumn> order, Need need, long columnsUsed) {
    /** What a query needs of an order, in the order in which sqlite3_vtab_distinct() counts. */
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
     * @param known see {@link #value}
     * @param isUsable whether the value is known before the table is read, in the order of the join
     *     that is tried; if not, no plan may take the condition
     */
    public record Condition(
            int column,
            Operator operator,
            String collation,
            boolean isList,
            int function,
            Known known,
            boolean isUsable) {
        /** A usable one that is not of a function, with a value that is not known yet. */
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
         * What the column is compared with, if that is a literal (sqlite.org/c3ref/vtab_rhs_value).
         * A plan that is made after this has been asked is for statements with this literal alone,
         * so ask only if it decides on the plan.
         *
         * @return Long, Double, String or byte[]; null for NULL, and if it is not known
         */
        public Object value() {
            return JavaValues.toObject(known.value());
        }
    }

    /** A column of an order, or -1 for the rowid. */
    public record SortColumn(int column, boolean descending) {}

    public ScanRequest {
        all = List.copyOf(all);
        order = List.copyOf(order);
    }

    /** The conditions that plans may take, which name them by their places in this list. */
    public List<Condition> conditions() {
        return all.stream().filter(Condition::isUsable).toList();
    }

    /**
     * The conditions whose values are not known before the table is read, in the order of a join
     * that is tried.
     */
    public List<Condition> unusable() {
        return all.stream().filter(condition -> !condition.isUsable()).toList();
    }

    /** Whether any order will do in which rows that agree in its columns are neighbours. */
    public boolean grouped() {
        return need.isGrouped();
    }

    /**
     * Whether a plan that gives the order may leave out all but one of rows that agree in all
     * columns that are used (sqlite.org/c3ref/vtab_distinct.html).
     */
    public boolean distinct() {
        return need.isDistinct();
    }

    /** The place among the conditions of the first that has this form, or -1. */
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
