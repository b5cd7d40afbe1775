package org.sqlvm.engine.file;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * A {@code -shm} file with the operating system's locks; shared locks are counted in the process.
 *
 * <p>Each read transaction takes a shared lock and reads the header twice. So the header is mapped,
 * and the last lock that was shared outlives its transaction: see {@link ReadLease}.
 */
final class DirectWalIndexFile implements WalIndexFile {
    /** Lock byte of WRITE; the others follow. */
    private static final long LOCK_BASE = 120;

    /** The byte that every process with the file open locks shared: the dead man's switch. */
    private static final long DEAD_MAN_SWITCH = LOCK_BASE + LOCK_COUNT;

    /** The length that SQLite gives the file before it maps it. */
    private static final int BLOCK_SIZE = 32 * 1024;

    /** The size of the mapped beginning of the file: the headers and the readers' marks. */
    private static final int MAPPED_SIZE = 136;

    private static final int NO_LOCK = -1;

    /** The locks that the connections of this process hold together on one file. */
    private static final class Locks {
        final int[] shared = new int[LOCK_COUNT];
        final boolean[] exclusive = new boolean[LOCK_COUNT];
        final FileLock[] held = new FileLock[LOCK_COUNT];
        final ReadLease lease = new ReadLease();

        /** The lock that the lease is for, whether a reader uses it or not. */
        int leased = NO_LOCK;

        FileLock alive;

        /** The process keeps the lock WRITE, whether a connection uses it or not. */
        boolean writeKept;

        /** See {@link WalIndexFile#shared}; null until its first call. */
        Object companion;

        /** The beginning of the file; null where it cannot be mapped. */
        MemorySegment mapped;
    }

    private final SharedHandle handle;
    private final Locks locks;
    private final int[] mine = new int[LOCK_COUNT];
    private final boolean[] mineAlone = new boolean[LOCK_COUNT];
    private final Runnable expiry = this::expire;
    private boolean closed;

    private DirectWalIndexFile(SharedHandle handle) {
        this.handle = handle;
        if (handle.lockState == null) {
            handle.lockState = new Locks();
        }
        locks = (Locks) handle.lockState;
    }

    /**
     * Opens or creates the file; returns null if that is not possible.
     *
     * @param path the database's path
     */
    static DirectWalIndexFile open(Path path, SharedHandle database) throws IOException {
        SharedHandle handle;
        try {
            handle = database.openWalIndex(path);
        } catch (IOException _) {
            return null; // A read-only directory: the log is read without locks.
        }
        handle.stateLock.lock();
        try {
            DirectWalIndexFile file = new DirectWalIndexFile(handle);
            if (file.locks.alive == null && !file.join()) {
                handle.close();
                return null;
            }
            if (file.locks.mapped == null && handle.isWritable()) {
                handle.extend(BLOCK_SIZE);
                file.locks.mapped = handle.map(MAPPED_SIZE);
            }
            return file;
        } finally {
            handle.stateLock.unlock();
        }
    }

    /**
     * Joins the processes that have the file open. The first one empties it: the content of a dead
     * process is void.
     */
    private boolean join() throws IOException {
        if (handle.isWritable()) {
            FileLock first = handle.tryLock(DEAD_MAN_SWITCH, 1, false);
            if (first != null) {
                handle.truncate(3); // SQLite's own length for "empty".
                first.release();
            }
        }
        locks.alive = handle.tryLock(DEAD_MAN_SWITCH, 1, true);
        return locks.alive != null;
    }

    @Override
    public void read(byte[] target, long position) throws IOException {
        MemorySegment mapped = locks.mapped;
        if (mapped != null && position + target.length <= MAPPED_SIZE) {
            VarHandle.fullFence(); // Others' writes before an unlock are visible.
            MemorySegment.copy(mapped, ValueLayout.JAVA_BYTE, position, target, 0, target.length);
            return;
        }
        int count = handle.read(target, 0, target.length, position);
        Arrays.fill(target, count, target.length, (byte) 0);
    }

    @Override
    public void write(byte[] source, int offset, int length, long position) throws IOException {
        handle.write(source, offset, length, position);
    }

    @Override
    public boolean isReadOnly() {
        return !handle.isWritable();
    }

    @Override
    public Object identity() {
        return handle;
    }

    @Override
    public boolean lock(int number, boolean exclusive) throws IOException {
        handle.stateLock.lock();
        try {
            if (exclusive) {
                endLease(number);
            }
            if (locks.exclusive[number]
                    || (locks.writeKept && number == WRITE_LOCK)
                    || (exclusive && (locks.shared[number] > 0 || isReadOnly()))) {
                return false;
            }
            boolean here = locks.held[number] != null;
            if (here && locks.shared[number] == 0) {
                boolean resumed = locks.lease.resume();
                assert resumed && locks.leased == number : number;
            }
            if (!here) {
                locks.held[number] = handle.tryLock(LOCK_BASE + number, 1, !exclusive);
                if (locks.held[number] == null) {
                    return false;
                }
            }
            if (exclusive) {
                locks.exclusive[number] = true;
                mineAlone[number] = true;
            } else {
                locks.shared[number]++;
                mine[number]++;
            }
            return true;
        } finally {
            handle.stateLock.unlock();
        }
    }

    @Override
    public List<HeldLock> heldLocks() {
        handle.stateLock.lock();
        try {
            List<HeldLock> held = new ArrayList<>();
            for (int number = 0; number < LOCK_COUNT; number++) {
                String name = LOCK_NAMES.get(number);
                if (locks.exclusive[number] || (locks.writeKept && number == WRITE_LOCK)) {
                    held.add(new HeldLock(name, true, 1, mineAlone[number], null));
                } else if (locks.shared[number] > 0) {
                    boolean own = mine[number] > 0;
                    held.add(new HeldLock(name, false, locks.shared[number], own, null));
                }
            }
            return held;
        } finally {
            handle.stateLock.unlock();
        }
    }

    @Override
    public void unlock(int number, boolean exclusive) throws IOException {
        handle.stateLock.lock();
        try {
            if (exclusive) {
                assert mineAlone[number] : number;
                mineAlone[number] = false;
                locks.exclusive[number] = false;
            } else {
                assert mine[number] > 0 : number;
                mine[number]--;
                locks.shared[number]--;
            }
            boolean kept = locks.writeKept && number == WRITE_LOCK;
            if (!kept && locks.shared[number] == 0 && (exclusive || !rest(number))) {
                release(number);
            }
        } finally {
            handle.stateLock.unlock();
        }
    }

    @Override
    public void keepWriteLock() {
        handle.stateLock.lock();
        try {
            assert mineAlone[WRITE_LOCK];
            mineAlone[WRITE_LOCK] = false;
            locks.exclusive[WRITE_LOCK] = false;
            locks.writeKept = true;
        } finally {
            handle.stateLock.unlock();
        }
    }

    @Override
    public boolean joinWriteLock() {
        handle.stateLock.lock();
        try {
            assert locks.writeKept;
            if (locks.exclusive[WRITE_LOCK]) {
                return false;
            }
            locks.exclusive[WRITE_LOCK] = true;
            mineAlone[WRITE_LOCK] = true;
            return true;
        } finally {
            handle.stateLock.unlock();
        }
    }

    @Override
    public void dropWriteLock() throws IOException {
        handle.stateLock.lock();
        try {
            assert locks.writeKept;
            locks.writeKept = false;
            if (!locks.exclusive[WRITE_LOCK]) {
                release(WRITE_LOCK);
            }
        } finally {
            handle.stateLock.unlock();
        }
    }

    @Override
    public Object shared(Supplier<Object> maker) {
        handle.stateLock.lock();
        try {
            if (locks.companion == null) {
                locks.companion = maker.get();
            }
            return locks.companion;
        } finally {
            handle.stateLock.unlock();
        }
    }

    private void release(int number) throws IOException {
        locks.held[number].release();
        locks.held[number] = null;
    }

    /** The lock is not shared any more: whether it is kept for the next reader. */
    private boolean rest(int number) {
        if (locks.leased != NO_LOCK && locks.leased != number) {
            return false;
        }
        boolean rests = locks.lease.rest(expiry);
        locks.leased = rests ? number : NO_LOCK;
        return rests;
    }

    /** Releases the lock if it is kept without a reader. */
    private void endLease(int number) throws IOException {
        if (locks.leased == number && locks.lease.revoke()) {
            locks.leased = NO_LOCK;
            release(number);
        }
    }

    /** The time of the lease is over. Called by the timer. */
    private void expire() {
        handle.stateLock.lock();
        try {
            if (locks.lease.expire()) {
                int number = locks.leased;
                locks.leased = NO_LOCK;
                release(number);
            }
        } catch (IOException _) {
            // The file is closed, and the lock is gone with it.
        } finally {
            handle.stateLock.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            for (int number = 0; number < LOCK_COUNT; number++) {
                while (mine[number] > 0) {
                    unlock(number, false);
                }
                if (mineAlone[number]) {
                    unlock(number, true);
                }
                endLease(number);
            }
        } finally {
            handle.close();
        }
    }
}
