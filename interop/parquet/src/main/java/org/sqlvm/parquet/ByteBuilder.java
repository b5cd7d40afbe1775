package org.sqlvm.parquet;

import java.util.Arrays;

/** Bytes that are collected; numbers begin with the lowest one. */
final class ByteBuilder {
    byte[] array = new byte[1 << 10];
    int size;

    void clear() {
        size = 0;
    }

    private void makeRoom(int count) {
        assert count >= 0 : count;
        if (count > array.length - size) {
            long wanted = Math.max((long) size + count, 2L * array.length);
            array = Arrays.copyOf(array, (int) Math.min(wanted, Integer.MAX_VALUE - Long.BYTES));
        }
    }

    void add(int value) {
        makeRoom(1);
        array[size++] = (byte) value;
    }

    void add(byte[] bytes, int from, int count) {
        makeRoom(count);
        System.arraycopy(bytes, from, array, size, count);
        size += count;
    }

    void add(byte[] bytes) {
        add(bytes, 0, bytes.length);
    }

    void addInt(int value) {
        makeRoom(Integer.BYTES);
        Bytes.setInt(array, size, value);
        size += Integer.BYTES;
    }

    void addLong(long value) {
        makeRoom(Long.BYTES);
        Bytes.setLong(array, size, value);
        size += Long.BYTES;
    }

    void addVarint(int value) {
        int rest = value;
        while ((rest & ~0x7F) != 0) {
            add((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        add(rest);
    }

    /** A run of small integers, packed into bits. */
    void addPacked(int[] values, int count, int width) {
        assert 0 < width && width <= Integer.SIZE : width;
        assert 0 <= count && count <= values.length : count;
        addVarint(((count + 7) / 8) << 1 | 1);
        long bits = 0;
        int filled = 0;
        int padded = (count + 7) / 8 * 8;
        for (int i = 0; i < padded; i++) {
            bits |= (i < count ? values[i] & 0xFFFF_FFFFL : 0) << filled;
            filled += width;
            while (filled >= Byte.SIZE) {
                add((int) bits);
                bits >>>= Byte.SIZE;
                filled -= Byte.SIZE;
            }
        }
    }
}
