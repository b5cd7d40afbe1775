package org.sqlvm.engine.virtual.files;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Blocks of LZ4 (github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md). */
public final class Lz4 {
    private static final int MATCH_MIN = 4;

    /** More of a length follows. */
    private static final int LONG_LENGTH = 15;

    /** Eight bytes in the processor's order, which does not matter here. */
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(
                    long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();

    /** Up to this many bytes, copying word by word is faster than a call. */
    private static final int SHORT_LENGTH = 64;

    private Lz4() {}

    /**
     * Decompresses a block, which may refer to what is in the target before it.
     *
     * @param start where its content begins in the target
     * @return where it ends
     * @throws IndexOutOfBoundsException if it is damaged, or the target too small
     */
    public static int decompress(byte[] in, int from, int end, byte[] out, int start) {
        int at = from;
        int to = start;
        while (at < end) {
            int token = in[at++] & 0xFF;
            int length = token >>> 4;
            if (length == LONG_LENGTH) {
                int next;
                do {
                    next = in[at++] & 0xFF;
                    length += next;
                } while (next == 255);
            }
            System.arraycopy(in, at, out, to, length);
            at += length;
            to += length;
            if (at >= end) {
                break; // The last sequence has no match.
            }
            int offset = (in[at] & 0xFF) | (in[at + 1] & 0xFF) << 8;
            at += 2;
            length = token & LONG_LENGTH;
            if (length == LONG_LENGTH) {
                int next;
                do {
                    next = in[at++] & 0xFF;
                    length += next;
                } while (next == 255);
            }
            length += MATCH_MIN;
            copy(out, to, offset, length);
            to += length;
        }
        if (at != end) {
            throw new IndexOutOfBoundsException("a block that ends too late");
        }
        return to;
    }

    /**
     * Copies bytes that may overlap: then they repeat. Up to seven bytes behind them may become
     * others.
     *
     * @throws IndexOutOfBoundsException if they are not there, or there is no room
     */
    public static void copy(byte[] out, int to, int offset, int length) {
        if (offset <= 0 || offset > to || length < 0 || length > out.length - to) {
            throw new IndexOutOfBoundsException("a reference to what is not there");
        }
        if (offset >= Long.BYTES
                && length <= SHORT_LENGTH
                && length <= out.length - to - Long.BYTES) {
            // What is written too much will be overwritten.
            for (int i = 0; i < length; i += Long.BYTES) {
                WORDS.set(out, to + i, (long) WORDS.get(out, to - offset + i));
            }
            return;
        }
        if (offset >= length) {
            System.arraycopy(out, to - offset, out, to, length);
            return;
        }
        for (int i = to; i < to + length; i++) {
            out[i] = out[i - offset];
        }
    }
}
