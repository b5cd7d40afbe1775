package org.sqlvm.spark;

import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;

import java.util.Arrays;

/**
 * A column of a batch of the engine, as Spark reads it: numbers without NULL are read from the
 * engine's own arrays, and texts are views of its bytes. A column is set to one batch after the
 * other.
 */
final class BatchColumn extends ColumnVector {
    private final ValueKind kind;
    private final int column;

    private RowBatch batch;

    /** The index of row 0 in the arrays of numbers. */
    private int start;

    /** The integers: the engine's, or converted; null for other kinds. */
    private long[] longs;

    /** The reals, as the integers. */
    private double[] doubles;

    /** By row; null if no value is NULL. */
    private boolean[] nulls;

    private int nullCount;

    /** Arrays of this column, for values that the engine does not have as numbers. */
    private long[] ownLongs = {};

    private double[] ownDoubles = {};
    private boolean[] ownNulls = {};

    BatchColumn(ValueKind kind, int column) {
        super(kind.type());
        this.kind = kind;
        this.column = column;
    }

    ValueKind kind() {
        return kind;
    }

    /**
     * Shows a batch.
     *
     * @return the first row whose value is not of this kind; -1 if there is none
     */
    int set(RowBatch next) {
        batch = next;
        start = 0;
        longs = null;
        doubles = null;
        nulls = null;
        nullCount = 0;
        return switch (kind) {
            case LONG -> setLongs(Long.MIN_VALUE, Long.MAX_VALUE);
            case INT -> setLongs(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case SHORT -> setLongs(Short.MIN_VALUE, Short.MAX_VALUE);
            case BYTE -> setLongs(Byte.MIN_VALUE, Byte.MAX_VALUE);
            case BOOLEAN -> setLongs(0, 1);
            case DOUBLE, FLOAT -> setDoubles();
            case STRING -> setBytes(Rows.Type.TEXT);
            case BINARY -> setBytes(Rows.Type.BLOB);
            case DATE, LOCAL_TIME, INSTANT -> setTimes();
        };
    }

    private int setLongs(long least, long greatest) {
        int count = batch.rowCount();
        long[] given = batch.longs(column);
        if (given != null) {
            longs = given;
            start = batch.start();
            if (least == Long.MIN_VALUE) {
                return -1;
            }
            for (int i = 0; i < count; i++) {
                long value = given[start + i];
                if (value < least || value > greatest) {
                    return i;
                }
            }
            return -1;
        }
        longs = ownLongs(count);
        for (int i = 0; i < count; i++) {
            Rows.Type type = batch.type(column, i);
            if (type == Rows.Type.INTEGER) {
                long value = batch.getLong(column, i);
                longs[i] = value;
                if (value < least || value > greatest) {
                    return i;
                }
            } else if (type == Rows.Type.NULL) {
                setNull(i, count);
            } else {
                return i;
            }
        }
        return -1;
    }

    private int setDoubles() {
        int count = batch.rowCount();
        double[] given = batch.doubles(column);
        if (given != null) {
            doubles = given;
            start = batch.start();
            return -1;
        }
        if (ownDoubles.length < count) {
            ownDoubles = new double[count];
        }
        doubles = ownDoubles;
        for (int i = 0; i < count; i++) {
            switch (batch.type(column, i)) {
                case REAL -> doubles[i] = batch.getDouble(column, i);
                case INTEGER -> {
                    long value = batch.getLong(column, i);
                    doubles[i] = value;
                    // Converted back, 2^63 would be the greatest integer.
                    if ((long) doubles[i] != value || value == Long.MAX_VALUE) {
                        return i;
                    }
                }
                case NULL -> setNull(i, count);
                default -> {
                    return i;
                }
            }
        }
        return -1;
    }

    private int setBytes(Rows.Type wanted) {
        int count = batch.rowCount();
        for (int i = 0; i < count; i++) {
            Rows.Type type = batch.type(column, i);
            if (type == Rows.Type.NULL) {
                setNull(i, count);
            } else if (type != wanted) {
                return i;
            }
        }
        return -1;
    }

    private int setTimes() {
        int count = batch.rowCount();
        longs = ownLongs(count);
        for (int i = 0; i < count; i++) {
            Rows.Type type = batch.type(column, i);
            if (type == Rows.Type.NULL) {
                setNull(i, count);
                continue;
            }
            long value = type != Rows.Type.TEXT
                    ? TimeText.NONE
                    : TimeText.parse(
                            kind,
                            batch.array(column, i),
                            batch.offset(column, i),
                            batch.length(column, i));
            if (value == TimeText.NONE) {
                return i;
            }
            longs[i] = value;
        }
        return -1;
    }

    private long[] ownLongs(int count) {
        if (ownLongs.length < count) {
            ownLongs = new long[count];
        }
        return ownLongs;
    }

    private void setNull(int row, int count) {
        if (nulls == null) {
            if (ownNulls.length < count) {
                ownNulls = new boolean[count];
            } else {
                Arrays.fill(ownNulls, false);
            }
            nulls = ownNulls;
        }
        nulls[row] = true;
        nullCount++;
    }

    @Override
    public boolean hasNull() {
        return nullCount > 0;
    }

    @Override
    public int numNulls() {
        return nullCount;
    }

    @Override
    public boolean isNullAt(int row) {
        return nulls != null && nulls[row];
    }

    @Override
    public boolean getBoolean(int row) {
        return longs[start + row] != 0;
    }

    @Override
    public byte getByte(int row) {
        return (byte) longs[start + row];
    }

    @Override
    public short getShort(int row) {
        return (short) longs[start + row];
    }

    @Override
    public int getInt(int row) {
        return (int) longs[start + row];
    }

    @Override
    public long getLong(int row) {
        return longs[start + row];
    }

    @Override
    public float getFloat(int row) {
        return (float) doubles[start + row];
    }

    @Override
    public double getDouble(int row) {
        return doubles[start + row];
    }

    @Override
    public UTF8String getUTF8String(int row) {
        if (isNullAt(row)) {
            return null;
        }
        return UTF8String.fromBytes(
                batch.array(column, row), batch.offset(column, row), batch.length(column, row));
    }

    @Override
    public byte[] getBinary(int row) {
        if (isNullAt(row)) {
            return null;
        }
        int offset = batch.offset(column, row);
        return Arrays.copyOfRange(
                batch.array(column, row), offset, offset + batch.length(column, row));
    }

    @Override
    public Decimal getDecimal(int row, int precision, int scale) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ColumnarArray getArray(int row) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ColumnarMap getMap(int row) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        batch = null;
        longs = null;
        doubles = null;
        nulls = null;
    }
}
