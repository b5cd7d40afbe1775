package org.sqlvm.shell.recover;

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
        FormatReader reader = new FormatReader(payload, size);
        long headerSize = reader.varint();
        if (headerSize < reader.position() || headerSize > size) {
            return null;
        }
        List<Object> values = new ArrayList<>();
        int value = (int) headerSize;
        while (reader.position() < headerSize) {
            long type = reader.varint();
            long length = FormatReader.valueSize(type);
            if (type < 0 || length > size - value) {
                break;
            }
            values.add(value(reader, payload, value, type, (int) length));
            value += (int) length;
        }
        return new RecoveredRecord(rowid, values);
    }

    private static Object value(
            FormatReader reader, byte[] payload, int from, long type, int length) {
        if (type >= 12) {
            byte[] bytes = Arrays.copyOfRange(payload, from, from + length);
            return type % 2 == 0 ? bytes : new Text(bytes);
        }
        return switch ((int) type) {
            case 0, 10, 11 -> null;
            case 7 -> Double.longBitsToDouble(reader.signed(from, length));
            case 8 -> 0L;
            case 9 -> 1L;
            default -> reader.signed(from, length);
        };
    }
}
