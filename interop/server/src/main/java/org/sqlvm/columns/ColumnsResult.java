package org.sqlvm.columns;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A result in a memory file, which is mapped into this process: nothing of it is copied. */
public final class ColumnsResult implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment segment;
    private final long rowCount;

    ColumnsResult(Descriptor file, long rowCount) throws IOException {
        boolean isMapped = false;
        // The mapping outlives the descriptor.
        try (file) {
            segment = file.map(arena);
            isMapped = true;
        } finally {
            if (!isMapped) {
                arena.close();
            }
        }
        this.rowCount = rowCount;
    }

    /** A stream of Apache Arrow, until this is closed; it can only be read. */
    public MemorySegment segment() {
        return segment;
    }

    /**
     * Returns the stream as a buffer.
     *
     * @throws UnsupportedOperationException if the stream has more than 2 GiB
     */
    public ByteBuffer buffer() {
        return segment.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    public long rowCount() {
        return rowCount;
    }

    /** Unmaps it. */
    @Override
    public void close() {
        arena.close();
    }
}
