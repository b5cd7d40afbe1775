package org.sqlvm.engine.file;

import java.io.IOException;

/** An open file that is read and written anywhere. One thread at a time. */
public interface RandomFile extends AutoCloseable {
    /**
     * Reads up to {@code length} bytes at {@code position}.
     *
     * @return the count of bytes read: {@code length}, or less (down to 0) where the file ends
     */
    int read(byte[] target, int offset, int length, long position) throws IOException;

    /** Writes all of {@code length} bytes at {@code position}; the file grows as needed. */
    void write(byte[] source, int offset, int length, long position) throws IOException;

    void truncate(long size) throws IOException;

    /** The second call does nothing. */
    @Override
    void close() throws IOException;
}
