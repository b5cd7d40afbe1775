package org.sqlvm.engine.row.aggregate;

import static org.sqlvm.engine.row.FunctionFact.ANY_ORDER;
import static org.sqlvm.engine.row.FunctionFact.COMPARES;
import static org.sqlvm.engine.row.FunctionFact.IGNORES_REPEATS;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.RowBuffer;
import org.sqlvm.engine.row.SqlFunction;

import java.util.List;

/** min(x) and max(x) over rows. With more arguments they are functions of one row's values. */
public final class MinMaxAggregates {
    public static final AggregateFunction MIN = extreme("min", -1);
    public static final AggregateFunction MAX = extreme("max", 1);

    public static final List<SqlFunction> FUNCTIONS = List.of(MIN, MAX);

    private MinMaxAggregates() {}

    private static AggregateFunction extreme(String name, int wanted) {
        return Aggregate.of(name, 1, 1, collation -> new Extreme(collation, wanted))
                .with(ANY_ORDER, COMPARES, IGNORES_REPEATS);
    }

    /**
     * The best value so far, the first of equal ones: a number in a field of its own while there
     * are only numbers of one type.
     */
    private static final class Extreme extends Accumulator {
        private static final int NONE = 0;
        private static final int LONG = 1;
        private static final int DOUBLE = 2;
        private static final int OTHER = 3;

        private final Collation collation;
        /** Sign of a comparison "new against best" that makes the new value the best. */
        private final int wanted;

        private int kind = NONE;
        private long bestLong;
        private double bestDouble;
        private Object best;
        private boolean chosen;

        Extreme(Collation collation, int wanted) {
            this.collation = collation;
            this.wanted = wanted;
        }

        @Override
        public void step(Object[] arguments) {
            Object value = arguments[0];
            if (value instanceof Long number) {
                stepLong(number);
            } else if (value instanceof Double number) {
                stepDouble(number);
            } else if (value == SqlNull.NULL) {
                chosen = kind == NONE;
            } else {
                chosen = kind == NONE
                        || Integer.signum(Values.compare(value, result(), collation)) == wanted;
                if (chosen) {
                    kind = OTHER;
                    best = Values.owned(value);
                }
            }
        }

        @Override
        public void stepLong(long value) {
            int compared = switch (kind) {
                case NONE -> wanted;
                case LONG -> Long.compare(value, bestLong);
                case DOUBLE -> Values.compareLongDouble(value, bestDouble);
                default -> -1; // Text and blobs are greater than numbers.
            };
            chosen = compared == wanted;
            if (chosen) {
                kind = LONG;
                bestLong = value;
            }
        }

        @Override
        public void stepDouble(double value) {
            int compared = switch (kind) {
                case NONE -> wanted;
                case LONG -> -Values.compareLongDouble(bestLong, value);
                case DOUBLE -> Values.compareDoubles(value, bestDouble);
                default -> -1;
            };
            chosen = compared == wanted;
            if (chosen) {
                kind = DOUBLE;
                bestDouble = value;
            }
        }

        @Override
        public int extremeSign() {
            return wanted;
        }

        @Override
        public boolean isChosen() {
            return chosen;
        }

        @Override
        public Object result() {
            return switch (kind) {
                case NONE -> SqlNull.NULL;
                case LONG -> bestLong;
                case DOUBLE -> bestDouble;
                default -> best;
            };
        }

        @Override
        public Accumulator fresh() {
            return new Extreme(collation, wanted);
        }

        @Override
        public void save(RowBuffer target) {
            target.putByte(kind);
            target.putBoolean(chosen);
            target.putValue(result());
        }

        @Override
        public void restore(RowBuffer source) {
            kind = source.getByte();
            chosen = source.getBoolean();
            Object value = source.getValue();
            switch (value) {
                case Long number -> bestLong = number;
                case Double number -> bestDouble = number;
                default -> best = value;
            }
        }
    }
}
