package org.sqlvm.engine.vector.group;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyValues;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.row.aggregate.CompensatedSum;
import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.TimeForm;
import org.sqlvm.engine.vector.column.Vector;

import java.util.Arrays;

/**
 * What is kept of one argument for all groups: arrays by group. Rows are taken in their order, so
 * that sums are the row engine's to the last bit.
 */
public abstract sealed class Aggregates {
    /** Null before the first vector that has NULLs. */
    private PresentValues present;

    /** The values that are not NULL, until the next call. */
    final PresentValues present(Vector values, int[] groups, int count) {
        if (present == null || present.values.capacity() < count) {
            present = new PresentValues(values.capacity());
        }
        present.take(values, groups, count);
        return present;
    }

    /** Room for groups 0 to {@code capacity - 1}. */
    public abstract void grow(int capacity);

    /** Bytes for each group. */
    public abstract int groupSize();

    /**
     * Takes values.
     *
     * @param groups by row its group; null if all belong to group 0
     */
    public abstract void step(Vector values, int[] groups, int count);

    /**
     * Whether it makes no difference that {@code other}, of later rows, began from nothing.
     *
     * @param groups by group of {@code other}, the one here
     */
    public boolean mayAdd(Aggregates other, int[] groups) {
        return true;
    }

    /**
     * Takes what {@code other} has made of later rows.
     *
     * @param groups by group of {@code other}, the one here
     */
    public abstract void add(Aggregates other, int[] groups);

    /** How many values of each group were NULL: few, as a rule, so that these are counted. */
    abstract static sealed class Counting extends Aggregates {
        private long[] nulls = {};
        private int capacity;

        final int capacity() {
            return capacity;
        }

        @Override
        public void grow(int wanted) {
            capacity = wanted;
            if (nulls.length > 0) {
                nulls = Arrays.copyOf(nulls, wanted);
            }
        }

        final void countNulls(int group, long count) {
            if (nulls.length == 0) {
                nulls = new long[capacity];
            }
            nulls[group] += count;
        }

        /** Counts flags that are on. */
        final void countNulls(boolean[] flags, int[] groups, int count) {
            if (groups == null) {
                int all = 0;
                for (int i = 0; i < count; i++) {
                    all += flags[i] ? 1 : 0;
                }
                countNulls(0, all);
                return;
            }
            for (int i = 0; i < count; i++) {
                if (flags[i]) {
                    countNulls(groups[i], 1);
                }
            }
        }

        @Override
        public void add(Aggregates other, int[] groups) {
            long[] more = ((Counting) other).nulls;
            for (int group = 0; more.length > 0 && group < groups.length; group++) {
                if (more[group] > 0) {
                    countNulls(groups[group], more[group]);
                }
            }
        }

        /** Whether no value of any group was NULL. */
        final boolean haveNoNulls() {
            return nulls.length == 0;
        }

        /** Values of a group that were not NULL. */
        final long count(int group, long rows) {
            return nulls.length == 0 ? rows : rows - nulls[group];
        }
    }

    /** count(x). */
    public static final class Counts extends Counting {
        @Override
        public int groupSize() {
            return Long.BYTES;
        }

        @Override
        public void step(Vector values, int[] groups, int count) {
            if (values.kind == Vector.OBJECTS) {
                for (int i = 0; i < count; i++) {
                    if (values.objects[i] == SqlNull.NULL) {
                        countNulls(groups == null ? 0 : groups[i], 1);
                    }
                }
            } else if (values.hasNulls) {
                countNulls(values.nulls, groups, count);
            }
        }
    }

    /** sum, total and avg, each in arrays; {@link CompensatedSum} has the arithmetic. */
    public static final class Sums extends Counting {
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
         * Two for each group: the sum, and the error that has come together in it. Without length
         * as long as all groups are WHOLE.
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
         * An integer sum that does not fit is an error, also when what follows makes it smaller; so
         * all that might have been on the way from here must fit.
         */
        @Override
        public boolean mayAdd(Aggregates other, int[] groups) {
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
        public void add(Aggregates other, int[] groups) {
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
    }

    /** min and max: of equal values the first. */
    public static final class Extremes extends Aggregates {
        /** Sign of a comparison "new against best" that makes the new value the best. */
        private final int wanted;

        private byte[] kinds = {};
        private long[] bits = {};

        /** Also null where the best is a text of a form, until it is asked for. */
        private Object[] objects = {};

        /** By group: the form of the best, if it is a text of one. Null before the first. */
        private TimeForm[] forms;

        /** The numbers of texts that have a form. */
        private long[] numbers;

        /** Those of the rows that are taken. */
        private long[] rowNumbers = {};

        public Extremes(boolean maximum) {
            wanted = maximum ? 1 : -1;
        }

        @Override
        public void grow(int capacity) {
            kinds = Arrays.copyOf(kinds, capacity);
            bits = Arrays.copyOf(bits, capacity);
            objects = Arrays.copyOf(objects, capacity);
            if (forms != null) {
                forms = Arrays.copyOf(forms, capacity);
                numbers = Arrays.copyOf(numbers, capacity);
            }
        }

        @Override
        public int groupSize() {
            return 1 + 4 * Long.BYTES;
        }

        /**
         * Takes rows of a column of times, whose texts are not made.
         *
         * @param selection as in {@link Chunk#load}
         */
        public void step(Chunk.Times times, int from, int[] selection, int[] groups, int count) {
            if (forms == null) {
                forms = new TimeForm[kinds.length];
                numbers = new long[kinds.length];
            }
            if (rowNumbers.length < count) {
                rowNumbers = new long[count];
            }
            times.codes.copy(from, selection, count, rowNumbers);
            long[] nulls = times.nulls;
            for (int i = 0; i < count; i++) {
                int row = selection == null ? from + i : from + selection[i];
                if (nulls == null || !Bits.get(nulls, row)) {
                    step(times.form, rowNumbers[i], groups == null ? 0 : groups[i]);
                }
            }
        }

        private void step(TimeForm form, long number, int group) {
            boolean better = forms[group] == form
                    ? wanted < 0 ? number < numbers[group] : number > numbers[group]
                    : isBetter(form.text(number), group);
            if (better) {
                kinds[group] = ValueKind.TEXT;
                bits[group] = 0;
                objects[group] = null;
                forms[group] = form;
                numbers[group] = number;
            }
        }

        @Override
        public void step(Vector values, int[] groups, int count) {
            if (values.kind == Vector.OBJECTS) {
                for (int i = 0; i < count; i++) {
                    if (!values.isNull(i)) {
                        step(values.objects[i], groups == null ? 0 : groups[i]);
                    }
                }
            } else if (values.hasNulls) {
                PresentValues present = present(values, groups, count);
                step(present.values, present.groups, present.count);
            } else if (values.kind == Vector.LONGS) {
                step(values.longs, groups, count);
            } else {
                step(values.doubles, groups, count);
            }
        }

        @Override
        public void add(Aggregates other, int[] groups) {
            Extremes more = (Extremes) other;
            for (int group = 0; group < groups.length; group++) {
                if (more.kinds[group] != ValueKind.NULL) {
                    step(more.best(group), groups[group]);
                }
            }
        }

        private void step(long[] values, int[] groups, int count) {
            for (int i = 0; i < count; i++) {
                int group = groups == null ? 0 : groups[i];
                long value = values[i];
                if (kinds[group] != ValueKind.LONG) {
                    step((Object) value, group);
                } else if (wanted < 0 ? value < bits[group] : value > bits[group]) {
                    bits[group] = value;
                }
            }
        }

        private void step(double[] values, int[] groups, int count) {
            for (int i = 0; i < count; i++) {
                int group = groups == null ? 0 : groups[i];
                double value = values[i];
                if (kinds[group] != ValueKind.DOUBLE) {
                    step((Object) value, group);
                    continue;
                }
                double best = Double.longBitsToDouble(bits[group]);
                if (wanted < 0 ? value < best : value > best) {
                    bits[group] = Double.doubleToRawLongBits(value);
                }
            }
        }

        private void step(Object value, int group) {
            if (isBetter(value, group)) {
                kinds[group] = (byte) KeyValues.kindOf(value);
                bits[group] = KeyValues.bitsOf(value);
                objects[group] = value instanceof Bytes ? Values.owned(value) : null;
                if (forms != null) {
                    forms[group] = null;
                }
            }
        }

        private boolean isBetter(Object value, int group) {
            return kinds[group] == ValueKind.NULL
                    || Integer.signum(Values.compare(value, best(group), Collation.BINARY))
                            == wanted;
        }

        private Object best(int group) {
            return switch (kinds[group]) {
                case ValueKind.LONG -> bits[group];
                case ValueKind.DOUBLE -> Double.longBitsToDouble(bits[group]);
                default -> object(group);
            };
        }

        Object value(int group) {
            return kinds[group] == ValueKind.NULL ? SqlNull.NULL : best(group);
        }

        int kind(int group) {
            return kinds[group];
        }

        long bits(int group) {
            return bits[group];
        }

        Object object(int group) {
            if (objects[group] == null && forms != null && forms[group] != null) {
                objects[group] = forms[group].text(numbers[group]);
            }
            return objects[group];
        }
    }
}
