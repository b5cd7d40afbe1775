package org.sqlvm.client;

import org.sqlvm.client.ClientRows.Type;
import org.sqlvm.client.MessageInput.Message;

import java.io.IOException;

/** The values of a column in some rows. */
final class ColumnValues {
    private static final String MALFORMED = "a column of a message is malformed";
    private static final int MIXED = 0;
    private static final Type[] TYPES = Type.values();

    /** The type of all values; null if they differ. */
    private final Type type;

    private final byte[] bytes;
    /** The offset of the types, if they differ. */
    private int typesAt;

    /** The values by row: an INTEGER, the bits of a REAL, or the offset of a TEXT or BLOB. */
    private final long[] values;
    /** The sizes of TEXT and BLOB values by row, in bytes; null if there are none. */
    private int[] lengths;

    ColumnValues(Message message, int count) throws IOException {
        this.bytes = message.content();
        int form = message.readByte();
        if (form > TYPES.length) {
            throw new IOException(MALFORMED);
        }
        this.type = form == MIXED ? null : TYPES[form - 1];
        if (type == null) {
            typesAt = message.skip(count);
            checkTypes(count);
        }
        if (type != Type.NULL && count > message.content().length) {
            throw new IOException(MALFORMED);
        }
        this.values = type == Type.NULL ? new long[0] : new long[count];
        readIntegers(message, count);
        readReals(message, count);
        readBytes(message, count);
    }

    private void checkTypes(int count) throws IOException {
        for (int i = typesAt; i < typesAt + count; i++) {
            if (bytes[i] < 1 || bytes[i] > TYPES.length) {
                throw new IOException(MALFORMED);
            }
        }
    }

    /** Whether values may be of a type; if the types differ, each has to be looked at. */
    private boolean mayBe(Type wanted, int count) {
        if (type != null) {
            return type == wanted;
        }
        for (int i = 0; i < count; i++) {
            if (type(i) == wanted) {
                return true;
            }
        }
        return false;
    }

    private void readIntegers(Message message, int count) throws IOException {
        if (!mayBe(Type.INTEGER, count)) {
            return;
        }
        int width = readWidth(message);
        if (type != null) {
            readAll(message.skip((long) count * width), width);
            return;
        }
        for (int i = 0; i < count; i++) {
            if (type(i) == Type.INTEGER) {
                values[i] = integer(message.skip(width), width);
            }
        }
    }

    /** Reads all values with one width, from a position whose bytes are known to be there. */
    private void readAll(int from, int width) {
        assert (long) values.length * width <= bytes.length - from : from + ", " + width;
        int at = from;
        for (int i = 0; i < values.length; i++) {
            values[i] = integer(at, width);
            at += width;
        }
    }

    private static int readWidth(Message message) throws IOException {
        int width = message.readByte();
        if (width > Long.BYTES || Integer.bitCount(width) != 1) {
            throw new IOException(MALFORMED);
        }
        return width;
    }

    private long integer(int at, int width) {
        assert Integer.bitCount(width) == 1 && width <= Long.BYTES : width;
        return switch (width) {
            case 1 -> bytes[at];
            case 2 -> (short) Bytes.SHORT.get(bytes, at);
            case 4 -> (int) Bytes.INT.get(bytes, at);
            default -> (long) Bytes.LONG.get(bytes, at);
        };
    }

    private void readReals(Message message, int count) throws IOException {
        if (type != null) {
            if (type == Type.REAL) {
                readAll(message.skip((long) count * Double.BYTES), Double.BYTES);
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            if (type(i) == Type.REAL) {
                values[i] = integer(message.skip(Double.BYTES), Double.BYTES);
            }
        }
    }

    private void readBytes(Message message, int count) throws IOException {
        if (!mayBe(Type.TEXT, count) && !mayBe(Type.BLOB, count)) {
            return;
        }
        lengths = new int[count];
        int width = readWidth(message);
        for (int i = 0; i < count; i++) {
            if (hasBytes(i)) {
                long length = integer(message.skip(width), width);
                if (length < 0 || length > message.remaining()) {
                    throw new IOException(MALFORMED);
                }
                lengths[i] = (int) length;
            }
        }
        for (int i = 0; i < count; i++) {
            if (hasBytes(i)) {
                values[i] = message.skip(lengths[i]);
            }
        }
    }

    private boolean hasBytes(int row) {
        Type own = type(row);
        return own == Type.TEXT || own == Type.BLOB;
    }

    Type type(int row) {
        assert row >= 0 && (type == Type.NULL || row < values.length) : row;
        return type != null ? type : TYPES[bytes[typesAt + row] - 1];
    }

    /** The values, all of which are INTEGER; else null. */
    long[] integers() {
        return type == Type.INTEGER ? values : null;
    }

    /** A value that is INTEGER. */
    long integer(int row) {
        assert type(row) == Type.INTEGER : type(row);
        return values[row];
    }

    /** A value that is REAL. */
    double real(int row) {
        assert type(row) == Type.REAL : type(row);
        return Double.longBitsToDouble(values[row]);
    }

    byte[] array() {
        return bytes;
    }

    /** Returns the offset of a TEXT or BLOB in {@link #array}. */
    int offset(int row) {
        assert hasBytes(row) : type(row);
        return (int) values[row];
    }

    int length(int row) {
        assert hasBytes(row) : type(row);
        return lengths[row];
    }
}
