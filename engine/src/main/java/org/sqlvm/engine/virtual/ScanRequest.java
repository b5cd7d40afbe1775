package org.sqlvm.engine.virtual;

import org.sqlvm.engine.data.Collation;

import java.util.List;

/**
 * What a query wants of a virtual table (sqlite.org/vtab.html section 2.3.1).
 *
 * @param all the conditions on its columns, in the same order whenever it is asked for a query,
 *     also those that no plan may take now
 * @param order the columns by which the rows are wanted to be sorted, the first one first
 * @param need what is needed of the order
 * @param columnsUsed bit n is set if column n is read, bit 63 if any from 63 on
 */
public record ScanRequest(
        List<Constraint> all, List<SortColumn> order, Need need, long columnsUsed) {
    /** What a query needs of an order, as sqlite3_vtab_distinct() numbers it. */
    public enum Need {
        /** The rows sorted. */
        SORTED,
        /** Rows that agree in the columns as neighbours, in any order. */
        GROUPED,
        /** The same, and of rows that agree in all columns that are read one will do. */
        DISTINCT,
        /** The rows sorted, and of rows that agree in all columns that are read one will do. */
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

        /**
         * As in a register; null if it is not known. If it is asked for, the plan is for this value
         * alone.
         */
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
     * @param known the value, if the statement has it
     * @param isUsable the value is known before the table is read in the order of the join that is
     *     tried; if not, no plan may take it
     */
    public record Constraint(
            int column,
            Operator operator,
            Collation collation,
            boolean isList,
            int function,
            Known known,
            boolean isUsable) {
        /** The same, that plans may take or may not. */
        public Constraint usable(boolean can) {
            return can == isUsable
                    ? this
                    : new Constraint(column, operator, collation, isList, function, known, can);
        }

        /** Whether it says that a column has a value. */
        public boolean isEqual(int wanted) {
            return column == wanted && operator == Operator.EQ;
        }
    }

    /** A column of an order, or -1 for the rowid. */
    public record SortColumn(int column, boolean descending) {}

    /** All rows and columns. */
    static final ScanRequest OF_ALL = new ScanRequest(List.of(), List.of(), Need.SORTED, -1);

    public ScanRequest {
        all = List.copyOf(all);
        order = List.copyOf(order);
    }

    /** The conditions that plans may take, which name them by their places in this list. */
    public List<Constraint> constraints() {
        return all.stream().filter(Constraint::isUsable).toList();
    }

    /** The place of the first condition that says which value a column has, or -1. */
    public int equal(int column) {
        List<Constraint> constraints = constraints();
        for (int i = 0; i < constraints.size(); i++) {
            if (constraints.get(i).isEqual(column)) {
                return i;
            }
        }
        return -1;
    }
}
