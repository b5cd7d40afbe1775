package org.sqlvm.engine.data;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.file.Varint;

import java.nio.charset.StandardCharsets;

/**
 * Reads values out of a record (file-format section 2.1): a header of its own size and one serial
 * type per value, then the values.
 *
 * <p>The bytes come from the file, so every bound is checked. Text of a UTF-8 database and blobs
 * are borrowed from the record's array.
 */
public final class RecordReader {
    private RecordReader() {}

    /**
     * Size of the header, which is also where the values begin.
     *
     * @throws SqlException if the header cannot lie in the record
     */
    public static int headerSize(byte[] array, int offset, int length) {
        if (length > 0) {
            byte first = array[offset];
            if (first > 0 && first <= length) {
                return first;
            }
        }
        return headerSizeSlow(array, offset, length);
    }

    @TruffleBoundary
    private static int headerSizeSlow(byte[] array, int offset, int length) {
        int limit = offset + length;
        long size = readVarint(array, offset, limit);
        if (size < varintSize(array, offset) || size > length) {
            throw SqlException.corrupt(0, "record header of " + size + " bytes in " + length);
        }
        return (int) size;
    }

    /** The varint at {@code offset}, which must end before {@code limit}. */
    public static long readVarint(byte[] array, int offset, int limit) {
        if (offset < limit) {
            byte first = array[offset];
            if (first >= 0) {
                return first;
            }
            if (limit - offset >= Varint.SIZE_MAX) {
                return Varint.read(array, offset);
            }
        }
        return readVarintNearEnd(array, offset, limit);
    }

    @TruffleBoundary
    private static long readVarintNearEnd(byte[] array, int offset, int limit) {
        for (int i = offset; i < limit; i++) {
            if (array[i] >= 0) {
                return Varint.read(array, offset);
            }
        }
        throw SqlException.corrupt(0, "record header is cut off");
    }

    /** Bytes of a varint that {@link #readVarint} has read. */
    public static int varintSize(byte[] array, int offset) {
        return array[offset] >= 0 ? 1 : Varint.sizeAt(array, offset);
    }

    /**
     * Whether the header of a whole record agrees with its size: as SQLite checks it when it reads
     * the last column. A header of no bytes passes.
     *
     * @param columns the number of the table's columns; further values of the record are not
     *     checked
     * @throws SqlException SQLITE_CORRUPT if it does not
     */
    public static void check(byte[] record, int columns) {
        if (record.length == 0 || record[0] == 0) {
            return;
        }
        int headerSize = headerSize(record, 0, record.length);
        int at = varintSize(record, 0);
        long end = headerSize;
        for (int i = 0; i < columns && at < headerSize; i++) {
            end += SerialType.size(readVarint(record, at, headerSize));
            at += varintSize(record, at);
        }
        boolean whole = at >= headerSize;
        if (at > headerSize || end > record.length || (whole && end != record.length)) {
            throw SqlException.corrupt(
                    0, "header for " + end + " bytes in a record of " + record.length);
        }
    }

    /** How many values the record has. */
    public static int columnCount(byte[] array, int offset, int length) {
        int headerEnd = offset + headerSize(array, offset, length);
        int position = offset + varintSize(array, offset);
        int count = 0;
        while (position < headerEnd) {
            readVarint(array, position, headerEnd);
            position += varintSize(array, position);
            count++;
        }
        return count;
    }

    /**
     * Value {@code column}, from 0.
     *
     * @return a value, or Java's null if the record has too few
     */
    public static Object column(
            byte[] array, int offset, int length, int column, TextEncoding encoding) {
        int headerEnd = offset + headerSize(array, offset, length);
        int position = offset + varintSize(array, offset);
        long dataPosition = headerEnd;
        int limit = offset + length;
        for (int i = 0; position < headerEnd; i++) {
            long type = readVarint(array, position, headerEnd);
            if (i == column) {
                return value(array, checked(dataPosition, type, limit), type, encoding);
            }
            dataPosition += size(type);
            position += varintSize(array, position);
        }
        return null;
    }

    /**
     * All values, as far as {@code target} has room.
     *
     * @return how many there were; the rest of {@code target} is left alone
     */
    public static int columns(
            byte[] array, int offset, int length, Object[] target, TextEncoding encoding) {
        int headerEnd = offset + headerSize(array, offset, length);
        int position = offset + varintSize(array, offset);
        long dataPosition = headerEnd;
        int limit = offset + length;
        int count = 0;
        while (count < target.length && position < headerEnd) {
            long type = readVarint(array, position, headerEnd);
            int start = checked(dataPosition, type, limit);
            target[count++] = value(array, start, type, encoding);
            dataPosition = start + size(type);
            position += varintSize(array, position);
        }
        return count;
    }

    /** The last value, which in an index entry is the rowid. */
    public static long lastLong(byte[] array, int offset, int length) {
        int headerEnd = offset + headerSize(array, offset, length);
        int position = offset + varintSize(array, offset);
        long type = SerialType.NULL;
        while (position < headerEnd) {
            type = readVarint(array, position, headerEnd);
            position += varintSize(array, position);
        }
        if (!SerialType.isInteger(type)) {
            throw SqlException.corrupt(0, "rowid of an index entry has serial type " + type);
        }
        long start = offset + length - SerialType.size(type);
        return readLong(
                array, checked(Math.max(start, headerEnd), type, offset + length), (int) type);
    }

    /** Size of a value of that type, which must be a valid type. */
    static long size(long type) {
        long size = SerialType.size(type);
        if (size < 0) {
            throw reservedType(type);
        }
        return size;
    }

    /**
     * {@code position}, once it is sure that a value of that type there ends before {@code limit}.
     */
    static int checked(long position, long type, int limit) {
        long size = SerialType.size(type);
        if (size < 0) {
            throw reservedType(type);
        }
        if (position + size > limit) {
            throw valueBeyondEnd(type, position + size - limit);
        }
        return (int) position;
    }

    @TruffleBoundary
    private static SqlException reservedType(long type) {
        return SqlException.corrupt(0, "serial type " + type);
    }

    @TruffleBoundary
    private static SqlException valueBeyondEnd(long type, long excess) {
        return SqlException.corrupt(
                0, "value of serial type " + type + " ends " + excess + " bytes after its record");
    }

    /** The value of that type at {@code position}; the bounds are already checked. */
    public static Object value(byte[] array, int position, long type, TextEncoding encoding) {
        if (type >= SerialType.BLOB_BASE) {
            int size = (int) SerialType.size(type);
            return (type & 1) == 0
                    ? Blob.of(array, position, size, encoding)
                    : text(array, position, size, encoding);
        }
        if (type == SerialType.NULL) {
            return SqlNull.NULL;
        }
        if (type == SerialType.REAL) {
            return Values.real(readDouble(array, position));
        }
        return readLong(array, position, (int) type);
    }

    /** Text of {@code size} stored bytes: borrowed if they are UTF-8, else transcoded. */
    public static Text text(byte[] array, int position, int size, TextEncoding encoding) {
        return encoding == TextEncoding.UTF8
                ? new Text(array, position, size)
                : transcode(array, position, size, encoding);
    }

    @TruffleBoundary
    private static Text transcode(byte[] array, int position, int size, TextEncoding encoding) {
        // An odd last byte is no character; SQLite drops it too.
        String characters = new String(array, position, size & ~1, encoding.charset);
        return Text.of(characters.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns an integer of one of the types INT8 to INT64, ZERO and ONE. */
    public static long readLong(byte[] array, int position, int type) {
        return switch (type) {
            case SerialType.INT8 -> array[position];
            case SerialType.INT16 -> BigEndian.getShort(array, position);
            case SerialType.INT24 ->
                array[position] << 16 | (BigEndian.getShort(array, position + 1) & 0xffff);
            case SerialType.INT32 -> BigEndian.getInt(array, position);
            case SerialType.INT48 ->
                (long) BigEndian.getShort(array, position) << 32
                        | (BigEndian.getInt(array, position + 2) & 0xffffffffL);
            case SerialType.INT64 -> BigEndian.getLong(array, position);
            case SerialType.ZERO -> 0;
            default -> {
                assert type == SerialType.ONE : type;
                yield 1;
            }
        };
    }

    /** The real of type REAL. It may be NaN, which is NULL. */
    public static double readDouble(byte[] array, int position) {
        return Double.longBitsToDouble(BigEndian.getLong(array, position));
    }
}
