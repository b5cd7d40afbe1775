package org.sqlvm.server.client;

import org.sqlvm.api.Statement;
import org.sqlvm.server.client.NativeMessages.Type;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.message.BigEndian;
import org.sqlvm.server.message.MessageReader;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The values of a parameter, one for each run of a batch, where the client's message has them: see
 * {@link ColumnWriter} for their form. They are bound one after the other.
 */
final class ColumnReader {
    private static final String BAD_COLUMN = "invalid column in message";

    private final byte[] bytes;
    /** The offset of the types if they differ; else -1. */
    private final int typesAt;
    /** The type of all values, if they do not differ. */
    private final int type;
    /** The size of an INTEGER in bytes. */
    private int integerWidth;
    /** The size in bytes of the length of a TEXT or BLOB. */
    private int lengthWidth;

    /** Where the next value of each kind is. */
    private int integerAt;

    private int realAt;
    private int lengthAt;
    private int bytesAt;

    /**
     * Reads over a column.
     *
     * @param count how many values it has
     */
    ColumnReader(MessageReader in, int count) {
        this.bytes = in.buffer();
        this.type = in.readByte();
        int integers = 0;
        int reals = 0;
        int texts = 0;
        if (type == Type.MIXED) {
            typesAt = in.skip(count);
            for (int i = typesAt; i < typesAt + count; i++) {
                integers += bytes[i] == Type.INTEGER ? 1 : 0;
                reals += bytes[i] == Type.REAL ? 1 : 0;
                texts += hasLength(bytes[i]) ? 1 : 0;
                if (bytes[i] < Type.INTEGER || bytes[i] > Type.NULL) {
                    throw ServerError.protocol(BAD_COLUMN);
                }
            }
        } else {
            typesAt = -1;
            integers = type == Type.INTEGER ? count : 0;
            reals = type == Type.REAL ? count : 0;
            texts = hasLength(type) ? count : 0;
            if (type > Type.NULL) {
                throw ServerError.protocol(BAD_COLUMN);
            }
        }
        readSections(in, integers, reals, texts);
    }

    private void readSections(MessageReader in, int integers, int reals, int texts) {
        if (integers > 0) {
            integerWidth = readWidth(in);
            integerAt = in.skip((long) integers * integerWidth);
        }
        if (reals > 0) {
            realAt = in.skip((long) reals * Double.BYTES);
        }
        if (texts > 0) {
            lengthWidth = readWidth(in);
            lengthAt = in.skip((long) texts * lengthWidth);
            long total = 0;
            for (int i = 0; i < texts; i++) {
                long length = integer(lengthAt + i * lengthWidth, lengthWidth);
                if (length < 0 || length > in.remaining()) {
                    throw ServerError.protocol(BAD_COLUMN);
                }
                total += length;
            }
            bytesAt = in.skip(total);
        }
    }

    private static boolean hasLength(int type) {
        return type == Type.TEXT || type == Type.BLOB;
    }

    private static int readWidth(MessageReader in) {
        int width = in.readByte();
        if (width > Long.BYTES || Integer.bitCount(width) != 1) {
            throw ServerError.protocol(BAD_COLUMN);
        }
        return width;
    }

    private long integer(int position, int width) {
        return switch (width) {
            case 1 -> bytes[position];
            case 2 -> (short) BigEndian.SHORT.get(bytes, position);
            case 4 -> (int) BigEndian.INT.get(bytes, position);
            default -> (long) BigEndian.LONG.get(bytes, position);
        };
    }

    /** Binds the next value of each parameter, from the first one on. */
    static void bindAll(Statement statement, List<ColumnReader> values, int row) {
        for (int i = 0; i < values.size(); i++) {
            values.get(i).bind(statement, i + 1, row);
        }
    }

    /**
     * Binds the next value.
     *
     * @param row its number, from 0; as many have been bound before
     */
    private void bind(Statement statement, int parameter, int row) {
        switch (typesAt < 0 ? type : bytes[typesAt + row]) {
            case Type.INTEGER -> {
                statement.bindLong(parameter, integer(integerAt, integerWidth));
                integerAt += integerWidth;
            }
            case Type.REAL -> {
                double value = Double.longBitsToDouble(integer(realAt, Double.BYTES));
                if (Double.isNaN(value)) {
                    statement.bindNull(parameter);
                } else {
                    statement.bindDouble(parameter, value);
                }
                realAt += Double.BYTES;
            }
            case Type.TEXT -> {
                int length = nextLength();
                int start = bytesAt - length;
                String text = new String(bytes, start, length, StandardCharsets.UTF_8);
                statement.bindText(parameter, text);
            }
            case Type.BLOB -> {
                int length = nextLength();
                statement.bindBlob(parameter, Arrays.copyOfRange(bytes, bytesAt - length, bytesAt));
            }
            default -> statement.bindNull(parameter);
        }
    }

    /** Goes behind the next value, and gives how long it is. */
    private int nextLength() {
        int length = (int) integer(lengthAt, lengthWidth);
        lengthAt += lengthWidth;
        bytesAt += length;
        return length;
    }
}
