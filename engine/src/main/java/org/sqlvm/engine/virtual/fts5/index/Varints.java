package org.sqlvm.engine.virtual.fts5.index;

/**
 * SQLite's variable-length integers: big-endian groups of 7 bits, the ninth byte whole. Arrays have
 * {@link Blocks#PADDING} bytes behind their contents, so that readers need no limit.
 */
final class Varints {
    static final int MAX_SIZE = 9;

    private static final int MORE = 0x80;
    private static final int BITS = 0x7f;
    private static final int GROUP = 7;

    private Varints() {}

    static long read(byte[] data, int offset) {
        byte first = data[offset];
        if (first >= 0) {
            return first;
        }
        long value = first & BITS;
        for (int i = 1; i < MAX_SIZE - 1; i++) {
            byte next = data[offset + i];
            value = value << GROUP | (next & BITS);
            if (next >= 0) {
                return value;
            }
        }
        return value << Byte.SIZE | (data[offset + MAX_SIZE - 1] & 0xff);
    }

    static int size(byte[] data, int offset) {
        int size = 1;
        while (size < MAX_SIZE && data[offset + size - 1] < 0) {
            size++;
        }
        return size;
    }

    /** Reads one that SQLite keeps in 32 bits; never negative. */
    static int readInt(byte[] data, int offset) {
        byte first = data[offset];
        return first >= 0 ? first : (int) read(data, offset) & Integer.MAX_VALUE;
    }

    /** Writes a value; returns the offset behind it. */
    static int write(byte[] data, int offset, long value) {
        if ((value & ~BITS) == 0) {
            data[offset] = (byte) value;
            return offset + 1;
        }
        int size = size(value);
        long rest = value;
        int last = size - 1;
        if (size == MAX_SIZE) {
            data[offset + last--] = (byte) rest;
            rest >>>= Byte.SIZE;
        } else {
            data[offset + last--] = (byte) (rest & BITS);
            rest >>>= GROUP;
        }
        for (int i = last; i >= 0; i--) {
            data[offset + i] = (byte) ((rest & BITS) | MORE);
            rest >>>= GROUP;
        }
        return offset + size;
    }

    /** Size of a value in bytes. */
    static int size(long value) {
        int size = 1;
        for (long rest = value >>> GROUP; rest != 0 && size < MAX_SIZE; rest >>>= GROUP) {
            size++;
        }
        return size;
    }
}
