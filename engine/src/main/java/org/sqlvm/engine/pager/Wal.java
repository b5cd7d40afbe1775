package org.sqlvm.engine.pager;

import org.sqlvm.engine.file.DatabaseFile;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.LockLevel;
import org.sqlvm.engine.file.OpenMode;
import org.sqlvm.engine.file.WalIndexFile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Reads a database in write-ahead log mode (file-format section 4): which page is in which frame of
 * the log, as of the last commit when the transaction began.
 *
 * <p>{@link WalSnapshot} agrees with the other processes on the snapshot. Without it (no
 * {@code -shm} file can be had) the log is read as it is.
 */
final class Wal {
    private static final int HEADER_SIZE = 32;
    private static final int FRAME_HEADER_SIZE = 24;
    private static final int MAGIC = 0x377f0682;
    private static final int VERSION = 3007000;

    private final FileSystem fileSystem;
    private final String path;
    private final DatabaseFile database;
    private final WalSnapshot snapshot;
    private DatabaseFile file;

    private final byte[] header = new byte[HEADER_SIZE];
    private int pageSize;
    private boolean bigEndianSums;

    /** Running checksum behind the last frame that is in the map. */
    private int sum1;

    private int sum2;

    /** Frames in the map: up to a commit. */
    private long frameCount;

    private int pageCount;
    private final FrameMap map = new FrameMap();

    /** The snapshot is the database file alone: the log has been copied back. */
    private boolean unused;

    private Wal(FileSystem fileSystem, String path, DatabaseFile database, WalSnapshot snapshot) {
        this.fileSystem = fileSystem;
        this.path = path + "-wal";
        this.database = database;
        this.snapshot = snapshot;
    }

    static Wal open(FileSystem fileSystem, String path, DatabaseFile database, BusyWait busyWait)
            throws IOException {
        WalIndexFile index = fileSystem.openWalIndex(path);
        WalSnapshot snapshot = index == null ? null : new WalSnapshot(index, busyWait);
        return new Wal(fileSystem, path, database, snapshot);
    }

    /** Page size of the log; 0 if there is none. */
    int pageSize() {
        return unused ? 0 : pageSize;
    }

    /** Pages in the database as of the snapshot; 0 if the log does not say. */
    int pageCount() {
        return unused ? 0 : pageCount;
    }

    /** @return true if the snapshot is another one than last time */
    boolean begin() throws IOException {
        long before = frameCount;
        boolean wasUnused = unused;
        byte[] headerBefore = header.clone();
        long limit = Long.MAX_VALUE;
        if (snapshot != null) {
            snapshot.begin();
            limit = snapshot.frameCount();
        }
        unused = snapshot != null && snapshot.isDatabaseAlone();
        if (unused) {
            return !wasUnused || snapshot.isNew();
        }
        readFrames(limit);
        return wasUnused || before != frameCount || !Arrays.equals(headerBefore, header);
    }

    private void readFrames(long limit) throws IOException {
        if (file == null && fileSystem.exists(path)) {
            file = fileSystem.open(path, OpenMode.READ_ONLY);
        }
        byte[] found = new byte[HEADER_SIZE];
        if (file == null || file.read(found, 0, HEADER_SIZE, 0) < HEADER_SIZE) {
            reset();
            return;
        }
        if (!Arrays.equals(found, header) || frameCount > limit) {
            reset();
            System.arraycopy(found, 0, header, 0, HEADER_SIZE);
            if (!takeHeader()) {
                Arrays.fill(header, (byte) 0);
                return;
            }
        }
        readCommits(limit);
    }

    private void reset() {
        Arrays.fill(header, (byte) 0);
        map.clear();
        frameCount = 0;
        pageCount = 0;
        pageSize = 0;
    }

    /** @return false if the header is not valid: the log is empty then */
    private boolean takeHeader() {
        int magic = BigEndianBytes.getInt(header, 0);
        int size = BigEndianBytes.getInt(header, 8);
        if ((magic & ~1) != MAGIC
                || BigEndianBytes.getInt(header, 4) != VERSION
                || size < HeaderBytes.PAGE_SIZE_MIN
                || size > HeaderBytes.PAGE_SIZE_MAX
                || Integer.bitCount(size) != 1) {
            return false;
        }
        bigEndianSums = (magic & 1) != 0;
        sum1 = 0;
        sum2 = 0;
        addToSum(header, 0, 24);
        if (sum1 != BigEndianBytes.getInt(header, 24)
                || sum2 != BigEndianBytes.getInt(header, 28)) {
            return false;
        }
        pageSize = size;
        return true;
    }

    /** Maps the frames of all further commits up to frame {@code limit}. */
    private void readCommits(long limit) throws IOException {
        int frameSize = FRAME_HEADER_SIZE + pageSize;
        byte[] frame = new byte[frameSize];
        int[] pending = new int[16];
        int pendingCount = 0;
        int keptSum1 = sum1;
        int keptSum2 = sum2;
        for (long next = frameCount + 1; next <= limit; next++) {
            if (file.read(frame, 0, frameSize, position(next)) < frameSize || !isValid(frame)) {
                break;
            }
            if (pendingCount == pending.length) {
                pending = Arrays.copyOf(pending, pendingCount * 2);
            }
            pending[pendingCount++] = BigEndianBytes.getInt(frame, 0);
            int committedPages = BigEndianBytes.getInt(frame, 4);
            if (committedPages != 0) {
                for (int i = 0; i < pendingCount; i++) {
                    map.put(pending[i], (int) (frameCount + 1 + i));
                }
                frameCount = next;
                pageCount = committedPages;
                pendingCount = 0;
                keptSum1 = sum1;
                keptSum2 = sum2;
            }
        }
        sum1 = keptSum1;
        sum2 = keptSum2;
    }

    private boolean isValid(byte[] frame) {
        if (!Arrays.equals(frame, 8, 16, header, 16, 24) || BigEndianBytes.getInt(frame, 0) <= 0) {
            return false;
        }
        addToSum(frame, 0, 8);
        addToSum(frame, FRAME_HEADER_SIZE, pageSize);
        return sum1 == BigEndianBytes.getInt(frame, 16) && sum2 == BigEndianBytes.getInt(frame, 20);
    }

    private void addToSum(byte[] bytes, int offset, int length) {
        ByteBuffer words = ByteBuffer.wrap(bytes)
                .order(bigEndianSums ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int first = sum1;
        int second = sum2;
        for (int at = offset; at < offset + length; at += 8) {
            first += words.getInt(at) + second;
            second += words.getInt(at + 4) + first;
        }
        sum1 = first;
        sum2 = second;
    }

    private long position(long frame) {
        return HEADER_SIZE + (frame - 1) * (FRAME_HEADER_SIZE + pageSize);
    }

    /**
     * Reads the beginning of a page, as much as {@code target} holds.
     *
     * @return false if the page is not in the log
     */
    boolean read(int number, byte[] target) throws IOException {
        int frame = unused ? 0 : map.get(number);
        if (frame == 0) {
            return false;
        }
        int count = file.read(target, 0, target.length, position(frame) + FRAME_HEADER_SIZE);
        if (count < target.length) {
            throw new IOException("the write-ahead log has become shorter");
        }
        return true;
    }

    void end() throws IOException {
        if (snapshot != null) {
            snapshot.end();
        }
    }

    void close() throws IOException {
        try {
            if (file != null) {
                file.close();
                file = null;
            }
            if (snapshot != null && snapshot.isCreator() && mayDeleteIndex()) {
                fileSystem.delete(path.substring(0, path.length() - 3) + "shm");
            }
            database.unlock(LockLevel.SHARED);
        } finally {
            if (snapshot != null) {
                snapshot.close();
            }
        }
    }

    /** Nobody else has the database open: everybody in this mode holds SHARED all the time. */
    private boolean mayDeleteIndex() throws IOException {
        return !database.isReadOnly()
                && database.lock(LockLevel.SHARED)
                && database.lock(LockLevel.EXCLUSIVE);
    }
}
