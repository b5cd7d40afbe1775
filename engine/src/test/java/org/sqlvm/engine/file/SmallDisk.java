package org.sqlvm.engine.file;

import java.io.IOException;
import java.util.Arrays;

/** A file system of temporary files alone, in memory, with a limited number of bytes. */
public final class SmallDisk implements FileSystem {
    private final SharedMemory shared = new SharedMemory();
    private final long capacity;
    private long size;
    private int opened;

    public SmallDisk(long capacity) {
        this.capacity = capacity;
    }

    /** Bytes of all files that are open. */
    public long size() {
        return size;
    }

    /** How many files were ever opened. */
    public int opened() {
        return opened;
    }

    @Override
    public SharedMemory sharedMemory() {
        return shared;
    }

    @Override
    public boolean hasTemporaryFiles() {
        return true;
    }

    @Override
    public RandomFile openTemporary() {
        opened++;
        return new MemoryFile();
    }

    @Override
    public DatabaseFile open(String path, OpenMode mode) throws IOException {
        throw new IOException("there are only temporary files");
    }

    @Override
    public boolean exists(String path) {
        return false;
    }

    @Override
    public boolean delete(String path) throws IOException {
        throw new IOException("there are only temporary files");
    }

    @Override
    public String canonicalPath(String path) {
        return path;
    }

    private final class MemoryFile implements RandomFile {
        private byte[] content = {};
        private int length;

        @Override
        public int read(byte[] target, int offset, int count, long position) {
            int given = Math.clamp(length - position, 0, count);
            System.arraycopy(content, (int) Math.min(position, length), target, offset, given);
            return given;
        }

        @Override
        public void write(byte[] source, int offset, int count, long position) throws IOException {
            int end = (int) position + count;
            if (size + Math.max(0, end - length) > capacity) {
                throw new IOException("No space left on device");
            }
            if (end > content.length) {
                content = Arrays.copyOf(content, Math.max(end, 2 * content.length));
            }
            System.arraycopy(source, offset, content, (int) position, count);
            size += Math.max(0, end - length);
            length = Math.max(length, end);
        }

        @Override
        public void truncate(long newLength) {
            size += newLength - length;
            length = (int) newLength;
        }

        @Override
        public void close() {
            truncate(0);
        }
    }
}
