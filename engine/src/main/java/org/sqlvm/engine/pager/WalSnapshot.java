package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.WalIndexFile;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A reader's side of the wal-index (sqlite.org/walformat.html section 2): which frames count, and
 * the lock that keeps them, and the database pages below them, from being overwritten while we
 * read.
 *
 * <p>If the index is not valid (we are the first, or its maker died) we do not rebuild it: we hold
 * a read mark of 0, beyond which no checkpoint goes and no writer restarts the log, and read the
 * log itself.
 */
final class WalSnapshot {
    /** The index is in the byte order of the machine. */
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private static final int HEADER_SIZE = 48;
    private static final int BACKFILL = 96;
    private static final int MARKS = 100;
    private static final int MARK_COUNT = 5;
    private static final int INDEX_BYTES = 120;
    private static final int MARK_UNUSED = -1;
    private static final int ATTEMPTS_MAX = 100;

    private final WalIndexFile index;
    private final BusyWait busyWait;
    private final byte[] last = new byte[HEADER_SIZE];
    private long frameCount;
    private int heldMark = -1;
    private boolean isNew;

    WalSnapshot(WalIndexFile index, BusyWait busyWait) {
        this.index = index;
        this.busyWait = busyWait;
    }

    /** The frames of the snapshot; {@code Long.MAX_VALUE} if only the log itself knows. */
    long frameCount() {
        return frameCount;
    }

    /** Everything in the log is in the database file too. */
    boolean isDatabaseAlone() {
        return heldMark == 0;
    }

    /** Does the index differ from the last transaction's? */
    boolean isNew() {
        return isNew;
    }

    boolean isCreator() {
        return index.isCreator();
    }

    void begin() throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            byte[] now = read();
            boolean valid = isValid(now);
            if (!valid && attempt < 5 && !isUntouched(now)) {
                busyWait.pauseBriefly(); // It may be in the middle of a change.
            } else if (valid ? beginValid(now) : beginInvalid()) {
                isNew = !Arrays.equals(now, 0, HEADER_SIZE, last, 0, HEADER_SIZE);
                System.arraycopy(now, 0, last, 0, HEADER_SIZE);
                return;
            } else if (attempt > 10) {
                busyWait.pauseBriefly();
            }
        }
        throw new SqlException(ResultCode.PROTOCOL, "locking protocol");
    }

    private boolean beginValid(byte[] now) throws IOException {
        int frames = intAt(now, 16);
        if (intAt(now, BACKFILL) == frames) {
            return hold(0, now) && keep(frames);
        }
        int best = 0;
        int bestValue = 0;
        for (int mark = 1; mark < MARK_COUNT; mark++) {
            int value = intAt(now, MARKS + 4 * mark);
            if (value != MARK_UNUSED && value <= frames && value >= bestValue) {
                best = mark;
                bestValue = value;
            }
        }
        if ((best == 0 || bestValue < frames) && !index.isReadOnly()) {
            int raised = raiseSomeMark(frames);
            best = raised != 0 ? raised : best;
        }
        if (best == 0) {
            return index.isReadOnly() && holdAny(frames);
        }
        return hold(best, now) && keep(frames);
    }

    /** With no mark to be had, a read-only index cannot protect the snapshot; SQLite reads on. */
    private boolean holdAny(int frames) throws IOException {
        return index.lock(WalIndexFile.READ_LOCK_0 + 1, false) && markHeld(1) && keep(frames);
    }

    private boolean markHeld(int mark) {
        heldMark = mark;
        return true;
    }

    private boolean keep(int frames) {
        frameCount = frames & 0xffff_ffffL;
        return true;
    }

    /** Sets a mark that nobody uses. 0 if all are in use. */
    private int raiseSomeMark(int frames) throws IOException {
        for (int mark = 1; mark < MARK_COUNT; mark++) {
            int lock = WalIndexFile.READ_LOCK_0 + mark;
            if (index.lock(lock, true)) {
                try {
                    index.write(nativeInt(frames), MARKS + 4L * mark);
                } finally {
                    index.unlock(lock, true);
                }
                return mark;
            }
        }
        return 0;
    }

    /** Takes the lock of a mark, and gives it back if the index has changed meanwhile. */
    private boolean hold(int mark, byte[] seen) throws IOException {
        int lock = WalIndexFile.READ_LOCK_0 + mark;
        if (!index.lock(lock, false)) {
            return false;
        }
        byte[] now = read();
        int frames = intAt(seen, 16);
        boolean same = Arrays.equals(now, 0, HEADER_SIZE, seen, 0, HEADER_SIZE)
                && (mark == 0
                        ? intAt(now, BACKFILL) == frames
                        : Integer.compareUnsigned(intAt(now, MARKS + 4 * mark), frames) <= 0);
        if (!same) {
            index.unlock(lock, false);
            return false;
        }
        return markHeld(mark);
    }

    private boolean beginInvalid() throws IOException {
        for (int mark = 1; mark < MARK_COUNT; mark++) {
            int lock = WalIndexFile.READ_LOCK_0 + mark;
            if (!index.isReadOnly() && index.lock(lock, true)) {
                try {
                    index.write(nativeInt(0), MARKS + 4L * mark);
                } finally {
                    index.unlock(lock, true);
                }
            }
            if (index.lock(lock, false)) {
                byte[] now = read();
                if (!isValid(now) && (index.isReadOnly() || intAt(now, MARKS + 4 * mark) == 0)) {
                    frameCount = Long.MAX_VALUE;
                    return markHeld(mark);
                }
                index.unlock(lock, false);
            }
        }
        return false;
    }

    private byte[] read() throws IOException {
        byte[] bytes = new byte[INDEX_BYTES];
        index.read(bytes, 0);
        return bytes;
    }

    /** Both copies of the header are equal, initialised, and have the right checksum. */
    private static boolean isValid(byte[] bytes) {
        if (!Arrays.equals(bytes, 0, HEADER_SIZE, bytes, HEADER_SIZE, 2 * HEADER_SIZE)
                || bytes[12] == 0) {
            return false;
        }
        int sum1 = 0;
        int sum2 = 0;
        for (int at = 0; at < 40; at += 8) {
            sum1 += intAt(bytes, at) + sum2;
            sum2 += intAt(bytes, at + 4) + sum1;
        }
        return sum1 == intAt(bytes, 40) && sum2 == intAt(bytes, 44);
    }

    /** Nobody has made the index yet: there is nothing to wait for. */
    private static boolean isUntouched(byte[] bytes) {
        return Arrays.equals(bytes, 0, MARKS, new byte[MARKS], 0, MARKS);
    }

    private static int intAt(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    private static byte[] nativeInt(int value) {
        byte[] bytes = new byte[4];
        INTS.set(bytes, 0, value);
        return bytes;
    }

    void end() throws IOException {
        if (heldMark >= 0) {
            index.unlock(WalIndexFile.READ_LOCK_0 + heldMark, false);
            heldMark = -1;
        }
    }

    void close() throws IOException {
        index.close();
    }
}
