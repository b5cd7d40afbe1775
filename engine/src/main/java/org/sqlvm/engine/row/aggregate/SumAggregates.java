package org.sqlvm.engine.row.aggregate;

import static org.sqlvm.engine.row.FunctionFact.ANY_ORDER_OF_INTEGERS;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.RowBuffer;
import org.sqlvm.engine.row.SqlFunction;

import java.util.List;
import java.util.function.Supplier;

/** sum, total and avg of rows; {@link CompensatedSum} has the arithmetic. */
public final class SumAggregates {
    public static final AggregateFunction SUM = sum("sum", Sum::new);
    public static final AggregateFunction TOTAL = sum("total", Total::new);
    public static final AggregateFunction AVERAGE = sum("avg", Average::new);

    public static final List<SqlFunction> FUNCTIONS = List.of(SUM, TOTAL, AVERAGE);

    private SumAggregates() {}

    private static AggregateFunction sum(String name, Supplier<Accumulator> maker) {
        return Aggregate.of(name, 1, 1, collation -> maker.get()).with(ANY_ORDER_OF_INTEGERS);
    }

    private abstract static class Running extends Accumulator {
        long count;
        long whole;
        boolean real;
        /** The integers did not fit, and no real has come since. */
        boolean overflow;

        private double sum;
        private double error;

        @Override
        public final void step(Object[] arguments) {
            Object value = arguments[0];
            if (value instanceof Long number) {
                stepLong(number);
            } else if (value instanceof Double number) {
                stepDouble(number);
            } else if (value != SqlNull.NULL) {
                stepBytes((Bytes) value);
            }
        }

        @Override
        public final boolean hasInverse() {
            return true;
        }

        @Override
        public final void inverse(Object[] arguments) {
            Object value = arguments[0];
            if (value == SqlNull.NULL) {
                return;
            }
            Object number = value instanceof Bytes bytes ? CompensatedSum.number(bytes) : value;
            count--;
            if (!real) {
                long taken = number instanceof Long integer ? integer : 0;
                long next = whole - taken;
                if (((whole ^ taken) & (whole ^ next)) >= 0) {
                    whole = next;
                } else {
                    overflow = true;
                    real = true;
                }
            } else if (number instanceof Long integer) {
                if (integer == Long.MIN_VALUE) {
                    addLong(Long.MAX_VALUE);
                    addLong(1);
                } else {
                    addLong(-integer);
                }
            } else {
                add(-(Double) number);
            }
        }

        @TruffleBoundary
        private void stepBytes(Bytes value) {
            Object number = CompensatedSum.number(value);
            if (number instanceof Long integer) {
                stepLong(integer);
            } else {
                stepDouble((Double) number);
            }
        }

        @Override
        public final void stepLong(long value) {
            count++;
            if (!real) {
                long next = whole + value;
                if (CompensatedSum.fits(whole, value, next)) {
                    whole = next;
                    return;
                }
                overflow = true;
                becomeReal();
            }
            addLong(value);
        }

        @Override
        public final void stepDouble(double value) {
            count++;
            if (!real) {
                becomeReal();
            }
            overflow = false;
            add(value);
        }

        private void becomeReal() {
            real = true;
            long rest = CompensatedSum.rest(whole);
            sum = whole - rest;
            error = rest;
        }

        private void addLong(long value) {
            long rest = CompensatedSum.rest(value);
            add(value - rest);
            if (rest != 0) {
                add(rest);
            }
        }

        private void add(double value) {
            double after = sum + value;
            error += CompensatedSum.error(sum, value, after);
            sum = after;
        }

        @Override
        public final void save(RowBuffer target) {
            target.putLong(count);
            target.putLong(whole);
            target.putBoolean(real);
            target.putBoolean(overflow);
            target.putDouble(sum);
            target.putDouble(error);
        }

        @Override
        public final void restore(RowBuffer source) {
            count = source.getLong();
            whole = source.getLong();
            real = source.getBoolean();
            overflow = source.getBoolean();
            sum = source.getDouble();
            error = source.getDouble();
        }

        /** The sum as a real. */
        final double total() {
            return real ? CompensatedSum.total(sum, error) : whole;
        }
    }

    private static final class Sum extends Running {
        @Override
        public Accumulator fresh() {
            return new Sum();
        }

        @Override
        public Object result() {
            if (count == 0) {
                return SqlNull.NULL;
            }
            if (!real) {
                return whole;
            }
            if (overflow) {
                throw SqlException.error("integer overflow");
            }
            return Values.real(total());
        }
    }

    private static final class Total extends Running {
        @Override
        public Accumulator fresh() {
            return new Total();
        }

        @Override
        public Object result() {
            return Values.real(total());
        }
    }

    private static final class Average extends Running {
        @Override
        public Accumulator fresh() {
            return new Average();
        }

        @Override
        public Object result() {
            return count == 0 ? SqlNull.NULL : Values.real(total() / count);
        }
    }
}
