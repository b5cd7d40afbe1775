package org.sqlvm.engine.file;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Gives back the memory of those parts of a mapped file that a scan has read. They count as memory
 * of the process although the operating system has them anyway, and reads them again at once. Of
 * use in a process that runs one statement: there a scan of a table comes once.
 */
final class ScannedParts {
    private static final int BITS = 24;
    private static final int SIZE = 1 << BITS;

    /** A scan has left a part if it has read this many bytes of the next one. */
    private static final int NEXT_MIN = SIZE / 16;

    /** A part is given back if this many bytes of it have been read: others may be of indexes. */
    private static final int READ_MIN = SIZE / 4;

    private final AtomicIntegerArray bytesRead;

    /** @param size the size of the mapping */
    ScannedParts(long size) {
        bytesRead = new AtomicIntegerArray((int) (size >>> BITS) + 1);
    }

    /** Notes that some bytes of the mapping have been read. */
    void read(MemorySegment source, long position, int length) {
        int part = (int) (position >>> BITS);
        if (part >= bytesRead.length()) {
            return;
        }
        int read = bytesRead.addAndGet(part, length);
        boolean begun = read >= NEXT_MIN && read - length < NEXT_MIN;
        if (begun && part > 0 && bytesRead.get(part - 1) >= READ_MIN) {
            bytesRead.set(part - 1, 0);
            source.asSlice((part - 1L) << BITS, SIZE).unload();
        }
    }

    /** For tests: the bytes of a part that have been read since it was given back. */
    int bytesRead(int part) {
        return bytesRead.get(part);
    }
}
