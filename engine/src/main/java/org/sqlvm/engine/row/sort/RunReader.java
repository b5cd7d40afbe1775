package org.sqlvm.engine.row.sort;

import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.file.TemporaryFile;

/**
 * Reads the records of one run. It reads each piece of the file into a new buffer, since values may
 * point into the old one.
 */
final class RunReader implements Records {
    private static final byte[] NOTHING = {};

    private final TemporaryFile file;
    private final int bufferSize;
    private final long end;

    /** The position in the file up to which it has been read. */
    private long position;

    private byte[] buffer = NOTHING;
    private int filled;
    private int offset;
    private int length;

    /** The first bytes of the key, for {@link Merge}. */
    long prefix;

    RunReader(TemporaryFile file, long start, long end, int bufferSize) {
        this.file = file;
        this.position = start;
        this.end = end;
        this.bufferSize = bufferSize;
    }

    @Override
    public boolean next() {
        int at = offset + length;
        int left = filled - at;
        if (left == 0 && position == end) {
            return false;
        }
        if (left < SortedRuns.LENGTH_SIZE) {
            at = fill(at, SortedRuns.LENGTH_SIZE);
        }
        length = BigEndian.getInt(buffer, at);
        if (filled - at < SortedRuns.LENGTH_SIZE + length) {
            at = fill(at, SortedRuns.LENGTH_SIZE + length);
        }
        offset = at + SortedRuns.LENGTH_SIZE;
        return true;
    }

    /**
     * Makes a new buffer of at least {@code sizeMin} bytes, which begins with the bytes at
     * {@code from}.
     */
    private int fill(int from, int sizeMin) {
        int kept = filled - from;
        byte[] fresh =
                new byte[(int) Math.min(Math.max(sizeMin, bufferSize), kept + end - position)];
        System.arraycopy(buffer, from, fresh, 0, kept);
        file.read(fresh, kept, fresh.length - kept, position);
        position += fresh.length - kept;
        buffer = fresh;
        filled = fresh.length;
        return 0;
    }

    @Override
    public byte[] array() {
        return buffer;
    }

    @Override
    public int offset() {
        return offset;
    }

    @Override
    public int length() {
        return length;
    }
}
