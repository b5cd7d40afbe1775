package org.sqlvm.engine.virtual.files;

/** Blocks of LZ4 (github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md). */
public final class Lz4 {
    private static final int MATCH_MIN = 4;

    /** More of a length follows. */
    private static final int LONG_LENGTH = 15;

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
     * Copies bytes that may overlap: then they repeat.
     *
     * @throws IndexOutOfBoundsException if they are not there, or there is no room
     */
    public static void copy(byte[] out, int to, int offset, int length) {
        if (offset <= 0 || offset > to || length < 0 || length > out.length - to) {
            throw new IndexOutOfBoundsException("a reference to what is not there");
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
