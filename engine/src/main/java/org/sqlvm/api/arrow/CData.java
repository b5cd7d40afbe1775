package org.sqlvm.api.arrow;

import java.lang.foreign.MemorySegment;

/**
 * Where the members of the structures of Arrow's C interfaces are, for pointers of 64 bits
 * (arrow.apache.org/docs/format/CDataInterface.html).
 */
final class CData {
    static final int STREAM_SIZE = 40;
    static final int STREAM_GET_SCHEMA = 0;
    static final int STREAM_GET_NEXT = 8;
    static final int STREAM_GET_LAST_ERROR = 16;
    static final int STREAM_RELEASE = 24;
    static final int STREAM_PRIVATE = 32;

    static final int SCHEMA_SIZE = 72;
    static final int SCHEMA_FORMAT = 0;
    static final int SCHEMA_NAME = 8;
    static final int SCHEMA_FLAGS = 24;
    static final int SCHEMA_CHILD_COUNT = 32;
    static final int SCHEMA_CHILDREN = 40;
    static final int SCHEMA_DICTIONARY = 48;
    static final int SCHEMA_RELEASE = 56;
    static final int SCHEMA_PRIVATE = 64;

    static final int ARRAY_SIZE = 80;
    static final int ARRAY_LENGTH = 0;
    static final int ARRAY_NULL_COUNT = 8;
    static final int ARRAY_OFFSET = 16;
    static final int ARRAY_BUFFER_COUNT = 24;
    static final int ARRAY_CHILD_COUNT = 32;
    static final int ARRAY_BUFFERS = 40;
    static final int ARRAY_CHILDREN = 48;
    static final int ARRAY_DICTIONARY = 56;
    static final int ARRAY_RELEASE = 64;
    static final int ARRAY_PRIVATE = 72;

    /** ARROW_FLAG_NULLABLE. */
    static final long NULLABLE = 2;

    private CData() {}

    /** Returns the memory that a pointer points to. */
    @SuppressWarnings("restricted") // These structures are pointers of others.
    static MemorySegment at(long address, long size) {
        return MemorySegment.ofAddress(address).reinterpret(size);
    }
}
