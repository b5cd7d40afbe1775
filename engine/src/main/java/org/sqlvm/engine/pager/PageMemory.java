package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

/** Where the arrays of pages come from: the heap, or a test that has too little of it. */
@FunctionalInterface
public interface PageMemory {
    PageMemory HEAP = byte[]::new;

    /**
     * A new array of zeros.
     *
     * @throws OutOfMemoryError if there is no room
     */
    byte[] allocate(int bytes);

    /** Allocates an array; throws SQLite's error if there is no memory. */
    static byte[] allocate(PageMemory memory, int bytes) {
        try {
            return memory.allocate(bytes);
        } catch (OutOfMemoryError _) {
            throw new SqlException(ResultCode.NOMEM, "out of memory");
        }
    }
}
