package org.sqlvm.engine.file;

import java.util.Arrays;

/**
 * Bytes that are written and read anywhere, in a temporary file behind a cache of blocks. What is
 * written grows at its end.
 */
public final class TemporaryBytes implements AutoCloseable {
    private static final int BLOCK_MIN = 256;
    private static final int BLOCK_MAX = 8192;
    private static final int COUNT_MIN = 2;
    private static final int COUNT_MAX = 1 << 16;

    private final Workspace workspace;
    private final TemporaryFile file;
    private final int blockSize;

    /** Block number {@code n} is in place {@code n % blocks.length}, or nowhere. */
    private final byte[][] blocks;

    private final long[] numbers;
    private final boolean[] changed;
    private long size;
    private long taken;

    /** The cache takes an eighth of the workspace. */
    public TemporaryBytes(Workspace workspace) {
        this.workspace = workspace;
        long memory = workspace.limit() / 8;
        blockSize = Math.clamp(Long.highestOneBit(memory / 8), BLOCK_MIN, BLOCK_MAX);
        int count = Math.clamp(Long.highestOneBit(memory / blockSize), COUNT_MIN, COUNT_MAX);
        blocks = new byte[count][];
        numbers = new long[count];
        changed = new boolean[count];
        Arrays.fill(numbers, -1);
        file = workspace.newFile();
    }

    /** Bytes written so far: where the next ones go. */
    public long size() {
        return size;
    }

    /** @param position not behind {@link #size} */
    public void write(byte[] source, int offset, int length, long position) {
        assert position <= size : position;
        int done = 0;
        while (done < length) {
            long at = position + done;
            int place = load(at / blockSize);
            int from = (int) (at % blockSize);
            int count = Math.min(length - done, blockSize - from);
            System.arraycopy(source, offset + done, blocks[place], from, count);
            changed[place] = true;
            done += count;
        }
        size = Math.max(size, position + length);
    }

    /** Reads bytes that have been written. */
    public void read(byte[] target, int offset, int length, long position) {
        assert position + length <= size : position + length;
        int done = 0;
        while (done < length) {
            long at = position + done;
            int place = load(at / blockSize);
            int from = (int) (at % blockSize);
            int count = Math.min(length - done, blockSize - from);
            System.arraycopy(blocks[place], from, target, offset + done, count);
            done += count;
        }
    }

    private int load(long number) {
        int place = (int) (number & (blocks.length - 1));
        if (numbers[place] == number) {
            return place;
        }
        if (blocks[place] == null) {
            blocks[place] = new byte[blockSize];
            workspace.take(blockSize);
            taken += blockSize;
        } else if (changed[place]) {
            file.write(blocks[place], 0, blockSize, numbers[place] * blockSize);
            changed[place] = false;
        }
        numbers[place] = -1;
        // Nothing behind the last byte written is in the file.
        if (number * blockSize < size) {
            file.read(blocks[place], 0, blockSize, number * blockSize);
        }
        numbers[place] = number;
        return place;
    }

    @Override
    public void close() {
        workspace.take(-taken);
        taken = 0;
        file.close();
    }
}
