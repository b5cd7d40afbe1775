package org.sqlvm.engine.virtual;

import org.sqlvm.engine.data.Collation;

import java.util.List;

/**
 * What a query wants of a virtual table (sqlite.org/vtab.html section 2.3.1).
 *
 * @param constraints conditions whose values are known before the table is read
 * @param order the columns by which the rows are wanted to be sorted, the first one first
 * @param grouped any order will do in which rows that agree in these columns are neighbours
 * @param columnsUsed bit n is set if column n is read, bit 63 if any from 63 on
 */
public record ScanRequest(
        List<Constraint> constraints, List<SortColumn> order, boolean grouped, long columnsUsed) {
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
        /** The value is NULL, and means nothing. */
        IS_NOT_NULL,
        /** The value is NULL, and means nothing. */
        IS_NULL,
        IS,
        /** A call of a function that the table has an {@link Overload} of, which is true. */
        FUNCTION,
        /**
         * How many rows the query wants at most, of those that meet all conditions, in the wanted
         * order. On no column. A plan that takes it takes all other conditions exactly, and gives
         * the order; else it is asked again without.
         */
        LIMIT,
        /** How many of these it leaves out at first. A plan that takes LIMIT takes this too. */
        OFFSET
    }

    /**
     * A condition on one column.
     *
     * @param column the column's place, or -1 for the rowid
     * @param collation of the comparison
     * @param isList the column is to be one of several values: the table is read for each of them,
     *     unless the plan takes them together ({@link VirtualTable.Argument#whole})
     * @param function the number of the operator FUNCTION ({@link Overload#operator}); else 0
     */
    public record Constraint(
            int column, Operator operator, Collation collation, boolean isList, int function) {
        public Constraint(int column, Operator operator, Collation collation, boolean isList) {
            this(column, operator, collation, isList, 0);
        }

        /** Whether it says that a column has a value. */
        public boolean isEqual(int wanted) {
            return column == wanted && operator == Operator.EQ;
        }
    }

    /** A column of an order, or -1 for the rowid. */
    public record SortColumn(int column, boolean descending) {}

    /** All rows and columns. */
    static final ScanRequest OF_ALL = new ScanRequest(List.of(), List.of(), false, -1);

    public ScanRequest {
        constraints = List.copyOf(constraints);
        order = List.copyOf(order);
    }

    /** The place of the first condition that says which value a column has, or -1. */
    public int equal(int column) {
        for (int i = 0; i < constraints.size(); i++) {
            if (constraints.get(i).isEqual(column)) {
                return i;
            }
        }
        return -1;
    }
}
