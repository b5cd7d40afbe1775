package org.sqlvm.shell.recover;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A record of a damaged database (file-format section 2.1).
 *
 * @param values null, Long, Double, {@link Text} or byte[]; only those that are there
 */
public record RecoveredRecord(long rowid, List<Object> values) {
    /** Text in the encoding of the database. */
    public record Text(byte[] bytes) {}

    /**
     * Reads what there is of a record.
     *
     * @param size the number of bytes of the payload that were found
     * @return null if its header cannot be one
     */
    static RecoveredRecord of(long rowid, byte[] payload, int size) {
        int[] at = {0};
        long headerSize = varint(payload, at, size);
        if (headerSize < at[0] || headerSize > size) {
            return null;
        }
        List<Object> values = new ArrayList<>();
        int value = (int) headerSize;
        while (at[0] < headerSize) {
            long type = varint(payload, at, size);
            long length = length(type);
            if (type < 0 || length > size - value) {
                break;
            }
            values.add(value(payload, value, type, (int) length));
            value += (int) length;
        }
        return new RecoveredRecord(rowid, values);
    }

    private static long length(long type) {
        if (type >= 12) {
            return (type - 12) / 2;
        }
        return switch ((int) type) {
            case 1, 2, 3, 4 -> type;
            case 5 -> 6;
            case 6, 7 -> 8;
            default -> 0;
        };
    }

    private static Object value(byte[] payload, int from, long type, int length) {
        if (type >= 12) {
            byte[] bytes = Arrays.copyOfRange(payload, from, from + length);
            return type % 2 == 0 ? bytes : new Text(bytes);
        }
        return switch ((int) type) {
            case 0, 10, 11 -> null;
            case 7 -> ByteBuffer.wrap(payload).getDouble(from);
            case 8 -> 0L;
            case 9 -> 1L;
            default -> {
                long number = payload[from];
                for (int i = 1; i < length; i++) {
                    number = number << 8 | (payload[from + i] & 0xff);
                }
                yield number;
            }
        };
    }

    private static long varint(byte[] bytes, int[] at, int size) {
        long value = 0;
        for (int i = 0; i < 9 && at[0] < size; i++) {
            byte b = bytes[at[0]++];
            if (i == 8) {
                return value << 8 | (b & 0xff);
            }
            value = value << 7 | (b & 0x7f);
            if (b >= 0) {
                break;
            }
        }
        return value;
    }
}
