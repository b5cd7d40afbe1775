package org.sqlvm.engine.virtual.fts5.index;

import java.util.Arrays;

/** Bytes that grow at their end. {@link Blocks#PADDING} zero bytes may be read behind them. */
final class ByteList {
    private static final int FIRST_CAPACITY = 64;

    byte[] array;
    int length;

    ByteList() {
        this(FIRST_CAPACITY);
    }

    ByteList(int capacity) {
        array = new byte[capacity + Blocks.PADDING];
    }

    void clear() {
        length = 0;
    }

    /** Makes room for more bytes. */
    void reserve(int count) {
        if (length + count + Blocks.PADDING > array.length) {
            int capacity = Math.max(array.length * 2, length + count + Blocks.PADDING);
            array = Arrays.copyOf(array, capacity);
        }
    }

    void add(int value) {
        reserve(1);
        array[length++] = (byte) value;
    }

    void add(byte[] data, int start, int count) {
        reserve(count);
        System.arraycopy(data, start, array, length, count);
        length += count;
    }

    void addVarint(long value) {
        reserve(Varints.MAX_SIZE);
        length = Varints.write(array, length, value);
    }

    void addInt(int value) {
        reserve(Integer.BYTES);
        for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            array[length++] = (byte) (value >> shift);
        }
    }

    void set(byte[] data, int start, int count) {
        length = 0;
        add(data, start, count);
    }

    /** Sets two bytes to a number. */
    void putShort(int offset, int value) {
        array[offset] = (byte) (value >> Byte.SIZE);
        array[offset + 1] = (byte) value;
    }

    /** Zeroes the bytes behind it, so that a reader meets no older ones. */
    void pad() {
        reserve(0);
        Arrays.fill(array, length, length + Blocks.PADDING, (byte) 0);
    }

    int compareTo(ByteList other) {
        return Arrays.compareUnsigned(array, 0, length, other.array, 0, other.length);
    }

    boolean equalTo(byte[] data, int start, int count) {
        return count == length && Arrays.equals(array, 0, length, data, start, start + count);
    }

    byte[] toArray() {
        return Arrays.copyOf(array, length);
    }
}
