package org.sqlvm.engine.virtual.fts3;

import java.util.Arrays;

/**
 * The bytes of a node. Zeros stand behind them, so that a reader of damaged bytes ends.
 *
 * @param length without the padding
 */
record Node(byte[] bytes, int length) {
    static final int PADDING = 2 * Varints.SIZE_MAX;

    static Node of(byte[] content) {
        return new Node(Arrays.copyOf(content, content.length + PADDING), content.length);
    }

    /** Compares two terms, byte by byte. */
    static int compare(byte[] left, int leftLength, byte[] right, int rightLength) {
        return Arrays.compareUnsigned(left, 0, leftLength, right, 0, rightLength);
    }

    /** The number of bytes that two terms begin with alike. */
    static int commonPrefix(byte[] left, int leftLength, byte[] right, int rightLength) {
        int at = Arrays.mismatch(left, 0, leftLength, right, 0, rightLength);
        return at < 0 ? leftLength : at;
    }
}
