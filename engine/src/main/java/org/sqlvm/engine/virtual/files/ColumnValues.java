package org.sqlvm.engine.virtual.files;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.ChunkBuilder;
import org.sqlvm.engine.vector.scan.ColumnSource;

import java.util.Arrays;

/** Values of a column of a file, all held in the same way. */
public final class ColumnValues {
    /** The most rows that are read at a time. */
    public static final int ROWS_MAX = ColumnSource.BATCH_ROWS;

    private static final int KEPT_MIN = 1 << 12;

    /** How the values are held. */
    public enum Kind {
        LONGS,
        /** NaN is NULL. */
        DOUBLES,
        TEXTS,
        BLOBS,
        /** Objects as in registers. */
        VALUES
    }

    private final int capacity;

    public Kind kind;

    public long[] longs;
    public double[] doubles;

    /** By row: the array that the bytes of a text or BLOB are in, where they begin, how many. */
    public byte[][] arrays;

    public int[] offsets;
    public int[] lengths;

    public Object[] values;

    /** Bytes that were copied from where they do not stay, and how many are in use. */
    private byte[] kept = {};

    private int keptSize;

    /** What all texts are of, by {@link #codes}; null if they are in the arrays. */
    private ColumnValues dictionary;

    private int[] codes;

    private final long[] nulls;
    private boolean hasNulls;

    public ColumnValues(int capacity) {
        this.capacity = capacity;
        this.nulls = new long[Bits.words(capacity)];
    }

    /** Says how values are held, and makes room for them. What was held stays where it is. */
    public void become(Kind wanted) {
        kind = wanted;
        dictionary = null;
        switch (wanted) {
            case LONGS -> longs = longs == null ? new long[capacity] : longs;
            case DOUBLES -> doubles = doubles == null ? new double[capacity] : doubles;
            case TEXTS, BLOBS -> {
                if (arrays == null) {
                    arrays = new byte[capacity][];
                    offsets = new int[capacity];
                    lengths = new int[capacity];
                }
            }
            case VALUES -> values = values == null ? new Object[capacity] : values;
        }
    }

    /** Forgets which rows are NULL. */
    public void clearNulls() {
        if (hasNulls) {
            hasNulls = false;
            Arrays.fill(nulls, 0);
        }
    }

    public void setNull(int row) {
        hasNulls = true;
        Bits.set(nulls, row);
    }

    public boolean isNull(int row) {
        return hasNulls && Bits.get(nulls, row);
    }

    public void setBytes(int row, byte[] array, int offset, int length) {
        arrays[row] = array;
        offsets[row] = offset;
        lengths[row] = length;
    }

    /** The same for bytes that do not stay where they are. */
    void keepBytes(int row, byte[] array, int offset, int length) {
        if (length > kept.length - keptSize) {
            // Rows before this keep what they have of the old array.
            kept = new byte[Math.max(length, Math.max(KEPT_MIN, 2 * keptSize))];
            keptSize = 0;
        }
        System.arraycopy(array, offset, kept, keptSize, length);
        setBytes(row, kept, keptSize, length);
        keptSize += length;
    }

    /** Sets a value as in a register, of the kind that these are. */
    void setValue(int row, Object value) {
        if (value == SqlNull.NULL) {
            setNull(row);
            return;
        }
        switch (kind) {
            case LONGS -> longs[row] = (Long) value;
            case DOUBLES -> doubles[row] = (Double) value;
            case TEXTS, BLOBS -> {
                Bytes bytes = (Bytes) value;
                setBytes(row, bytes.array, bytes.offset, bytes.length);
            }
            case VALUES -> values[row] = value;
        }
    }

    /** The rows are others from now on: none is NULL, and bytes that were kept are not needed. */
    void clear() {
        clearNulls();
        keptSize = 0;
    }

    /**
     * Holds texts by their numbers in a dictionary.
     *
     * @param first of the rows; those before it are held so, too
     * @return false if they are not
     */
    public boolean code(ColumnValues entries, int[] numbers, int first, int count) {
        if (first > 0 && dictionary != entries) {
            return false;
        }
        dictionary = entries;
        codes = codes == null ? new int[capacity] : codes;
        System.arraycopy(numbers, 0, codes, first, count);
        return true;
    }

    /** From now on texts are in the arrays, also those of the first rows. */
    public void uncode(int count) {
        ColumnValues entries = dictionary;
        dictionary = null;
        for (int row = 0; entries != null && row < count; row++) {
            if (!isNull(row)) {
                copy(entries, codes[row], row);
            }
        }
    }

    /** Copies a value of the same kind. */
    public void copy(ColumnValues from, int fromRow, int row) {
        if (dictionary != null && from == this) {
            codes[row] = codes[fromRow];
            return;
        }
        switch (kind) {
            case LONGS -> longs[row] = from.longs[fromRow];
            case DOUBLES -> doubles[row] = from.doubles[fromRow];
            case TEXTS, BLOBS ->
                setBytes(row, from.arrays[fromRow], from.offsets[fromRow], from.lengths[fromRow]);
            case VALUES -> values[row] = from.values[fromRow];
        }
    }

    /**
     * Moves values that are one behind the other to where their rows are; the other rows are NULL.
     *
     * @param levels by row, counted from {@code first}: {@code level} if it is not NULL
     * @param present the number of the values
     */
    public void spread(int[] levels, int level, int first, int count, int present) {
        if (dictionary != null) {
            spread(levels, level, first, count, present, codes);
        } else if (kind == Kind.LONGS) {
            spread(levels, level, first, count, present, longs);
        } else if (kind == Kind.DOUBLES) {
            spread(levels, level, first, count, present, doubles);
        } else {
            int value = first + present;
            for (int row = first + count - 1; row >= first; row--) {
                if (levels[row - first] == level) {
                    value--;
                    copy(this, value, row);
                }
            }
        }
        for (int i = 0; i < count; i++) {
            if (levels[i] != level) {
                setNull(first + i);
            }
        }
    }

    // A row that is NULL gets the value behind it.

    private static void spread(
            int[] levels, int level, int first, int count, int present, long[] values) {
        int next = first + present;
        for (int i = count - 1; i >= 0; i--) {
            next -= levels[i] == level ? 1 : 0;
            values[first + i] = values[next];
        }
    }

    private static void spread(
            int[] levels, int level, int first, int count, int present, double[] values) {
        int next = first + present;
        for (int i = count - 1; i >= 0; i--) {
            next -= levels[i] == level ? 1 : 0;
            values[first + i] = values[next];
        }
    }

    private static void spread(
            int[] levels, int level, int first, int count, int present, int[] values) {
        int next = first + present;
        for (int i = count - 1; i >= 0; i--) {
            next -= levels[i] == level ? 1 : 0;
            values[first + i] = values[next];
        }
    }

    /** A value as in a register; it stays valid. */
    public Object value(int row) {
        if (isNull(row)) {
            return SqlNull.NULL;
        }
        if (dictionary != null) {
            return dictionary.value(codes[row]);
        }
        return switch (kind) {
            case LONGS -> longs[row];
            case DOUBLES -> Double.isNaN(doubles[row]) ? SqlNull.NULL : (Object) doubles[row];
            case TEXTS -> new Text(arrays[row], offsets[row], lengths[row]).owned();
            case BLOBS -> new Blob(arrays[row], offsets[row], lengths[row]).owned();
            case VALUES -> values[row];
        };
    }

    /** Adds the values of some rows. */
    public void give(int from, int to, ChunkBuilder target) {
        long[] missing = hasNulls ? nulls : null;
        switch (kind) {
            case LONGS -> target.addLongs(longs, 0, missing, from, to);
            case DOUBLES -> target.addDoubles(doubles, 0, missing, from, to);
            case TEXTS -> {
                if (dictionary != null) {
                    ColumnValues all = dictionary;
                    target.addEntries(
                            all.arrays, all.offsets, all.lengths, codes, missing, from, to);
                    return;
                }
                target.addTexts(arrays, offsets, lengths, missing, from, to);
            }
            case BLOBS, VALUES -> {
                for (int row = from; row < to; row++) {
                    target.addValue(value(row));
                }
            }
        }
    }
}
