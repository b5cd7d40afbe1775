package org.sqlvm.parquet;

/** Blocks of LZ4 (github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md). */
final class Lz4 {
    private static final int MATCH_MIN = 4;

    private Lz4() {}

    /** @throws IndexOutOfBoundsException also if the block is damaged */
    static void decompress(byte[] in, int from, int end, byte[] out) {
        int at = from;
        int to = 0;
        while (at < end) {
            int token = in[at++] & 0xFF;
            int length = token >>> 4;
            if (length == 15) {
                int next;
                do {
                    next = in[at++] & 0xFF;
                    length += next;
                } while (next == 255);
            }
            if (length > end - at || length > out.length - to) {
                throw ParquetException.damaged("a page of LZ4");
            }
            System.arraycopy(in, at, out, to, length);
            at += length;
            to += length;
            if (at == end) {
                break; // The last sequence has no match.
            }
            int offset = (in[at] & 0xFF) | (in[at + 1] & 0xFF) << 8;
            at += 2;
            length = token & 15;
            if (length == 15) {
                int next;
                do {
                    next = in[at++] & 0xFF;
                    length += next;
                } while (next == 255);
            }
            length += MATCH_MIN;
            Snappy.copy(out, to, offset, length);
            to += length;
        }
        if (to != out.length || at != end) {
            throw ParquetException.damaged("a page of LZ4");
        }
    }
}
