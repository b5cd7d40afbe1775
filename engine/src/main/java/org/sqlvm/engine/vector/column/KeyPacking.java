package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;

import java.util.Arrays;

/**
 * Makes one integer of the values of a key, each of which is one within a known range: those of an
 * input of a join, all of which are integers. Of a value that equals none of them it makes one that
 * is outside of the range of them all.
 */
public final class KeyPacking {
    /** More combinations of values are not one integer. */
    private static final long SPAN_MAX = 1L << 62;

    private static final long OUTSIDE = -1;

    private final boolean[] numeric;
    private final long[] least;
    private final long[] spans;
    private final long[] strides;
    private final long span;
    private final long[] packed;

    /** The integers that values are equal to. */
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
     * For columns of integers without NULL; null if they are not, or too far apart.
     *
     * @param numeric as {@code columns}: texts that are numbers equal those
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

    /** Keys are from 0 to less than this, when {@link #base} has been taken off. */
    public long span() {
        return span;
    }

    /** What {@link #pack} has left in a key that is one value. */
    public long base() {
        return least.length == 1 ? least[0] : 0;
    }

    /** The keys of all rows of the input, without the base. */
    public long[] packAll(Chunk[] columns, int count) {
        long[] all = new long[count];
        long[] values = new long[count];
        for (int i = 0; i < columns.length; i++) {
            ((Chunk.Longs) columns[i]).codes.copy(0, null, count, values);
            for (int row = 0; row < count; row++) {
                all[row] += (values[row] - least[i]) * strides[i];
            }
        }
        return all;
    }

    /** The keys of some rows; of one value, if these are integers, the values themselves. */
    public long[] pack(Vector[] keys, int count) {
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

    /** The integers that values are equal to, and for others one below the least. */
    private void toIntegers(Vector key, int count, int index) {
        Affinity affinity = numeric[index] ? Affinity.NUMERIC : Affinity.BLOB;
        for (int i = 0; i < count; i++) {
            numbers[i] = least[index] + OUTSIDE;
            if (key.isNull(i)) {
                continue;
            }
            switch (Affinities.forComparison(key.get(i), affinity)) {
                case Long number -> numbers[i] = number;
                case Double number when isWhole(number) -> numbers[i] = (long) (double) number;
                default -> {}
            }
        }
    }

    /** Whether there is an integer that equals it. */
    private static boolean isWhole(double number) {
        return number == (long) number && number < 0x1p63;
    }
}
