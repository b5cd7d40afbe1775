package org.sqlvm.engine.data;

import java.util.Arrays;

/**
 * A slice of bytes: the common half of {@link Text} and {@link Blob}.
 *
 * <p>A slice may be <em>borrowed</em>: its array is a database page, valid only while the cursor
 * stays on the row. A caller that keeps a value past that calls {@link #owned()}.
 */
public abstract sealed class Bytes permits Text, Blob {
    /** The bytes are {@code array[offset .. offset + length)}; never written through. */
    public final byte[] array;

    public final int offset;
    public final int length;

    Bytes(byte[] array, int offset, int length) {
        assert offset >= 0 && length >= 0 && offset + length <= array.length
                : offset + "+" + length + " of " + array.length;
        this.array = array;
        this.offset = offset;
        this.length = length;
    }

    /** A fresh array with exactly these bytes. */
    public final byte[] toArray() {
        return Arrays.copyOfRange(array, offset, offset + length);
    }

    /** Whether the array has no other bytes: it is no page and will not change. */
    public final boolean isWhole() {
        return array.length == length;
    }

    /** Whether the bytes are the same. */
    public final boolean hasBytesOf(Bytes other) {
        return length == other.length
                && Arrays.equals(
                        array,
                        offset,
                        offset + length,
                        other.array,
                        other.offset,
                        other.offset + length);
    }

    /** This value in an array of its own, which no page change can touch. */
    public abstract Bytes owned();

    /** memcmp over the common length, then the shorter first. */
    public static int compare(Bytes left, Bytes right) {
        return Arrays.compareUnsigned(
                left.array,
                left.offset,
                left.offset + left.length,
                right.array,
                right.offset,
                right.offset + right.length);
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof Bytes bytes
                && this instanceof Text == bytes instanceof Text
                && compare(this, bytes) == 0;
    }

    @Override
    public final int hashCode() {
        int hash = 1;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }
}
