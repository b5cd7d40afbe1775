package org.sqlvm.engine.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One connection's use of a {@link SharedHandle}, with SQLite's locks. Connections of this process
 * exclude each other through {@link Locks}, which is shared by them; other processes are excluded
 * by the operating system's locks on SQLite's lock bytes.
 */
final class DirectFile implements DatabaseFile {
    /** The lock bytes (sqlite.org/lockingv3.html): PENDING, RESERVED, then 510 for SHARED. */
    private static final long PENDING_BYTE = 0x4000_0000L;

    private static final long RESERVED_BYTE = PENDING_BYTE + 1;
    private static final long SHARED_FIRST = PENDING_BYTE + 2;
    private static final long SHARED_SIZE = 510;

    /** The locks that the connections of this process hold together on one file. */
    private static final class Locks {
        /** Connections with SHARED or more. */
        int sharedCount;
        /** The one connection with RESERVED or more; null for none. */
        DirectFile writer;
        /** All connections; some may rest on SHARED. */
        final Set<DirectFile> files = new HashSet<>();

        final WriterQueue writers = new WriterQueue();

        FileLock shared;
        FileLock reserved;
        FileLock pending;
    }

    private final SharedHandle handle;
    private final Locks locks;
    private final boolean readOnly;
    private final ReadLease lease = new ReadLease();
    private final Runnable expiry = this::expire;
    private LockLevel level = LockLevel.NONE;
    private boolean closed;

    DirectFile(SharedHandle handle, OpenMode mode) {
        this.handle = handle;
        readOnly = mode == OpenMode.READ_ONLY || !handle.isWritable();
        handle.stateLock.lock();
        try {
            if (handle.lockState == null) {
                handle.lockState = new Locks();
            }
            locks = (Locks) handle.lockState;
            locks.files.add(this);
        } finally {
            handle.stateLock.unlock();
        }
    }

    SharedHandle handle() {
        return handle;
    }

    @Override
    public int read(byte[] target, int offset, int length, long position) throws IOException {
        return handle.read(target, offset, length, position);
    }

    @Override
    public boolean readMapped(byte[] target, int offset, int length, long position)
            throws IOException {
        assert level != LockLevel.NONE;
        return handle.readMapped(target, offset, length, position);
    }

    @Override
    public void write(byte[] source, int offset, int length, long position) throws IOException {
        assert !readOnly;
        handle.write(source, offset, length, position);
    }

    @Override
    public void truncate(long size) throws IOException {
        assert !readOnly;
        handle.truncate(size);
    }

    @Override
    public void sync() throws IOException {
        handle.sync();
    }

    @Override
    public long size() throws IOException {
        return handle.size();
    }

    @Override
    public boolean isReadOnly() {
        return readOnly;
    }

    @Override
    public boolean hasMoved(String path) throws IOException {
        return !handle.isAt(Path.of(path));
    }

    @Override
    public Closeable shared(Supplier<Closeable> maker) {
        return handle.shared(maker);
    }

    @Override
    public long lastWriteNs(String path) throws IOException {
        return handle.lastWriteNs(Path.of(path));
    }

    @Override
    public FileIdentity identity(String path) throws IOException {
        return handle.identity(Path.of(path));
    }

    @Override
    public boolean lock(LockLevel wanted) throws IOException {
        handle.stateLock.lock();
        try {
            if (lease.revoke()) {
                release(LockLevel.NONE); // The lock was not resumed, so the earlier reads are void.
            }
            if (level.compareTo(wanted) >= 0) {
                return true;
            }
            return switch (wanted) {
                case NONE -> true;
                case SHARED -> lockShared();
                case RESERVED -> lockReserved();
                case PENDING, EXCLUSIVE -> lockExclusive();
            };
        } finally {
            handle.stateLock.unlock();
        }
    }

    private boolean lockShared() throws IOException {
        if (locks.writer != null && locks.writer.level.compareTo(LockLevel.PENDING) >= 0) {
            return false;
        }
        if (locks.sharedCount == 0) {
            // A writer that waits holds PENDING, so no reader gets past it.
            FileLock gate = handle.tryLock(PENDING_BYTE, 1, true);
            if (gate == null) {
                return false;
            }
            try {
                locks.shared = handle.tryLock(SHARED_FIRST, SHARED_SIZE, true);
            } finally {
                gate.release();
            }
            if (locks.shared == null) {
                return false;
            }
        }
        locks.sharedCount++;
        level = LockLevel.SHARED;
        return true;
    }

    private boolean lockReserved() throws IOException {
        assert level == LockLevel.SHARED : level;
        if (locks.writer != null || readOnly) {
            return false;
        }
        locks.reserved = handle.tryLock(RESERVED_BYTE, 1, false);
        if (locks.reserved == null) {
            return false;
        }
        locks.writer = this;
        locks.writers.granted();
        level = LockLevel.RESERVED;
        return true;
    }

    /**
     * Java cannot turn a shared lock into an exclusive one, so the shared one is released first. No
     * other connection gets a lock in between: PENDING is held.
     */
    private boolean lockExclusive() throws IOException {
        assert level != LockLevel.NONE;
        if ((locks.writer != null && locks.writer != this) || readOnly) {
            return false;
        }
        if (locks.pending == null) {
            locks.pending = handle.tryLock(PENDING_BYTE, 1, false);
            if (locks.pending == null) {
                return false;
            }
        }
        locks.writer = this;
        locks.writers.granted();
        level = LockLevel.PENDING;
        if (locks.sharedCount > 1) {
            revokeLeases();
        }
        if (locks.sharedCount > 1) {
            return false;
        }
        locks.shared.release();
        FileLock exclusive = handle.tryLock(SHARED_FIRST, SHARED_SIZE, false);
        if (exclusive == null) {
            locks.shared = handle.tryLock(SHARED_FIRST, SHARED_SIZE, true);
            if (locks.shared == null) {
                throw new IOException("lost the shared lock");
            }
            return false;
        }
        locks.shared = exclusive;
        level = LockLevel.EXCLUSIVE;
        return true;
    }

    private void revokeLeases() throws IOException {
        for (DirectFile file : locks.files) {
            if (file.lease.revoke()) {
                file.release(LockLevel.NONE);
            }
        }
    }

    @Override
    public void rest() throws IOException {
        // As long as the owner does not rest, only it changes its level.
        if (level != LockLevel.SHARED || !lease.rest(expiry)) {
            unlock(LockLevel.NONE);
        }
    }

    @Override
    public boolean resume() {
        return lease.resume();
    }

    private void expire() {
        handle.stateLock.lock();
        try {
            if (lease.expire()) {
                release(LockLevel.NONE);
            }
        } catch (IOException _) {
            // The handle is of no use any more, which the next lock reports.
        } finally {
            handle.stateLock.unlock();
        }
    }

    @Override
    public WriterQueue writers() {
        return locks.writers;
    }

    @Override
    public void unlock(LockLevel wanted) throws IOException {
        assert wanted.compareTo(LockLevel.SHARED) <= 0 : wanted;
        handle.stateLock.lock();
        try {
            lease.end();
            release(wanted);
        } finally {
            handle.stateLock.unlock();
        }
    }

    private void release(LockLevel wanted) throws IOException {
        if (level.compareTo(wanted) <= 0) {
            return;
        }
        if (level == LockLevel.EXCLUSIVE && wanted == LockLevel.SHARED) {
            locks.shared.release();
            locks.shared = handle.tryLock(SHARED_FIRST, SHARED_SIZE, true);
            if (locks.shared == null) {
                throw new IOException("lost the shared lock");
            }
        }
        if (locks.writer == this) {
            locks.pending = release(locks.pending);
            locks.reserved = release(locks.reserved);
            locks.writer = null;
            locks.writers.released();
        }
        level = wanted;
        if (wanted == LockLevel.NONE && --locks.sharedCount == 0) {
            locks.shared = release(locks.shared);
        }
    }

    private static FileLock release(FileLock lock) throws IOException {
        if (lock != null) {
            lock.release();
        }
        return null;
    }

    private void leave() {
        handle.stateLock.lock();
        try {
            locks.files.remove(this);
        } finally {
            handle.stateLock.unlock();
        }
    }

    @Override
    public LockLevel lockLevel() {
        return level;
    }

    @Override
    public List<HeldLock> heldLocks() {
        handle.stateLock.lock();
        try {
            List<HeldLock> held = new ArrayList<>();
            int readers = 0;
            for (DirectFile file : locks.files) {
                readers += file.level == LockLevel.NONE || file.lease.isResting() ? 0 : 1;
            }
            if (readers > 0) {
                boolean own = level != LockLevel.NONE && !lease.isResting();
                held.add(new HeldLock("SHARED", false, readers, own, null));
            }
            if (locks.writer != null) {
                String name = locks.writer.level.name();
                held.add(new HeldLock(name, true, 1, locks.writer == this, null));
            }
            return held;
        } finally {
            handle.stateLock.unlock();
        }
    }

    @Override
    public boolean hasOtherWriter() {
        handle.stateLock.lock();
        try {
            return locks.writer != null && locks.writer != this;
        } finally {
            handle.stateLock.unlock();
        }
    }

    @Override
    public boolean isReserved() throws IOException {
        handle.stateLock.lock();
        try {
            if (locks.writer != null) {
                return true;
            }
            FileLock probe = handle.tryLock(RESERVED_BYTE, 1, true);
            if (probe == null) {
                return true;
            }
            probe.release();
            return false;
        } finally {
            handle.stateLock.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            try {
                unlock(LockLevel.NONE);
                leave();
            } finally {
                handle.close();
            }
        }
    }
}
