package org.sqlvm.engine.row.aggregate;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.RowBuffer;
import org.sqlvm.engine.row.SqlFunction;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** median, percentile, percentile_cont and percentile_disc (sqlite.org/percentile.html). */
public final class PercentileAggregates {
    /** The quantile that each function computes. */
    public static final Map<AggregateFunction, Quantile> QUANTILES = quantiles();

    public static final List<SqlFunction> FUNCTIONS = List.copyOf(QUANTILES.keySet());

    private static final double MEDIAN = 0.5;

    private PercentileAggregates() {}

    private static Map<AggregateFunction, Quantile> quantiles() {
        Map<AggregateFunction, Quantile> quantiles = new HashMap<>();
        add(quantiles, 1, new Quantile("median", 1, false));
        add(quantiles, 2, new Quantile("percentile", 100, false));
        add(quantiles, 2, new Quantile("percentile_cont", 1, false));
        add(quantiles, 2, new Quantile("percentile_disc", 1, true));
        return Map.copyOf(quantiles);
    }

    private static void add(
            Map<AggregateFunction, Quantile> quantiles, int argumentCount, Quantile quantile) {
        quantiles.put(
                Aggregate.of(
                        quantile.name(),
                        argumentCount,
                        argumentCount,
                        collation -> new Percentile(quantile)),
                quantile);
    }

    /**
     * A value with a given part of all values below it.
     *
     * @param name the function's name
     * @param whole the value of the second argument that means the whole: 1 or 100
     * @param discrete a value that is there, not one between two
     */
    public record Quantile(String name, double whole, boolean discrete) {
        /** The part that arguments behind the first ask for, from 0 to 1; NaN if it is none. */
        public double fraction(Object[] parameters) {
            if (parameters.length == 0) {
                return MEDIAN;
            }
            Object number = Affinities.apply(parameters[0], Affinity.NUMERIC);
            double share = number instanceof Number given ? given.doubleValue() / whole : -1;
            return share >= 0 && share <= 1 ? share : Double.NaN;
        }

        /** Returns the quantile of at least one value, in ascending order. */
        public double of(double[] sorted, int count, double fraction) {
            double place = fraction * (count - 1);
            int below = (int) place;
            if (discrete) {
                return sorted[below];
            }
            int above = place == below || below == count - 1 ? below : below + 1;
            double low = sorted[below];
            return low + (sorted[above] - low) * (place - below);
        }
    }

    private static final class Percentile extends Accumulator {
        /** Fractions that differ by no more are the same. */
        private static final double TOLERANCE = 0.001;

        private final Quantile quantile;

        private double fraction = Double.NaN;
        private double[] values = new double[16];
        private int count;
        private boolean sorted = true;

        Percentile(Quantile quantile) {
            this.quantile = quantile;
        }

        @Override
        @TruffleBoundary
        public void step(Object[] arguments) {
            takeFraction(arguments);
            Object value = arguments[0];
            if (value == SqlNull.NULL) {
                return;
            }
            if (!(value instanceof Number number)) {
                throw SqlException.error("input to " + quantile.name() + "() is not numeric");
            }
            if (Double.isInfinite(number.doubleValue())) {
                throw SqlException.error("Inf input to " + quantile.name() + "()");
            }
            if (count == values.length) {
                values = Arrays.copyOf(values, 2 * count);
            }
            values[count++] = number.doubleValue();
            sorted = false;
        }

        private void takeFraction(Object[] arguments) {
            double given = quantile.fraction(Arrays.copyOfRange(arguments, 1, arguments.length));
            if (Double.isNaN(given)) {
                throw SqlException.error("the fraction argument to " + quantile.name()
                        + "() is not between 0.0 and " + quantile.whole());
            }
            if (Double.isNaN(fraction)) {
                fraction = given;
            } else if (Math.abs(fraction - given) > TOLERANCE) {
                throw SqlException.error("the fraction argument to " + quantile.name()
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
            return quantile.of(values, count, fraction);
        }

        @Override
        public Accumulator fresh() {
            return new Percentile(quantile);
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
