package org.sqlvm.engine.vector.group;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.aggregate.ConcatAggregates;
import org.sqlvm.engine.row.hash.HashTable;
import org.sqlvm.engine.vector.column.Vector;

import java.util.Arrays;
import java.util.List;

/** group_concat and string_agg with a separator that is the same for all rows. */
final class Concatenations extends GroupStates {
    private static final int NONE = -1;
    private static final int LENGTH_MIN = 32;

    private final Text separator;

    /** By group: the text so far, in the first bytes of an array. */
    private byte[][] texts = {};

    /** By group; {@link #NONE} before the first value. */
    private int[] lengths = {};

    /** Bytes of the arrays. */
    private long size;

    /** The most bytes of a text. */
    private int lengthMax;

    /** A text is longer than a value may be: the row engine tells for which row. */
    private boolean tooLong;

    private Concatenations(Text separator) {
        this.separator = separator;
    }

    @Override
    public void grow(int capacity) {
        int before = lengths.length;
        texts = Arrays.copyOf(texts, capacity);
        lengths = Arrays.copyOf(lengths, capacity);
        Arrays.fill(lengths, before, capacity, NONE);
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
        return !tooLong;
    }

    @Override
    public void step(Vector values, int[] groups, int count) {
        lengthMax = lengthMax();
        for (int i = 0; i < count; i++) {
            if (!values.isNull(i)) {
                append(groups == null ? 0 : groups[i], Casts.toText(values.get(i)));
            }
        }
    }

    private static int lengthMax() {
        return Math.min(TextBuilder.LENGTH_MAX, Interruption.currentValueSizeMax());
    }

    private void append(int group, Bytes value) {
        int length = lengths[group];
        if (length == NONE) {
            length = 0;
        } else {
            length = append(group, length, separator);
        }
        lengths[group] = append(group, length, value);
    }

    /** The length behind it. */
    private int append(int group, int length, Bytes more) {
        long after = (long) length + more.length;
        if (after > lengthMax) {
            tooLong = true;
            return length;
        }
        byte[] text = texts[group];
        if (text == null || after > text.length) {
            long grown = Math.max(LENGTH_MIN, Math.min(2 * after, TextBuilder.LENGTH_MAX));
            size += grown - (text == null ? 0 : text.length);
            text = text == null ? new byte[(int) grown] : Arrays.copyOf(text, (int) grown);
            texts[group] = text;
        }
        System.arraycopy(more.array, more.offset, text, length, more.length);
        return (int) after;
    }

    @Override
    public boolean mayAdd(GroupStates other, int[] groups) {
        lengthMax = lengthMax();
        Concatenations more = (Concatenations) other;
        for (int group = 0; group < groups.length; group++) {
            long length = (long) Math.max(0, lengths[groups[group]])
                    + separator.length
                    + Math.max(0, more.lengths[group]);
            if (length > lengthMax) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void add(GroupStates other, int[] groups) {
        Concatenations more = (Concatenations) other;
        for (int group = 0; group < groups.length; group++) {
            if (more.lengths[group] != NONE) {
                append(groups[group], more.text(group));
            }
        }
    }

    private Text text(int group) {
        return texts[group] == null ? Text.EMPTY : new Text(texts[group], 0, lengths[group]);
    }

    private Object value(int group) {
        return lengths[group] == NONE ? SqlNull.NULL : text(group).owned();
    }

    // ------------------------------------------------------------------ results

    static final List<VectorAggregate> AGGREGATES = List.of(
            new Result(ConcatAggregates.GROUP_CONCAT), new Result(ConcatAggregates.STRING_AGG));

    private static final class Result extends VectorAggregate {
        Result(AggregateFunction function) {
            super(function);
        }

        @Override
        public GroupStates states(Object[] parameters) {
            return new Concatenations(
                    parameters.length == 0
                            ? ConcatAggregates.COMMA
                            : ConcatAggregates.separator(parameters[0]));
        }

        /** A text may be too long. */
        @Override
        public boolean mayFail() {
            return true;
        }

        @Override
        void store(GroupStates states, int group, long rows, HashTable target, int column) {
            Object value = ((Concatenations) states).value(group);
            int kind = value == SqlNull.NULL ? ValueKind.NULL : ValueKind.TEXT;
            target.set(column, kind, 0, value == SqlNull.NULL ? null : value);
        }

        @Override
        void load(GroupStates states, Results results, long[] rows, Vector target) {
            Object[] values = target.makeObjects();
            for (int i = 0; i < results.count(); i++) {
                values[i] = ((Concatenations) states).value(results.group(i));
            }
        }
    }
}
