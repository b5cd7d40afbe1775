package org.sqlvm.engine.vector.cache;

import org.sqlvm.engine.vector.column.Chunk;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory of all columns of the process that are cached. A chunk counts once, however many
 * connections hold it.
 */
final class CacheMemory {
    /** The columns take at most one HEAP_SHARE-th of the heap. */
    private static final int HEAP_SHARE = 4;

    private static final AtomicLong USED = new AtomicLong();

    private CacheMemory() {}

    /** The most bytes that may be used. */
    static long max() {
        return Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    }

    static long used() {
        return USED.get();
    }

    static boolean hasRoom(long bytes) {
        return USED.get() + bytes <= max();
    }

    /** One more holds these chunks; returns their size. */
    static long hold(Chunk[] chunks) {
        long size = 0;
        for (Chunk chunk : chunks) {
            long each = chunk.size();
            size += each;
            if (chunk.hold() == 1) {
                USED.addAndGet(each);
            }
        }
        return size;
    }

    /** One holds these chunks no longer; returns their size. */
    static long release(Chunk[] chunks) {
        long size = 0;
        for (Chunk chunk : chunks) {
            long each = chunk.size();
            size += each;
            if (chunk.release() == 0) {
                long left = USED.addAndGet(-each);
                assert left >= 0 : left;
            }
        }
        return size;
    }
}
