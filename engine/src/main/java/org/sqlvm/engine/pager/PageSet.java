package org.sqlvm.engine.pager;

import java.util.Arrays;

/** A set of page numbers: bits in chunks, which are made where there are members. */
final class PageSet {
    /** A chunk is 64 words of 64 pages. */
    private static final int CHUNK_BITS = 12;

    private static final int CHUNK_WORDS = 1 << (CHUNK_BITS - 6);

    private long[][] chunks = new long[1][];

    boolean contains(int number) {
        int chunk = number >>> CHUNK_BITS;
        return chunk < chunks.length
                && chunks[chunk] != null
                && (chunks[chunk][word(number)] & 1L << number) != 0;
    }

    /** @return whether it was not a member before */
    boolean add(int number) {
        int chunk = number >>> CHUNK_BITS;
        if (chunk >= chunks.length) {
            chunks = Arrays.copyOf(chunks, Math.max(chunk + 1, chunks.length * 2));
        }
        if (chunks[chunk] == null) {
            chunks[chunk] = new long[CHUNK_WORDS];
        }
        long before = chunks[chunk][word(number)];
        chunks[chunk][word(number)] = before | 1L << number;
        return chunks[chunk][word(number)] != before;
    }

    private static int word(int number) {
        return number >>> 6 & (CHUNK_WORDS - 1);
    }
}
