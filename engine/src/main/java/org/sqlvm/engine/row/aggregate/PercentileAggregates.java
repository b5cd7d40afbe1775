package org.sqlvm.engine.row.aggregate;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.RowBuffer;
import org.sqlvm.engine.row.SqlFunction;

import java.util.Arrays;
import java.util.List;

/** median, percentile, percentile_cont and percentile_disc (sqlite.org/percentile.html). */
public final class PercentileAggregates {
    public static final List<SqlFunction> FUNCTIONS = List.of(
            Aggregate.of("median", 1, 1, collation -> new Percentile("median", 1, false)),
            Aggregate.of("percentile", 2, 2, collation -> new Percentile("percentile", 100, false)),
            Aggregate.of(
                    "percentile_cont",
                    2,
                    2,
                    collation -> new Percentile("percentile_cont", 1, false)),
            Aggregate.of(
                    "percentile_disc",
                    2,
                    2,
                    collation -> new Percentile("percentile_disc", 1, true)));

    private PercentileAggregates() {}

    private static final class Percentile extends Accumulator {
        private static final double MEDIAN = 0.5;

        /** Fractions that differ by no more are the same. */
        private static final double TOLERANCE = 0.001;

        private final String name;
        /** What the second argument is a part of. */
        private final double whole;
        /** Gives a value that is there, not one between two. */
        private final boolean discrete;

        private double fraction = Double.NaN;
        private double[] values = new double[16];
        private int count;
        private boolean sorted = true;

        Percentile(String name, double whole, boolean discrete) {
            this.name = name;
            this.whole = whole;
            this.discrete = discrete;
        }

        @Override
        @TruffleBoundary
        public void step(Object[] arguments) {
            takeFraction(arguments.length == 1 ? MEDIAN : fraction(arguments[1]));
            Object value = arguments[0];
            if (value == SqlNull.NULL) {
                return;
            }
            if (!(value instanceof Number number)) {
                throw SqlException.error("input to " + name + "() is not numeric");
            }
            if (Double.isInfinite(number.doubleValue())) {
                throw SqlException.error("Inf input to " + name + "()");
            }
            if (count == values.length) {
                values = Arrays.copyOf(values, 2 * count);
            }
            values[count++] = number.doubleValue();
            sorted = false;
        }

        private double fraction(Object argument) {
            Object number = Affinities.apply(argument, Affinity.NUMERIC);
            double share = number instanceof Number given ? given.doubleValue() / whole : -1;
            if (!(share >= 0 && share <= 1)) {
                throw SqlException.error(
                        "the fraction argument to " + name + "() is not between 0.0 and " + whole);
            }
            return share;
        }

        private void takeFraction(double given) {
            if (Double.isNaN(fraction)) {
                fraction = given;
            } else if (Math.abs(fraction - given) > TOLERANCE) {
                throw SqlException.error("the fraction argument to " + name
                        + "() is not the same for all input rows");
            }
        }

        @Override
        @TruffleBoundary
        public Object result() {
            if (count == 0) {
                return SqlNull.NULL;
            }
            if (!sorted) {
                Arrays.sort(values, 0, count);
                sorted = true;
            }
            double place = fraction * (count - 1);
            int below = (int) place;
            if (discrete) {
                return values[below];
            }
            int above = place == below || below == count - 1 ? below : below + 1;
            double low = values[below];
            return low + (values[above] - low) * (place - below);
        }

        @Override
        public Accumulator fresh() {
            return new Percentile(name, whole, discrete);
        }

        @Override
        public void save(RowBuffer target) {
            target.putDouble(fraction);
            target.putInt(count);
            for (int i = 0; i < count; i++) {
                target.putDouble(values[i]);
            }
        }

        @Override
        public void restore(RowBuffer source) {
            fraction = source.getDouble();
            count = source.getInt();
            values = new double[Math.max(16, count)];
            for (int i = 0; i < count; i++) {
                values[i] = source.getDouble();
            }
            sorted = false;
        }
    }
}
