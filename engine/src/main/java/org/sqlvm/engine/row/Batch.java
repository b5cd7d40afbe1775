package org.sqlvm.engine.row;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;

/**
 * Rows on their way out of a program, column by column. A column is as narrow as its values allow:
 * integers in a {@code long[]}, reals in a {@code double[]}, anything else in an {@code Object[]}
 * of SqlNull, Long, Double, Text and Blob. It widens when a value asks for it and never narrows.
 *
 * <p>A batch is filled once and then only read, so its rows stay valid for a reader that keeps it,
 * or one of its arrays. Two cases are different: its only reader gives it back with {@link #clear},
 * or it is so small that the statement's next run fills it again ({@link #isReused}). The bytes of
 * borrowed texts and blobs are copied into memory of the batch's own.
 *
 * <p>Use: {@code append…} each column of row {@link #rowCount()}, then {@link #endRow()}, until
 * {@link #isFull()}.
 */
public final class Batch {
    /** All values are integers. */
    public static final int KIND_LONG = 0;
    /** All values are reals. */
    public static final int KIND_DOUBLE = 1;
    /** Any value. */
    public static final int KIND_OBJECT = 2;

    /** Larger batches gain nothing and keep the caller waiting. */
    public static final int CAPACITY_MAX = 1024;

    /** The next run of a statement fills a batch of at most this many rows again. */
    private static final int REUSED_CAPACITY_MAX = 64;

    /** Texts are copied into blocks of this size; longer ones get an array of their own. */
    private static final int BLOCK_SIZE = 1 << 14;

    private static final int OWN_ARRAY_SIZE_MIN = BLOCK_SIZE / 4;

    private final int capacity;
    private final int[] kinds;
    private final long[][] longs;
    private final double[][] doubles;
    private final Object[][] objects;
    private int rowCount;
    private byte[] block = {};
    private int blockUsed;

    public Batch(int columnCount, int capacity) {
        this(new int[columnCount], capacity);
    }

    private Batch(int[] kinds, int capacity) {
        assert capacity > 0 && capacity <= CAPACITY_MAX : capacity;
        this.capacity = capacity;
        this.kinds = kinds;
        longs = new long[kinds.length][];
        doubles = new double[kinds.length][];
        objects = new Object[kinds.length][];
        for (int i = 0; i < kinds.length; i++) {
            switch (kinds[i]) {
                case KIND_LONG -> longs[i] = new long[capacity];
                case KIND_DOUBLE -> doubles[i] = new double[capacity];
                default -> objects[i] = new Object[capacity];
            }
        }
    }

    /**
     * Returns an empty batch for the rows that follow those of {@code previous}: twice as large, so
     * that the first row comes early and later ones are cheap, and with the same kinds, which will
     * likely be needed again.
     */
    @TruffleBoundary
    public static Batch after(Batch previous) {
        return new Batch(previous.kinds.clone(), Math.min(previous.capacity * 2, CAPACITY_MAX));
    }

    /** Drops all rows; values that were read of them are invalid. The columns' kinds stay. */
    public void clear() {
        rowCount = 0;
        blockUsed = 0;
    }

    public int columnCount() {
        return kinds.length;
    }

    public int capacity() {
        return capacity;
    }

    /**
     * Whether the next run of the statement may fill this batch again, which saves a short run its
     * allocations. The arrays of such a batch must not be shared with a reader that keeps them.
     */
    public boolean isReused() {
        return capacity <= REUSED_CAPACITY_MAX;
    }

    /** Whether it is reused, and keeps no long value in memory until then. */
    public boolean isSmall() {
        if (!isReused()) {
            return false;
        }
        for (Object[] column : objects) {
            for (int row = 0; column != null && row < rowCount; row++) {
                if (column[row] instanceof Bytes bytes && bytes.length > OWN_ARRAY_SIZE_MIN) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Complete rows. */
    public int rowCount() {
        return rowCount;
    }

    public boolean isFull() {
        return rowCount == capacity;
    }

    /** The row that was appended counts from now on. */
    public void endRow() {
        assert rowCount < capacity : rowCount;
        rowCount++;
    }

    /** KIND_LONG, KIND_DOUBLE or KIND_OBJECT. */
    public int kind(int column) {
        return kinds[column];
    }

    /** The values of a column of KIND_LONG, for reading; rowCount of them count. */
    public long[] longs(int column) {
        assert kinds[column] == KIND_LONG : kinds[column];
        return longs[column];
    }

    /** The values of a column of KIND_DOUBLE, for reading; rowCount of them count. */
    public double[] doubles(int column) {
        assert kinds[column] == KIND_DOUBLE : kinds[column];
        return doubles[column];
    }

    /** The values of a column of KIND_OBJECT, for reading; rowCount of them count. */
    public Object[] objects(int column) {
        assert kinds[column] == KIND_OBJECT : kinds[column];
        return objects[column];
    }

    /** By column: as {@link #longs(int)}, or null for another kind. */
    public long[][] longs() {
        return longs;
    }

    /** By column: as {@link #doubles(int)}, or null for another kind. */
    public double[][] doubles() {
        return doubles;
    }

    /** By column: as {@link #objects(int)}, or null for another kind. */
    public Object[][] objects() {
        return objects;
    }

    /** A value of a complete row. */
    public Object value(int column, int row) {
        assert row >= 0 && row < rowCount : row + " of " + rowCount;
        return switch (kinds[column]) {
            case KIND_LONG -> longs[column][row];
            case KIND_DOUBLE -> doubles[column][row];
            default -> objects[column][row];
        };
    }

    public void appendLong(int column, int row, long value) {
        if (kinds[column] == KIND_LONG) {
            longs[column][row] = value;
        } else {
            appendLongWidened(column, row, value);
        }
    }

    private void appendLongWidened(int column, int row, long value) {
        if (kinds[column] == KIND_DOUBLE) {
            widenToObjects(column, row);
        }
        objects[column][row] = value;
    }

    public void appendDouble(int column, int row, double value) {
        assert !Double.isNaN(value) : "NaN is NULL";
        if (kinds[column] == KIND_DOUBLE) {
            doubles[column][row] = value;
        } else {
            appendDoubleWidened(column, row, value);
        }
    }

    private void appendDoubleWidened(int column, int row, double value) {
        if (kinds[column] == KIND_LONG) {
            if (row == 0) {
                widenToDoubles(column, row);
                doubles[column][row] = value;
                return;
            }
            widenToObjects(column, row);
        }
        objects[column][row] = value;
    }

    public void appendNull(int column, int row) {
        if (kinds[column] != KIND_OBJECT) {
            widenToObjects(column, row);
        }
        objects[column][row] = SqlNull.NULL;
    }

    /** Any value; a borrowed one is copied. */
    public void appendObject(int column, int row, Object value) {
        if (value instanceof Text text) {
            appendText(column, row, text);
        } else if (value instanceof Long number) {
            appendLong(column, row, number);
        } else if (value instanceof Double number) {
            appendDouble(column, row, number);
        } else if (value instanceof Blob blob) {
            appendBlob(column, row, blob);
        } else {
            assert value == SqlNull.NULL : value;
            appendNull(column, row);
        }
    }

    public void appendText(int column, int row, Text text) {
        if (kinds[column] != KIND_OBJECT) {
            widenToObjects(column, row);
        }
        Object[] values = objects[column];
        if (text.isWhole()) {
            values[row] = text;
        } else if (row > 0 && values[row - 1] instanceof Text before && before.hasBytesOf(text)) {
            // Joins repeat rows: the reader makes one string of their texts.
            values[row] = before;
        } else if (text.length >= OWN_ARRAY_SIZE_MIN) {
            values[row] = Text.of(copyOf(text));
        } else {
            int offset = copy(text);
            values[row] = new Text(block, offset, text.length);
        }
    }

    public void appendBlob(int column, int row, Blob blob) {
        if (kinds[column] != KIND_OBJECT) {
            widenToObjects(column, row);
        }
        if (blob.length >= OWN_ARRAY_SIZE_MIN) {
            objects[column][row] = blob.at(copyOf(blob), 0);
        } else {
            int offset = copy(blob);
            objects[column][row] = blob.at(block, offset);
        }
    }

    /** Sets the values of a column of an empty batch; {@link #endRows} sets their number. */
    public void setLongs(int column, long[] values) {
        set(column, KIND_LONG, values, null, null);
    }

    /** As {@link #setLongs}. */
    public void setDoubles(int column, double[] values) {
        set(column, KIND_DOUBLE, null, values, null);
    }

    /** As {@link #setLongs}; none of the values may be borrowed. */
    public void setObjects(int column, Object[] values) {
        set(column, KIND_OBJECT, null, null, values);
    }

    private void set(int column, int kind, long[] integers, double[] reals, Object[] others) {
        assert rowCount == 0 : rowCount;
        kinds[column] = kind;
        longs[column] = integers;
        doubles[column] = reals;
        objects[column] = others;
    }

    /** Gives a column's values to another batch, which has no rows and the same capacity. */
    public void giveColumn(int column, Batch target, int targetColumn) {
        target.set(targetColumn, kinds[column], longs[column], doubles[column], objects[column]);
    }

    /** As many rows are complete now, of an empty batch whose columns have been set. */
    public void endRows(int count) {
        assert rowCount == 0 && count <= capacity : count;
        rowCount = count;
    }

    /** Copies the bytes into {@link #block} and returns where they are there. */
    private int copy(Bytes value) {
        int offset = blockUsed;
        if (value.length > block.length - offset) {
            offset = newBlock(value.length);
        }
        System.arraycopy(value.array, value.offset, block, offset, value.length);
        blockUsed = offset + value.length;
        return offset;
    }

    /**
     * A block that has room for {@code length} bytes at the offset returned. It has more room than
     * that: a value that fills its array would count as one that keeps it ({@link Bytes#isWhole}),
     * but the next rows fill the block again.
     */
    @TruffleBoundary
    private int newBlock(int length) {
        block = new byte[Math.max(Math.min(BLOCK_SIZE, 64 * capacity), length + 1)];
        return 0;
    }

    @TruffleBoundary
    private static byte[] copyOf(Bytes value) {
        return value.toArray();
    }

    /** The first value of a column is a real: nothing is there to convert. */
    @TruffleBoundary
    private void widenToDoubles(int column, int row) {
        assert row == 0 : row;
        longs[column] = null;
        doubles[column] = new double[capacity];
        kinds[column] = KIND_DOUBLE;
    }

    @TruffleBoundary
    private void widenToObjects(int column, int row) {
        Object[] widened = new Object[capacity];
        for (int i = 0; i < row; i++) {
            widened[i] = kinds[column] == KIND_LONG
                    ? (Object) longs[column][i]
                    : (Object) doubles[column][i];
        }
        longs[column] = null;
        doubles[column] = null;
        objects[column] = widened;
        kinds[column] = KIND_OBJECT;
    }
}
