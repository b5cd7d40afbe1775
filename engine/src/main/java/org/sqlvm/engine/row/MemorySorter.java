package org.sqlvm.engine.row;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import java.util.Arrays;
import org.sqlvm.engine.data.KeyOrder;

/**
 * A sorter whose records fit into memory: one after another in large chunks of bytes, and an array of
 * references that is merge-sorted.
 */
public final class MemorySorter implements Sorter {
    /** A reference is the chunk's number in the high half and the offset in it in the low half. */
    private static final int CHUNK_SIZE_MIN = 1 << 16;

    private static final int CHUNK_SIZE_MAX = 1 << 24;

    private final KeyOrder order;
    /** No more than this many records come out: the first in the order. */
    private final int limit;

    private byte[][] chunks = new byte[4][];
    private int chunkCount;
    private int chunkUsed;
    private long[] references = new long[64];
    private int[] lengths = new int[64];
    private int count;
    private int position = -1;

    public MemorySorter(KeyOrder order) {
        this(order, Integer.MAX_VALUE);
    }

    /**
     * @param limit only the first {@code limit} records are wanted
     */
    public MemorySorter(KeyOrder order, int limit) {
        this.order = order;
        this.limit = limit;
    }

    @Override
    public void add(byte[] record, int offset, int length) {
    }

    @Override
    public void sort() {}

    @Override
    public boolean next() {
        return false;
    }

    @Override
    public byte[] array() {
        return chunks[0];
    }

    @Override
    public int offset() {
        return 0;
    }

    @Override
    public int length() {
        return 0;
    }

    @Override
    public int count() {
        return Math.min(count, limit);
    }

    @Override
    public void clear() {}
}
