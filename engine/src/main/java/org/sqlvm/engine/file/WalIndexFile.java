package org.sqlvm.engine.file;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/**
 * One connection's handle to the {@code -shm} file of a write-ahead log: the wal-index header and
 * SQLite's eight lock bytes at offset 120 (sqlite.org/walformat.html section 2.3).
 */
public interface WalIndexFile extends AutoCloseable {
    /** The number of locks: WRITE, CKPT, RECOVER, READ(0) .. READ(4). */
    int LOCK_COUNT = 8;

    /** SQLite's names of the locks, by number. */
    List<String> LOCK_NAMES = List.of(
            "WRITE", "CHECKPOINT", "RECOVER", "READ 0", "READ 1", "READ 2", "READ 3", "READ 4");

    /** The number of the lock of the connection that appends to the log. */
    int WRITE_LOCK = 0;

    /** The number of the lock of the connection that copies the log back. */
    int CHECKPOINT_LOCK = 1;

    /** The number of the lock for rebuilding the index. */
    int RECOVER_LOCK = 2;

    /** Lock number of READ(0). */
    int READ_LOCK_0 = 3;

    /** Reads from {@code position} on; bytes beyond the end of the file are zero. */
    void read(byte[] target, long position) throws IOException;

    void write(byte[] source, int offset, int length, long position) throws IOException;

    boolean isReadOnly();

    /**
     * Tries to take lock {@code number}; does not wait.
     *
     * @return false if another connection of any process is in the way
     */
    boolean lock(int number, boolean exclusive) throws IOException;

    /**
     * Returns the same object for all connections of this process that have the index open. It is
     * another one when all of them have closed the index and it is opened again. Null if the
     * connections of this process do not know of each other.
     */
    default Object identity() {
        return null;
    }

    /**
     * Returns the locks that connections of this process hold, without the frames of read marks;
     * empty if unknown.
     */
    default List<HeldLock> heldLocks() {
        return List.of();
    }

    /** Gives lock {@code number} back. */
    void unlock(int number, boolean exclusive) throws IOException;

    /**
     * Ends this connection's use of the lock WRITE, which it holds. The process keeps the lock from
     * other processes until {@link #dropWriteLock}, and {@link #lock} refuses it until then.
     */
    void keepWriteLock();

    /**
     * Tries to take the lock WRITE that the process keeps.
     *
     * @return false if another connection uses it
     */
    boolean joinWriteLock();

    /** The process does not keep the lock WRITE any more; a connection may still use it. */
    void dropWriteLock() throws IOException;

    /**
     * Returns the object that belongs to the index for all connections of this process.
     *
     * @param maker makes it for the first one
     */
    Object shared(Supplier<Object> maker);

    /** Drops all locks of this handle. */
    @Override
    void close() throws IOException;
}
