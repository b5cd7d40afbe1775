package org.sqlvm.engine.vector.group;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.aggregate.CompensatedSum;
import org.sqlvm.engine.row.aggregate.SumAggregates;
import org.sqlvm.engine.row.hash.HashTable;
import org.sqlvm.engine.vector.column.Vector;

import java.util.Arrays;
import java.util.List;

/** sum, total and avg, each in arrays; {@link CompensatedSum} has the arithmetic. */
public final class Sums extends Counting {
    /** Only integers so far, and their sum fits. */
    private static final byte WHOLE = 0;

    private static final byte REAL = 1;
    /** The integers did not fit, and no real has come since. */
    private static final byte OVERFLOW = 2;

    private byte[] states = {};

    /** Without length until an integer comes: all are 0. */
    private long[] wholes = {};

    /** The bits of the integer that was farthest from 0, and the number of integers. */
    private long greatest;

    private long wholeCount;

    /**
     * Two for each group: the sum, and the error that has come together in it. Without length as
     * long as all groups are WHOLE.
     */
    private double[] sums = {};

    @Override
    public void grow(int wanted) {
        super.grow(wanted);
        states = Arrays.copyOf(states, wanted);
        if (wholes.length > 0) {
            wholes = Arrays.copyOf(wholes, wanted);
        }
        if (sums.length > 0) {
            sums = Arrays.copyOf(sums, 2 * wanted);
        }
    }

    /** An integer comes. */
    private void startWholes() {
        if (wholes.length == 0) {
            wholes = new long[capacity()];
        }
    }

    @Override
    public int groupSize() {
        return 4 * Long.BYTES + 1;
    }

    @Override
    public void step(Vector values, int[] groups, int count) {
        if (values.kind == Vector.OBJECTS) {
            stepEach(values.objects, groups, count);
        } else if (values.hasNulls) {
            countNulls(values.nulls, groups, count);
            PresentValues present = present(values, groups, count);
            step(present.values, present.groups, present.count);
        } else if (values.kind == Vector.DOUBLES && groups == null) {
            stepAll(values.doubles, count);
        } else if (values.kind == Vector.DOUBLES) {
            step(values.doubles, groups, count);
        } else {
            startWholes();
            long most = 0;
            for (int i = 0; i < count; i++) {
                step(values.longs[i], groups == null ? 0 : groups[i]);
                most |= values.longs[i] ^ (values.longs[i] >> (Long.SIZE - 1));
            }
            greatest |= most;
            wholeCount += count;
        }
    }

    private void stepAll(double[] values, int count) {
        if (count == 0) {
            return;
        }
        startReal(0);
        double sum = sums[0];
        double error = sums[1];
        for (int i = 0; i < count; i++) {
            double value = values[i];
            double after = sum + value;
            error += CompensatedSum.error(sum, value, after);
            sum = after;
        }
        sums[0] = sum;
        sums[1] = error;
    }

    private void step(double[] values, int[] groups, int count) {
        startReals(groups, count);
        double[] sums = this.sums;
        for (int i = 0; i < count; i++) {
            addTo(sums, 2 * groups[i], values[i]);
        }
    }

    /**
     * Whether values may go into this sum and others at the same time: a sum waits for the last
     * value of its group, and meanwhile there is something to do.
     */
    public static boolean mayStepTogether(Vector values) {
        return values.kind == Vector.DOUBLES && !values.hasNulls;
    }

    /** As {@link #step}, for two sums. */
    public static void step(Sums a, Vector ofA, Sums b, Vector ofB, int[] groups, int count) {
        a.startReals(groups, count);
        b.startReals(groups, count);
        step(a.sums, ofA.doubles, b.sums, ofB.doubles, groups, count);
    }

    private static void step(
            double[] a, double[] ofA, double[] b, double[] ofB, int[] groups, int count) {
        for (int i = 0; i < count; i++) {
            int place = 2 * groups[i];
            addTo(a, place, ofA[i]);
            addTo(b, place, ofB[i]);
        }
    }

    private void startReals(int[] groups, int count) {
        byte[] states = this.states;
        int others = 0;
        for (int i = 0; i < count; i++) {
            others |= states[groups[i]] ^ REAL;
        }
        for (int i = 0; i < count && others != 0; i++) {
            startReal(groups[i]);
        }
    }

    /** Adds to a sum and to the error behind it. */
    private static void addTo(double[] sums, int place, double value) {
        double before = sums[place];
        double after = before + value;
        sums[place] = after;
        sums[place + 1] += CompensatedSum.error(before, value, after);
    }

    private void stepEach(Object[] values, int[] groups, int count) {
        for (int i = 0; i < count; i++) {
            int group = groups == null ? 0 : groups[i];
            Object value = values[i];
            if (value instanceof Bytes bytes) {
                value = CompensatedSum.number(bytes);
            }
            switch (value) {
                case Long number -> {
                    startWholes();
                    step(number, group);
                    greatest |= number ^ (number >> (Long.SIZE - 1));
                    wholeCount++;
                }
                case Double number -> {
                    startReal(group);
                    add(group, number);
                }
                default -> countNulls(group, 1);
            }
        }
    }

    private void step(long value, int group) {
        if (states[group] == WHOLE) {
            long before = wholes[group];
            long next = before + value;
            if (CompensatedSum.fits(before, value, next)) {
                wholes[group] = next;
                return;
            }
            becomeReal(group);
            states[group] = OVERFLOW;
        }
        addLong(group, value);
    }

    /**
     * An integer sum that does not fit is an error, also when what follows makes it smaller; so all
     * that might have been on the way from here must fit.
     */
    @Override
    public boolean mayAdd(GroupStates other, int[] groups) {
        if (!((Sums) other).isFarFromEnds()) {
            return false;
        }
        if (areWhole() && isFarFromEnds()) {
            return true;
        }
        long most = 1L << (Long.SIZE - 2);
        for (int group = 0; group < groups.length; group++) {
            int own = groups[group];
            boolean far = states[own] == WHOLE && (whole(own) >= most || whole(own) <= -most);
            if (far || states[own] == OVERFLOW) {
                return false;
            }
        }
        return true;
    }

    /** Whether integers, however they come together in a sum, are far from not fitting. */
    private boolean isFarFromEnds() {
        // Twice as much as a number with these bits may be, for each of them.
        int bits = 2 * Long.SIZE
                - Long.numberOfLeadingZeros(greatest)
                - Long.numberOfLeadingZeros(wholeCount);
        return bits < Long.SIZE - 2;
    }

    @Override
    public void add(GroupStates other, int[] groups) {
        super.add(other, groups);
        Sums more = (Sums) other;
        greatest |= more.greatest;
        wholeCount += more.wholeCount;
        if (more.wholes.length > 0) {
            startWholes();
        }
        if (areWhole() && more.areWhole()) {
            for (int group = 0; more.wholes.length > 0 && group < groups.length; group++) {
                wholes[groups[group]] += more.wholes[group];
            }
            return;
        }
        for (int group = 0; group < groups.length; group++) {
            int own = groups[group];
            if (more.states[group] == WHOLE) {
                long whole = more.whole(group);
                if (states[own] != WHOLE) {
                    addLong(own, whole);
                } else if (whole != 0) {
                    wholes[own] += whole;
                }
            } else {
                startReal(own);
                add(own, more.sums[2 * group]);
                sums[2 * own + 1] += more.sums[2 * group + 1];
            }
        }
    }

    /** A real comes. */
    private void startReal(int group) {
        if (states[group] == WHOLE) {
            becomeReal(group);
        }
        states[group] = REAL;
    }

    private void becomeReal(int group) {
        if (sums.length == 0) {
            sums = new double[2 * capacity()];
        }
        long whole = whole(group);
        long rest = CompensatedSum.rest(whole);
        sums[2 * group] = whole - rest;
        sums[2 * group + 1] = rest;
    }

    private void addLong(int group, long value) {
        long rest = CompensatedSum.rest(value);
        add(group, value - rest);
        if (rest != 0) {
            add(group, rest);
        }
    }

    private void add(int group, double value) {
        addTo(sums, 2 * group, value);
    }

    /** Whether all groups have only seen integers, which fit. */
    boolean areWhole() {
        return sums.length == 0;
    }

    /** Copies sums of groups that {@linkplain #areWhole() are whole}. */
    void copyWholes(int from, int count, long[] target) {
        if (wholes.length == 0) {
            Arrays.fill(target, 0, count, 0);
        } else {
            System.arraycopy(wholes, from, target, 0, count);
        }
    }

    boolean isWhole(int group) {
        return states[group] == WHOLE;
    }

    boolean overflows(int group) {
        return states[group] == OVERFLOW;
    }

    /** Whether one of the first groups does. */
    boolean overflow(int groupCount) {
        for (int group = 0; !areWhole() && group < groupCount; group++) {
            if (states[group] == OVERFLOW) {
                return true;
            }
        }
        return false;
    }

    long whole(int group) {
        return wholes.length == 0 ? 0 : wholes[group];
    }

    /** The sum as a real; it may be NaN. */
    double total(int group) {
        return states[group] == WHOLE
                ? whole(group)
                : CompensatedSum.total(sums[2 * group], sums[2 * group + 1]);
    }

    // ------------------------------------------------------------------ results

    static final List<VectorAggregate> AGGREGATES = List.of(
            new Result(SumAggregates.SUM),
            new Result(SumAggregates.TOTAL),
            new Result(SumAggregates.AVERAGE));

    private static final class Result extends VectorAggregate {
        private final boolean isSum;
        private final boolean isTotal;
        private final boolean isAverage;

        Result(AggregateFunction function) {
            super(function);
            isSum = function == SumAggregates.SUM;
            isTotal = function == SumAggregates.TOTAL;
            isAverage = function == SumAggregates.AVERAGE;
        }

        /** All three are made of the same. */
        @Override
        public Object form() {
            return Sums.class;
        }

        @Override
        public GroupStates states(Object[] parameters) {
            return new Sums();
        }

        /** Integers may not fit. */
        @Override
        public boolean mayFail() {
            return isSum;
        }

        @Override
        boolean fails(GroupStates states, int groupCount) {
            return isSum && ((Sums) states).overflow(groupCount);
        }

        @Override
        void store(GroupStates states, int group, long rows, HashTable target, int column) {
            Sums sums = (Sums) states;
            long count = sums.count(group, rows);
            if (isTotal) {
                storeReal(target, column, sums.total(group));
            } else if (count == 0) {
                target.set(column, ValueKind.NULL, 0, null);
            } else if (isAverage) {
                storeReal(target, column, sums.total(group) / count);
            } else if (sums.isWhole(group)) {
                target.set(column, ValueKind.LONG, sums.whole(group), null);
            } else if (sums.overflows(group)) {
                // An error, but only if the group is asked for it: there may be HAVING and LIMIT.
                target.set(column, ValueKind.INTERNAL, 0, overflown());
            } else {
                storeReal(target, column, sums.total(group));
            }
        }

        private static void storeReal(HashTable target, int column, double value) {
            int kind = Double.isNaN(value) ? ValueKind.NULL : ValueKind.DOUBLE;
            target.set(column, kind, Double.doubleToRawLongBits(value), null);
        }

        private Accumulator overflown() {
            Accumulator accumulator = function().accumulator(Collation.BINARY);
            accumulator.stepLong(Long.MAX_VALUE);
            accumulator.stepLong(1);
            return accumulator;
        }

        @Override
        void load(GroupStates states, Results results, long[] rows, Vector target) {
            Sums sums = (Sums) states;
            int count = results.count();
            if (isSum
                    && results.nonEmpty()
                    && results.lanes() == null
                    && sums.areWhole()
                    && sums.haveNoNulls()) {
                sums.copyWholes(results.from(), count, target.makeLongs());
                return;
            }
            int wholeCount = 0;
            boolean complete = true;
            for (int i = 0; i < count; i++) {
                int group = results.group(i);
                wholeCount += sums.isWhole(group) ? 1 : 0;
                complete &= sums.count(group, rows[group]) > 0;
            }
            boolean whole = isSum && wholeCount > 0;
            if (whole && wholeCount == count && complete) {
                long[] values = target.makeLongs();
                for (int i = 0; i < count; i++) {
                    values[i] = sums.whole(results.group(i));
                }
            } else if (whole || !(isTotal || complete)) {
                loadEach(sums, results, rows, target.makeObjects());
            } else {
                loadReals(sums, results, rows, target);
            }
        }

        private void loadReals(Sums sums, Results results, long[] rows, Vector target) {
            double[] values = target.makeDoubles();
            boolean[] nulls = null;
            for (int i = 0; i < results.count(); i++) {
                int group = results.group(i);
                values[i] = isAverage
                        ? sums.total(group) / sums.count(group, rows[group])
                        : sums.total(group);
                if (Double.isNaN(values[i])) {
                    nulls = nulls == null ? target.makeNulls(results.count()) : nulls;
                    nulls[i] = true;
                }
            }
        }

        private void loadEach(Sums sums, Results results, long[] rows, Object[] target) {
            for (int i = 0; i < results.count(); i++) {
                int group = results.group(i);
                long valueCount = sums.count(group, rows[group]);
                if (valueCount == 0 && !isTotal) {
                    target[i] = SqlNull.NULL;
                } else if (isSum && sums.isWhole(group)) {
                    target[i] = sums.whole(group);
                } else {
                    double sum = sums.total(group);
                    target[i] = Values.real(isAverage ? sum / valueCount : sum);
                }
            }
        }
    }
}
