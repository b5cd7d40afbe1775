package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.WalIndexFile;

import java.io.IOException;
import java.util.Arrays;

/**
 * The content of a {@code -shm} file, as SQLite keeps it (sqlite.org/walformat.html section 2): the
 * header in two copies, how far the log has been copied back, the readers' marks, and in blocks of
 * 32 KiB which page each frame holds, with a hash table over these for SQLite's readers. Ours read
 * the page numbers alone.
 */
final class WalIndex {
    static final int MARK_COUNT = 5;

    /** An unused mark. */
    static final int MARK_UNUSED = -1;

    private static final int BACKFILL = 96;
    private static final int MARKS = 100;
    private static final int ATTEMPTED = 128;

    /** The size of both headers and of the fields for checkpoints and readers. */
    static final int HEADER_BYTES = 136;

    private static final int BLOCK_BYTES = 32 * 1024;

    /** Where the hash table of a block begins: behind the page numbers. */
    private static final int HASH = BLOCK_BYTES / 2;

    private static final int SLOT_COUNT = HASH / 2;

    /** Frames in a block, and in the first one, which has the header. */
    private static final int BLOCK_FRAMES = HASH / 4;

    private static final int FIRST_FRAMES = BLOCK_FRAMES - HEADER_BYTES / 4;

    private static final int HASH_FACTOR = 383;

    /** At most this many slots are written one by one rather than with all others. */
    private static final int FEW = 16;

    private final WalIndexFile file;
    private final byte[] block = new byte[BLOCK_BYTES];
    private final byte[] number = new byte[4];

    WalIndex(WalIndexFile file) {
        this.file = file;
    }

    WalIndexFile file() {
        return file;
    }

    // ------------------------------------------------------------------ header

    /** All of the header's bytes. */
    byte[] readHeader() throws IOException {
        byte[] bytes = new byte[HEADER_BYTES];
        file.read(bytes, 0);
        return bytes;
    }

    /** Takes the header out of the bytes; false if it is not valid, or being changed. */
    static boolean take(byte[] bytes, WalHeader target) {
        target.copyFrom(bytes, 0);
        return Arrays.equals(bytes, 0, WalHeader.SIZE, bytes, WalHeader.SIZE, 2 * WalHeader.SIZE)
                && target.isValid();
    }

    /** Seals the header and publishes it to readers. */
    void writeHeader(WalHeader header) throws IOException {
        header.seal();
        // Readers read the first copy first: they never see two equal ones of different changes.
        file.write(header.bytes, 0, WalHeader.SIZE, WalHeader.SIZE);
        file.write(header.bytes, 0, WalHeader.SIZE, 0);
    }

    static int backfill(byte[] bytes) {
        return WalHeader.getInt(bytes, BACKFILL);
    }

    static int mark(byte[] bytes, int index) {
        return WalHeader.getInt(bytes, MARKS + 4 * index);
    }

    static int attempted(byte[] bytes) {
        return WalHeader.getInt(bytes, ATTEMPTED);
    }

    int backfill() throws IOException {
        return read(BACKFILL);
    }

    void setBackfill(int frames) throws IOException {
        write(BACKFILL, frames);
    }

    /**
     * Notes the number of frames that are being copied back, before {@link #setBackfill} says that
     * they are.
     */
    void setAttempted(int frames) throws IOException {
        write(ATTEMPTED, frames);
    }

    int mark(int index) throws IOException {
        return read(MARKS + 4 * index);
    }

    void setMark(int index, int frames) throws IOException {
        write(MARKS + 4 * index, frames);
    }

    private int read(int position) throws IOException {
        file.read(number, position);
        return WalHeader.getInt(number, 0);
    }

    private void write(int position, int value) throws IOException {
        WalHeader.putInt(number, 0, value);
        file.write(number, 0, number.length, position);
    }

    // ------------------------------------------------------------------ frames

    private static int blockOf(int frame) {
        return (frame + BLOCK_FRAMES - FIRST_FRAMES - 1) / BLOCK_FRAMES;
    }

    /** How many frames are in the blocks before. */
    private static int framesBefore(int blockIndex) {
        return blockIndex == 0 ? 0 : FIRST_FRAMES + (blockIndex - 1) * BLOCK_FRAMES;
    }

    /** Where the page numbers of a block begin. */
    private static int start(int blockIndex) {
        return blockIndex == 0 ? HEADER_BYTES : 0;
    }

    /** The page numbers of frames {@code first} to {@code last}, which are committed. */
    int[] pageNumbers(int first, int last) throws IOException {
        int[] numbers = new int[last - first + 1];
        int frame = first;
        while (frame <= last) {
            int blockIndex = blockOf(frame);
            int inBlock = frame - framesBefore(blockIndex) - 1;
            int end = Math.min(last, framesBefore(blockIndex + 1));
            byte[] part = new byte[4 * (end - frame + 1)];
            file.read(part, (long) blockIndex * BLOCK_BYTES + start(blockIndex) + 4L * inBlock);
            for (int i = 0; i < part.length; i += 4) {
                numbers[frame - first + i / 4] = WalHeader.getInt(part, i);
            }
            frame = end + 1;
        }
        return numbers;
    }

    /** Enters frames behind the existing ones. Readers see them when the header counts them. */
    void append(int firstFrame, int[] numbers, int count) throws IOException {
        int done = 0;
        while (done < count) {
            int frame = firstFrame + done;
            int blockIndex = blockOf(frame);
            int part = Math.min(count - done, framesBefore(blockIndex + 1) - frame + 1);
            appendTo(blockIndex, frame - framesBefore(blockIndex) - 1, numbers, done, part);
            done += part;
        }
    }

    private void appendTo(int blockIndex, int place, int[] numbers, int from, int count)
            throws IOException {
        long position = (long) blockIndex * BLOCK_BYTES;
        int start = start(blockIndex);
        file.read(block, position);
        boolean all = place == 0;
        if (all) {
            Arrays.fill(block, start, BLOCK_BYTES, (byte) 0);
        } else if (WalHeader.getInt(block, start + 4 * place) != 0) {
            forgetBehind(start, place); // Frames of a transaction that was undone.
            all = true;
        }
        for (int i = 0; i < count; i++) {
            int pageNumber = numbers[from + i];
            int slot = freeSlot(pageNumber);
            WalHeader.putInt(block, start + 4 * (place + i), pageNumber);
            WalHeader.putShort(block, slot, place + i + 1);
            if (!all && count <= FEW) {
                file.write(block, slot, 2, position + slot);
            }
        }
        if (all) {
            file.write(block, start, BLOCK_BYTES - start, position + start);
            return;
        }
        int at = start + 4 * place;
        file.write(block, at, 4 * count, position + at);
        if (count > FEW) {
            file.write(block, HASH, BLOCK_BYTES - HASH, position + HASH);
        }
    }

    private int freeSlot(int pageNumber) {
        int slot = pageNumber * HASH_FACTOR & (SLOT_COUNT - 1);
        for (int i = 0; i < SLOT_COUNT; i++) {
            int at = HASH + 2 * slot;
            if (WalHeader.getShort(block, at) == 0) {
                return at;
            }
            slot = slot + 1 & (SLOT_COUNT - 1);
        }
        throw SqlException.corrupt(0, "the index of the write-ahead log is full");
    }

    /** Forgets all but the first {@code kept} frames of the current block. */
    private void forgetBehind(int start, int kept) {
        Arrays.fill(block, start + 4 * kept, HASH, (byte) 0);
        for (int at = HASH; at < BLOCK_BYTES; at += 2) {
            if (WalHeader.getShort(block, at) > kept) {
                WalHeader.putShort(block, at, 0);
            }
        }
    }
}
