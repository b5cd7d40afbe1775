package org.sqlvm.engine.virtual.files;

import java.io.InputStream;
import java.util.Arrays;

/** A file's bytes, as far as they have been read and not been given out. */
abstract class RecordBuffer implements AutoCloseable {
    private static final int BUFFER_SIZE = 1 << 18;

    /** A longer record is one whose quote or bracket does not end. */
    private static final int RECORD_SIZE_MAX = 1 << 26;

    final FileInput file;
    private final InputStream input;

    byte[] buffer = new byte[BUFFER_SIZE];
    /** Where the next record begins. */
    int place;
    /** Where the bytes end that are here. */
    int size;
    /** There are no more bytes. */
    boolean atEnd;

    /** The line that the record begins in, from 1. */
    long line = 1;

    long nextLine = 1;

    private long consumed;

    /** Reads {@code input}, which is the content of {@code file}, and closes it at the end. */
    RecordBuffer(FileInput file, InputStream input) {
        this.file = file;
        this.input = input;
    }

    /** Reads more behind what has not been given out yet; whether there is more. */
    final boolean fill() {
        int left = size - place;
        if (left == buffer.length) {
            if (left >= RECORD_SIZE_MAX) {
                throw FileError.at(file.path(), line, "a record is longer than 64 MB");
            }
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        } else if (place > 0) {
            System.arraycopy(buffer, place, buffer, 0, left);
            consumed += place;
            place = 0;
            size = left;
        }
        int read = file.read(input, buffer, size, buffer.length - size);
        atEnd = read < 0;
        size += Math.max(0, read);
        return read > 0;
    }

    /** How many bytes have been given out. */
    final long consumed() {
        return consumed + place;
    }

    /** The line that the record begins in, from 1. */
    final long line() {
        return line;
    }

    @Override
    public final void close() {
        FileInput.closeQuietly(input);
    }
}
