package org.sqlvm.engine.btree;

/** SQLite's variable-length integers: 7 bits a byte, most significant first; a ninth byte has 8. */
final class Varint {
    static final int SIZE_MAX = 9;

    private Varint() {}

    static long get(byte[] data, int at) {
        long value = 0;
        for (int i = 0; i < SIZE_MAX - 1; i++) {
            byte octet = data[at + i];
            value = value << 7 | (octet & 0x7f);
            if (octet >= 0) {
                return value;
            }
        }
        return value << 8 | (data[at + SIZE_MAX - 1] & 0xff);
    }

    /** The size of the integer that stands at {@code at}. */
    static int size(byte[] data, int at) {
        int size = 1;
        while (size < SIZE_MAX && data[at + size - 1] < 0) {
            size++;
        }
        return size;
    }

    /** Writes an integer and returns its size. */
    static int put(byte[] data, int at, long value) {
        if ((value & ~0x7fL) == 0) {
            data[at] = (byte) value;
            return 1;
        }
        if (value < 0 || value >>> 56 != 0) {
            data[at + 8] = (byte) value;
            long rest = value >>> 8;
            for (int i = 7; i >= 0; i--) {
                data[at + i] = (byte) ((rest & 0x7f) | 0x80);
                rest >>>= 7;
            }
            return SIZE_MAX;
        }
        int size = (63 - Long.numberOfLeadingZeros(value)) / 7 + 1;
        long rest = value;
        for (int i = size - 1; i >= 0; i--) {
            data[at + i] = (byte) ((rest & 0x7f) | (i == size - 1 ? 0 : 0x80));
            rest >>>= 7;
        }
        return size;
    }
}
