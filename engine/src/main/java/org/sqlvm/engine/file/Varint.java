package org.sqlvm.engine.file;

/**
 * SQLite's variable-length integers (file-format section 1.6): 1 to 9 bytes, most significant
 * first, seven bits each with the high bit for "more follows", all eight bits in the ninth.
 *
 * <p>Readers check no bounds beyond those of the array.
 */
public final class Varint {
    /** Bytes of the longest one. */
    public static final int SIZE_MAX = 9;

    private Varint() {}

    public static long read(byte[] array, int offset) {
        byte first = array[offset];
        if (first >= 0) {
            return first;
        }
        byte second = array[offset + 1];
        if (second >= 0) {
            return (first & 0x7fL) << 7 | second;
        }
        return readLong(array, offset, (first & 0x7fL) << 7 | (second & 0x7f));
    }

    /** Goes on behind the first two bytes. */
    private static long readLong(byte[] array, int offset, long start) {
        long value = start;
        for (int i = 2; i < 8; i++) {
            byte next = array[offset + i];
            value = value << 7 | (next & 0x7f);
            if (next >= 0) {
                return value;
            }
        }
        return value << 8 | (array[offset + 8] & 0xff);
    }

    /** Bytes of the varint at {@code offset}. */
    public static int sizeAt(byte[] array, int offset) {
        for (int i = 0; i < 8; i++) {
            if (array[offset + i] >= 0) {
                return i + 1;
            }
        }
        return SIZE_MAX;
    }

    /**
     * Returns the size of a varint in an array that may hold other bytes from {@code end} on; 0 if
     * the varint does not end before.
     */
    public static int sizeWithin(byte[] array, int offset, int end) {
        for (int size = 1; offset + size <= end; size++) {
            if (size == SIZE_MAX || array[offset + size - 1] >= 0) {
                return size;
            }
        }
        return 0;
    }

    /** Bytes that {@link #write} needs for the value. */
    public static int size(long value) {
        if (value >>> 56 != 0) {
            return SIZE_MAX; // Also all negative numbers.
        }
        int bits = 64 - Long.numberOfLeadingZeros(value | 1);
        return (bits + 6) / 7;
    }

    /** Writes the value and returns the offset behind it. */
    public static int write(byte[] array, int offset, long value) {
        if (value >= 0 && value <= 0x7f) {
            array[offset] = (byte) value;
            return offset + 1;
        }
        int size = size(value);
        long rest = value;
        int i = offset + size - 1;
        if (size == SIZE_MAX) {
            array[i--] = (byte) rest;
            rest >>>= 8;
        } else {
            array[i--] = (byte) (rest & 0x7f);
            rest >>>= 7;
        }
        while (i >= offset) {
            array[i--] = (byte) ((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        return offset + size;
    }
}
