package org.sqlvm.engine.vector.group;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.aggregate.PercentileAggregates;
import org.sqlvm.engine.row.aggregate.PercentileAggregates.Quantile;
import org.sqlvm.engine.row.hash.HashTable;
import org.sqlvm.engine.vector.column.Vector;

import java.util.Arrays;
import java.util.List;

/** median and percentiles: the numbers of each group. */
final class Percentiles extends GroupStates {
    private static final int COUNT_MIN = 8;

    private final Quantile quantile;

    /** NaN if the argument is none: the first row is an error. */
    private final double fraction;

    /** By group: its numbers, at the start of an array; they may be sorted. */
    private double[][] numbers = {};

    private int[] counts = {};

    /** Bytes of the arrays. */
    private long size;

    /** Whether an argument is an error, which the row engine then reports. */
    private boolean failed;

    private Percentiles(Quantile quantile, double fraction) {
        this.quantile = quantile;
        this.fraction = fraction;
    }

    @Override
    public void grow(int capacity) {
        numbers = Arrays.copyOf(numbers, capacity);
        counts = Arrays.copyOf(counts, capacity);
    }

    @Override
    public int groupSize() {
        return Long.BYTES + Integer.BYTES;
    }

    @Override
    public long valueSize() {
        return size;
    }

    @Override
    public boolean holds() {
        return !failed;
    }

    @Override
    public void step(Vector values, int[] groups, int count) {
        failed |= Double.isNaN(fraction) && count > 0;
        for (int i = 0; i < count; i++) {
            if (values.isNull(i)) {
                continue;
            }
            double number = switch (values.kind) {
                case Vector.LONGS -> values.longs[i];
                case Vector.DOUBLES -> values.doubles[i];
                default ->
                    values.objects[i] instanceof Number given ? given.doubleValue() : Double.NaN;
            };
            failed |= Double.isNaN(number) || Double.isInfinite(number);
            add(groups == null ? 0 : groups[i], number);
        }
    }

    private void add(int group, double number) {
        reserve(group, 1);
        numbers[group][counts[group]++] = number;
    }

    private void reserve(int group, int more) {
        double[] own = numbers[group];
        int needed = counts[group] + more;
        if (own == null || needed > own.length) {
            int length = Math.max(COUNT_MIN, Math.max(needed, 2 * counts[group]));
            size += Double.BYTES * (length - (own == null ? 0L : own.length));
            numbers[group] = own == null ? new double[length] : Arrays.copyOf(own, length);
        }
    }

    @Override
    public void add(GroupStates other, int[] groups) {
        Percentiles more = (Percentiles) other;
        for (int group = 0; group < groups.length; group++) {
            int count = more.counts[group];
            if (count > 0) {
                int own = groups[group];
                reserve(own, count);
                System.arraycopy(more.numbers[group], 0, numbers[own], counts[own], count);
                counts[own] += count;
            }
        }
    }

    /** Returns the quantile of a group that has numbers. */
    private double value(int group) {
        Arrays.sort(numbers[group], 0, counts[group]);
        return quantile.of(numbers[group], counts[group], fraction);
    }

    // ------------------------------------------------------------------ results

    static final List<VectorAggregate> AGGREGATES =
            PercentileAggregates.QUANTILES.entrySet().stream()
                    .<VectorAggregate>map(entry -> new Result(entry.getKey(), entry.getValue()))
                    .toList();

    private static final class Result extends VectorAggregate {
        private final Quantile quantile;

        Result(AggregateFunction function, Quantile quantile) {
            super(function);
            this.quantile = quantile;
        }

        @Override
        public GroupStates states(Object[] parameters) {
            return new Percentiles(quantile, quantile.fraction(parameters));
        }

        /** A text is an error. */
        @Override
        public boolean mayFail() {
            return true;
        }

        @Override
        void store(GroupStates states, int group, long rows, HashTable target, int column) {
            Percentiles all = (Percentiles) states;
            if (all.counts[group] == 0) {
                target.set(column, ValueKind.NULL, 0, null);
            } else {
                long bits = Double.doubleToRawLongBits(all.value(group));
                target.set(column, ValueKind.DOUBLE, bits, null);
            }
        }

        @Override
        void load(GroupStates states, Results results, long[] rows, Vector target) {
            Percentiles all = (Percentiles) states;
            Object[] values = target.makeObjects();
            for (int i = 0; i < results.count(); i++) {
                int group = results.group(i);
                values[i] = all.counts[group] == 0 ? SqlNull.NULL : (Object) all.value(group);
            }
        }
    }
}
