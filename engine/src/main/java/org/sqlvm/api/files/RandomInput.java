package org.sqlvm.api.files;

import java.io.IOException;

/** An open file that is read anywhere. One thread at a time. */
public interface RandomInput extends AutoCloseable {
    /**
     * Reads up to {@code length} bytes at {@code position}.
     *
     * @return the count of bytes read: {@code length}, or less (down to 0) where the file ends
     */
    int read(byte[] target, int offset, int length, long position) throws IOException;

    /** The second call does nothing. */
    @Override
    void close() throws IOException;
}
