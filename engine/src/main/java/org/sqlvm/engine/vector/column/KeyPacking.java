package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.KeyValues;

import java.util.Arrays;

/**
 * Packs the columns of a join key into one integer. All keys of the build side are integers, and
 * each column's range is known. A value that equals none of a column's is packed into an integer
 * outside the range of all keys.
 */
public final class KeyPacking {
    /** Keys with more possible values than this are not packed. */
    private static final long SPAN_MAX = 1L << 62;

    private static final long OUTSIDE = -1;

    private final boolean[] numeric;
    private final long[] least;
    private final long[] spans;
    private final long[] strides;
    private final long span;
    private final long[] packed;

    /** The integers that the values of one column equal. */
    private final long[] numbers;

    private KeyPacking(
            boolean[] numeric,
            long[] least,
            long[] spans,
            long[] strides,
            long span,
            int vectorRows) {
        this.numeric = numeric;
        this.least = least;
        this.spans = spans;
        this.strides = strides;
        this.span = span;
        this.packed = new long[vectorRows];
        this.numbers = new long[vectorRows];
    }

    /**
     * The packing for columns of integers without NULL; null if columns are of other kinds, or
     * their range is too wide.
     *
     * @param numeric as {@code columns}: whether texts that are numbers equal these
     */
    public static KeyPacking of(Chunk[] columns, boolean[] numeric, int vectorRows) {
        long[] least = new long[columns.length];
        long[] spans = new long[columns.length];
        long[] strides = new long[columns.length];
        long span = 1;
        for (int i = 0; i < columns.length; i++) {
            if (!(columns[i] instanceof Chunk.Longs longs)) {
                return null;
            }
            assert longs.nulls == null;
            least[i] = longs.codes.least;
            long width = longs.codes.greatest - least[i];
            if (width < 0 || width >= SPAN_MAX || Math.multiplyHigh(span, width + 1) != 0) {
                return null;
            }
            spans[i] = width + 1;
            strides[i] = span;
            span *= spans[i];
            if (span <= 0 || span > SPAN_MAX) {
                return null;
            }
        }
        return new KeyPacking(numeric, least, spans, strides, span, vectorRows);
    }

    /** The same for another thread. */
    public KeyPacking forThread() {
        return new KeyPacking(numeric, least, spans, strides, span, packed.length);
    }

    /** Packed keys are less than this, after {@link #base} has been subtracted. */
    public long span() {
        return span;
    }

    /** What is to be subtracted from the result of {@link #pack}. */
    public long base() {
        return least.length == 1 ? least[0] : 0;
    }

    /** Packs all keys of the build side; the base has been subtracted. */
    public long[] packAll(Chunk[] columns, int count) {
        long[] all = new long[count];
        long[] values = new long[count];
        for (int i = 0; i < columns.length; i++) {
            ((Chunk.Longs) columns[i]).codes.copy(0, null, count, values);
            for (int row = 0; row < count; row++) {
                all[row] += (values[row] - least[i]) * strides[i];
            }
        }
        assert Checks.areBelow(all, count, span) : span;
        return all;
    }

    /**
     * Packs the keys of probe rows. If there is one column of integers, the result is its array.
     */
    public long[] pack(Vector[] keys, int count) {
        assert keys.length == least.length && count <= packed.length : keys.length;
        assert Checks.areValid(keys, count);
        if (keys.length == 1) {
            return keys[0].kind == Vector.LONGS && !keys[0].hasNulls
                    ? keys[0].longs
                    : packOne(keys[0], count);
        }
        Arrays.fill(packed, 0, count, 0);
        for (int i = 0; i < keys.length; i++) {
            long[] values = keys[i].longs;
            if (keys[i].kind != Vector.LONGS || keys[i].hasNulls) {
                toIntegers(keys[i], count, i);
                values = numbers;
            }
            add(values, least[i], spans[i], strides[i], count, packed);
        }
        return packed;
    }

    private long[] packOne(Vector key, int count) {
        toIntegers(key, count, 0);
        return numbers;
    }

    private static void add(
            long[] values, long least, long span, long stride, int count, long[] packed) {
        for (int i = 0; i < count; i++) {
            long offset = values[i] - least;
            boolean inside = Long.compareUnsigned(offset, span) < 0 && packed[i] != OUTSIDE;
            packed[i] = inside ? packed[i] + offset * stride : OUTSIDE;
        }
    }

    /** Finds the integers that values equal; for values without one, an integer below the least. */
    private void toIntegers(Vector key, int count, int index) {
        Affinity affinity = numeric[index] ? Affinity.NUMERIC : Affinity.BLOB;
        for (int i = 0; i < count; i++) {
            numbers[i] = least[index] + OUTSIDE;
            if (key.isNull(i)) {
                continue;
            }
            switch (Affinities.forComparison(key.get(i), affinity)) {
                case Long number -> numbers[i] = number;
                case Double number
                when KeyValues.isWhole(number) -> numbers[i] = (long) (double) number;
                default -> {}
            }
        }
    }
}
