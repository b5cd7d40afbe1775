package org.sqlvm.engine.virtual;

import org.sqlvm.engine.data.Collation;

import java.util.List;
import java.util.function.Supplier;

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
    /** How a column is compared with a value. The code is that of sqlite3_index_info. */
    public enum Operator {
        EQ(2),
        GT(4),
        LE(8),
        LT(16),
        GE(32),
        MATCH(64),
        LIKE(65),
        GLOB(66),
        REGEXP(67),
        NE(68),
        IS_NOT(69),
        /** The value is NULL, and means nothing. */
        IS_NOT_NULL(70),
        /** The value is NULL, and means nothing. */
        IS_NULL(71),
        IS(72);

        public final int code;

        Operator(int code) {
            this.code = code;
        }
    }

    /**
     * A condition on one column.
     *
     * @param column the column's place, or -1 for the rowid
     * @param collation of the comparison
     * @param literal gives the value, as in a register, if it is written in the statement; the plan
     *     is then for that value alone; else null
     * @param isList the column is to be one of several values: the table is read for each of them
     */
    public record Constraint(
            int column,
            Operator operator,
            Collation collation,
            Supplier<Object> literal,
            boolean isList) {
        /** Whether it says that a column has a value. */
        public boolean isEqual(int wanted) {
            return column == wanted && operator == Operator.EQ;
        }
    }

    /** A column of an order, or -1 for the rowid. */
    public record SortColumn(int column, boolean descending) {}

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
