package org.sqlvm.engine.data;

/**
 * Serial types of the record format (file-format section 2.1): a value's type and size in bytes.
 */
public final class SerialType {
    public static final int NULL = 0;
    public static final int INT8 = 1;
    public static final int INT16 = 2;
    public static final int INT24 = 3;
    public static final int INT32 = 4;
    public static final int INT48 = 5;
    public static final int INT64 = 6;
    public static final int REAL = 7;
    public static final int ZERO = 8;
    public static final int ONE = 9;
    /** 12, 14, 16 … are blobs of (n - 12) / 2 bytes. */
    public static final int BLOB_BASE = 12;
    /** 13, 15, 17 … are texts of (n - 13) / 2 bytes. */
    public static final int TEXT_BASE = 13;

    /**
     * Size of the value of each serial type whose varint is one byte, by that byte. Bytes 128 to
     * 255 begin a longer varint, so an index is never beyond the table once negative bytes went the
     * slow way; 10 and 11 are reserved and hold -1.
     */
    private static final byte[] SIZES = sizes();

    private SerialType() {}

    private static byte[] sizes() {
        byte[] sizes = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0, -1, -1};
        byte[] table = new byte[128];
        for (int type = 0; type < table.length; type++) {
            table[type] = type < BLOB_BASE ? sizes[type] : (byte) ((type - BLOB_BASE) / 2);
        }
        return table;
    }

    /**
     * Bytes of a value by the first byte of its type's varint; -1 if the varint is longer or the
     * type is reserved, so that the caller reads it in full.
     */
    public static int sizeOfByte(byte first) {
        return first >= 0 ? SIZES[first] : -1;
    }

    /**
     * Returns the size of a value of that type; -1 for the two reserved types and for numbers that
     * are no type.
     */
    public static long size(long type) {
        if (type >= 0 && type < SIZES.length) {
            return SIZES[(int) type];
        }
        return type < 0 ? -1 : (type - BLOB_BASE) >> 1;
    }

    /** The smallest type for an integer. */
    public static int ofLong(long value) {
        if (value == (byte) value) {
            return value == 0 ? ZERO : value == 1 ? ONE : INT8;
        }
        if (value == (short) value) {
            return INT16;
        }
        if (value == value << 40 >> 40) {
            return INT24;
        }
        if (value == (int) value) {
            return INT32;
        }
        return value == value << 16 >> 16 ? INT48 : INT64;
    }

    public static boolean isText(long type) {
        return type >= TEXT_BASE && (type & 1) != 0;
    }

    public static boolean isBlob(long type) {
        return type >= BLOB_BASE && (type & 1) == 0;
    }

    /** INT8 to INT64, ZERO and ONE. */
    public static boolean isInteger(long type) {
        return type >= INT8 && type <= ONE && type != REAL;
    }
}
