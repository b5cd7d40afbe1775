package org.sqlvm.server.client;

import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.server.client.NativeMessages.Type;
import org.sqlvm.server.message.MessageWriter;

/**
 * Rows column by column, as own clients read them. A column is a byte that says the storage class
 * of all its values, or that they differ: then each has a byte of its own. Behind that are the
 * INTEGERs, as wide as the widest of them; the REALs; the lengths of TEXTs and BLOBs, as wide as
 * the longest; and the bytes of these.
 */
final class ColumnWriter {
    /** Bytes of a message of rows, about: a row that is longer is one by itself. */
    private static final int MESSAGE_SIZE = 64 << 10;

    private final MessageWriter out;

    ColumnWriter(MessageWriter out) {
        this.out = out;
    }

    /**
     * How many rows go into a message.
     *
     * @param most at least one
     */
    static int fit(RowBatch batch, int columnCount, int from, int most) {
        int count = Math.clamp(MESSAGE_SIZE / (Long.BYTES * (columnCount + 1)), 1, most);
        long size = 0;
        for (int row = from; row < from + count; row++) {
            for (int column = 0; column < columnCount; column++) {
                if (batch.longs(column) == null
                        && batch.doubles(column) == null
                        && hasLength(batch.type(column, row))) {
                    size += batch.length(column, row);
                }
            }
            if (size > MESSAGE_SIZE) {
                return Math.max(1, row - from);
            }
        }
        return count;
    }

    private static boolean hasLength(Rows.Type type) {
        return type == Rows.Type.TEXT || type == Rows.Type.BLOB;
    }

    void write(RowBatch batch, int column, int from, int count) {
        long[] longs = batch.longs(column);
        double[] doubles = batch.doubles(column);
        if (longs != null) {
            writeIntegers(longs, batch.start() + from, count);
        } else if (doubles != null) {
            out.writeByte(Type.REAL).writeDoubles(doubles, batch.start() + from, count);
        } else {
            writeMixed(batch, column, from, from + count);
        }
    }

    /** A column of INTEGERs. */
    void writeIntegers(long[] values, int from, int count) {
        long least = 0;
        long most = 0;
        for (int i = from; i < from + count; i++) {
            least = Math.min(least, values[i]);
            most = Math.max(most, values[i]);
        }
        int width = width(least, most);
        out.writeByte(Type.INTEGER).writeByte(width).writeLongs(values, from, count, width);
    }

    private static int width(long least, long most) {
        if (least == (byte) least && most == (byte) most) {
            return 1;
        }
        if (least == (short) least && most == (short) most) {
            return 2;
        }
        return least == (int) least && most == (int) most ? 4 : 8;
    }

    private void writeInteger(long value, int width) {
        switch (width) {
            case 1 -> out.writeByte((int) value);
            case 2 -> out.writeShort((int) value);
            case 4 -> out.writeInt((int) value);
            default -> out.writeLong(value);
        }
    }

    private static int code(Rows.Type type) {
        return switch (type) {
            case INTEGER -> Type.INTEGER;
            case REAL -> Type.REAL;
            case TEXT -> Type.TEXT;
            case BLOB -> Type.BLOB;
            case NULL -> Type.NULL;
        };
    }

    private void writeMixed(RowBatch batch, int column, int from, int to) {
        Rows.Type first = batch.type(column, from);
        boolean isUniform = true;
        boolean hasIntegers = false;
        long least = 0;
        long most = 0;
        int longest = -1;
        for (int row = from; row < to; row++) {
            Rows.Type type = batch.type(column, row);
            isUniform &= type == first;
            if (type == Rows.Type.INTEGER) {
                hasIntegers = true;
                least = Math.min(least, batch.getLong(column, row));
                most = Math.max(most, batch.getLong(column, row));
            } else if (hasLength(type)) {
                longest = Math.max(longest, batch.length(column, row));
            }
        }
        out.writeByte(isUniform ? code(first) : Type.MIXED);
        if (!isUniform) {
            for (int row = from; row < to; row++) {
                out.writeByte(code(batch.type(column, row)));
            }
        }
        if (hasIntegers) {
            writeIntegers(batch, column, from, to, width(least, most));
        }
        writeReals(batch, column, from, to);
        if (longest >= 0) {
            writeBytes(batch, column, from, to, width(0, longest));
        }
    }

    private void writeIntegers(RowBatch batch, int column, int from, int to, int width) {
        out.writeByte(width);
        for (int row = from; row < to; row++) {
            if (batch.type(column, row) == Rows.Type.INTEGER) {
                writeInteger(batch.getLong(column, row), width);
            }
        }
    }

    private void writeReals(RowBatch batch, int column, int from, int to) {
        for (int row = from; row < to; row++) {
            if (batch.type(column, row) == Rows.Type.REAL) {
                out.writeLong(Double.doubleToRawLongBits(batch.getDouble(column, row)));
            }
        }
    }

    private void writeBytes(RowBatch batch, int column, int from, int to, int width) {
        out.writeByte(width);
        for (int row = from; row < to; row++) {
            if (hasLength(batch.type(column, row))) {
                writeInteger(batch.length(column, row), width);
            }
        }
        for (int row = from; row < to; row++) {
            if (hasLength(batch.type(column, row))) {
                out.writeBytes(
                        batch.array(column, row),
                        batch.offset(column, row),
                        batch.length(column, row));
            }
        }
    }
}
