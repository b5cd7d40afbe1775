package org.sqlvm.engine.virtual.files;

import org.sqlvm.engine.file.RandomFile;

import java.io.IOException;
import java.io.InputStream;

/** A file from one of its bytes to the last. */
public final class FileBytes extends InputStream {
    private static final int BUFFER_SIZE = 1 << 16;

    private final RandomFile file;
    private long position;
    private byte[] buffer;
    private int place;
    private int size;

    /**
     * Reads a file, which is closed with this.
     *
     * @param start the index of the first byte, from 0
     */
    public FileBytes(RandomFile file, long start) {
        this.file = file;
        this.position = start;
    }

    @Override
    public int read() throws IOException {
        return fill() ? buffer[place++] & 0xFF : -1;
    }

    private boolean fill() throws IOException {
        if (place < size) {
            return true;
        }
        if (buffer == null) {
            buffer = new byte[BUFFER_SIZE];
        }
        size = Math.max(0, file.read(buffer, 0, buffer.length, position));
        position += size;
        place = 0;
        return size > 0;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (place == size && length >= BUFFER_SIZE) {
            int count = file.read(target, offset, length, position);
            position += Math.max(0, count);
            return count <= 0 ? -1 : count;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, size - place);
        System.arraycopy(buffer, place, target, offset, count);
        place += count;
        return count;
    }

    /** GZIPInputStream looks for another member only if there may be one. */
    @Override
    public int available() throws IOException {
        return fill() ? size - place : 0;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
