package org.sqlvm.engine.vector.group;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyValues;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.aggregate.MinMaxAggregates;
import org.sqlvm.engine.row.hash.HashTable;
import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.TimeForm;
import org.sqlvm.engine.vector.column.Vector;

import java.util.Arrays;
import java.util.List;

/** min and max: of equal values the first. */
final class Extremes extends GroupStates {
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

    Extremes(boolean maximum) {
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

    /** Compares a column of times without making texts. */
    @Override
    public boolean step(Chunk column, int from, int[] selection, int[] groups, int count) {
        if (!(column instanceof Chunk.Times times)) {
            return false;
        }
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
        return true;
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
    public void add(GroupStates other, int[] groups) {
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
                || Integer.signum(Values.compare(value, best(group), Collation.BINARY)) == wanted;
    }

    private Object best(int group) {
        return switch (kinds[group]) {
            case ValueKind.LONG -> bits[group];
            case ValueKind.DOUBLE -> Double.longBitsToDouble(bits[group]);
            default -> object(group);
        };
    }

    int kind(int group) {
        return kinds[group];
    }

    Object value(int group) {
        return kinds[group] == ValueKind.NULL ? SqlNull.NULL : best(group);
    }

    Object object(int group) {
        if (objects[group] == null && forms != null && forms[group] != null) {
            objects[group] = forms[group].text(numbers[group]);
        }
        return objects[group];
    }

    // ------------------------------------------------------------------ results

    static final List<VectorAggregate> AGGREGATES = List.of(
            new Result(MinMaxAggregates.MIN, false), new Result(MinMaxAggregates.MAX, true));

    private static final class Result extends VectorAggregate {
        private final boolean maximum;

        Result(AggregateFunction function, boolean maximum) {
            super(function);
            this.maximum = maximum;
        }

        @Override
        public GroupStates states(Object[] parameters) {
            return new Extremes(maximum);
        }

        @Override
        void store(GroupStates states, int group, long rows, HashTable target, int column) {
            Extremes best = (Extremes) states;
            target.set(column, best.kind(group), best.bits[group], best.object(group));
        }

        @Override
        void load(GroupStates states, Results results, long[] rows, Vector target) {
            Object[] values = target.makeObjects();
            for (int i = 0; i < results.count(); i++) {
                values[i] = ((Extremes) states).value(results.group(i));
            }
        }
    }
}
