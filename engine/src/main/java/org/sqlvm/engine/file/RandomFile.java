package org.sqlvm.engine.file;

import org.sqlvm.api.files.RandomInput;

import java.io.IOException;

/** An open file that is read and written anywhere. One thread at a time. */
public interface RandomFile extends RandomInput {
    /** Writes all of {@code length} bytes at {@code position}; the file grows as needed. */
    void write(byte[] source, int offset, int length, long position) throws IOException;

    void truncate(long size) throws IOException;
}
