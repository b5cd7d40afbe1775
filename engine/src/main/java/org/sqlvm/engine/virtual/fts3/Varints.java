package org.sqlvm.engine.virtual.fts3;

/**
 * The integers of FTS3's format: seven bits in each byte, the lowest first; all bytes but the last
 * have the highest bit. They are not the varints of SQLite's records.
 */
final class Varints {
    static final int SIZE_MAX = 10;
    private static final int BITS = 7;
    private static final int MASK = 0x7f;
    private static final int SIZE_32 = 5;

    private Varints() {}

    static long read(byte[] bytes, int from) {
        long value = 0;
        int at = from;
        for (int shift = 0; ; shift += BITS) {
            byte next = bytes[at++];
            value += (long) (next & MASK) << shift;
            if (next >= 0 || at - from == SIZE_MAX) {
                return value;
            }
        }
    }

    /** The number of bytes of the integer at {@code from}. */
    static int length(byte[] bytes, int from) {
        int count = 1;
        while (bytes[from + count - 1] < 0 && count < SIZE_MAX) {
            count++;
        }
        return count;
    }

    /** An integer that must not be negative; the bits above 31 are dropped. */
    static int readInt(byte[] bytes, int from) {
        int value = 0;
        for (int i = 0; i < SIZE_32; i++) {
            byte next = bytes[from + i];
            value |= (next & (i < SIZE_32 - 1 ? MASK : 7)) << (BITS * i);
            if (next >= 0) {
                break;
            }
        }
        return value;
    }

    /** The number of bytes that {@link #readInt} looks at. */
    static int intLength(byte[] bytes, int from) {
        int count = 1;
        while (bytes[from + count - 1] < 0 && count < SIZE_32) {
            count++;
        }
        return count;
    }

    /** The number of bytes that {@code value} is written with. */
    static int size(long value) {
        return 1 + (Long.SIZE - 1 - Long.numberOfLeadingZeros(value | 1)) / BITS;
    }

    /** Writes a value; returns the index behind it. */
    static int write(byte[] bytes, int from, long value) {
        int at = from;
        long left = value;
        while ((left & ~MASK) != 0) {
            bytes[at++] = (byte) ((left & MASK) | ~MASK);
            left >>>= BITS;
        }
        bytes[at++] = (byte) left;
        return at;
    }
}
