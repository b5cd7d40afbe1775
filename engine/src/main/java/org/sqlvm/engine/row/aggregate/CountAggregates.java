package org.sqlvm.engine.row.aggregate;

import static org.sqlvm.engine.row.FunctionFact.ANY_ORDER;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.RowBuffer;
import org.sqlvm.engine.row.SqlFunction;

import java.util.List;

/** count(*) and count(x). */
public final class CountAggregates {
    /** count(*) */
    public static final AggregateFunction ROWS =
            Aggregate.of("count", 0, 0, collation -> new CountRows()).with(ANY_ORDER);

    /** count(x) */
    public static final AggregateFunction VALUES =
            Aggregate.of("count", 1, 1, collation -> new CountValues()).with(ANY_ORDER);

    public static final List<SqlFunction> FUNCTIONS = List.of(ROWS, VALUES);

    private CountAggregates() {}

    private abstract static class Count extends Accumulator {
        long count;

        @Override
        public final Object result() {
            return count;
        }

        @Override
        public final void save(RowBuffer target) {
            target.putLong(count);
        }

        @Override
        public final void restore(RowBuffer source) {
            count = source.getLong();
        }
    }

    private static final class CountRows extends Count {
        @Override
        public void step(Object[] arguments) {
            count++;
        }

        @Override
        public Accumulator fresh() {
            return new CountRows();
        }
    }

    private static final class CountValues extends Count {
        @Override
        public void step(Object[] arguments) {
            if (arguments[0] != SqlNull.NULL) {
                count++;
            }
        }

        @Override
        public void stepLong(long value) {
            count++;
        }

        @Override
        public void stepDouble(double value) {
            count++;
        }

        @Override
        public Accumulator fresh() {
            return new CountValues();
        }
    }
}
