package org.sqlvm.engine.virtual.fts3;

import java.util.Arrays;

/** Bytes that are appended to. */
final class Output {
    private static final int FIRST_SIZE = 64;

    byte[] bytes;
    int length;

    Output() {
        this(FIRST_SIZE);
    }

    Output(int size) {
        bytes = new byte[Math.max(size, 1)];
    }

    void clear() {
        length = 0;
    }

    /** Makes space for {@code count} bytes more. */
    void reserve(int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
        }
    }

    void put(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    void putVarint(long value) {
        reserve(Varints.SIZE_MAX);
        length = Varints.write(bytes, length, value);
    }

    void put(byte[] from, int offset, int count) {
        reserve(count);
        System.arraycopy(from, offset, bytes, length, count);
        length += count;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, length);
    }

    /** The bytes with zeros behind them, which readers may run into. */
    byte[] toPadded() {
        return Arrays.copyOf(bytes, length + Node.PADDING);
    }
}
