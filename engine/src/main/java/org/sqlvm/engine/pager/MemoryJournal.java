package org.sqlvm.engine.pager;

import org.sqlvm.engine.file.RandomFile;

import java.util.Arrays;

/** The bytes of a journal that is in no file: journal_mode = MEMORY. */
final class MemoryJournal implements RandomFile {
    private static final int CHUNK_BITS = 16;
    private static final int CHUNK_SIZE = 1 << CHUNK_BITS;

    private byte[][] chunks = new byte[4][];
    private long size;

    @Override
    public int read(byte[] target, int offset, int length, long position) {
        int count = Math.clamp(size - position, 0, length);
        int done = 0;
        while (done < count) {
            int from = (int) (position + done) & (CHUNK_SIZE - 1);
            int part = Math.min(count - done, CHUNK_SIZE - from);
            byte[] chunk = chunk(position + done);
            System.arraycopy(chunk, from, target, offset + done, part);
            done += part;
        }
        return count;
    }

    @Override
    public void write(byte[] source, int offset, int length, long position) {
        int done = 0;
        while (done < length) {
            int from = (int) (position + done) & (CHUNK_SIZE - 1);
            int part = Math.min(length - done, CHUNK_SIZE - from);
            byte[] chunk = chunk(position + done);
            System.arraycopy(source, offset + done, chunk, from, part);
            done += part;
        }
        size = Math.max(size, position + length);
    }

    private byte[] chunk(long position) {
        int index = (int) (position >>> CHUNK_BITS);
        if (index >= chunks.length) {
            chunks = Arrays.copyOf(chunks, Math.max(index + 1, chunks.length * 2));
        }
        if (chunks[index] == null) {
            chunks[index] = new byte[CHUNK_SIZE];
        }
        return chunks[index];
    }

    @Override
    public void truncate(long newSize) {
        assert newSize == 0 : newSize;
        chunks = new byte[4][];
        size = 0;
    }

    @Override
    public void close() {
        truncate(0);
    }
}
