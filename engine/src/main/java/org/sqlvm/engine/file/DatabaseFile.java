package org.sqlvm.engine.file;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/**
 * One connection's handle to one open file: a database, a journal or a write-ahead log.
 *
 * <p>An implementation without locks (a sandbox's channel) answers {@code true} to every
 * {@link #lock} and keeps the level only. No method may be ended by an interrupt of the thread: a
 * channel that closes itself then would drop the locks of every connection in the process.
 */
public interface DatabaseFile extends RandomFile {
    /**
     * Reads from memory that the file is mapped to, if it is. The caller holds SHARED or more, and
     * the file had these bytes when it took it.
     *
     * @return false if nothing was read
     */
    default boolean readMapped(byte[] target, int offset, int length, long position)
            throws IOException {
        return false;
    }

    /** Returns when everything written is on the disk. */
    void sync() throws IOException;

    /** In bytes. */
    long size() throws IOException;

    /** Was the file opened without the right to write, or could only be opened so? */
    boolean isReadOnly();

    /**
     * Whether {@code path}, which this file was opened by, now names another file or none, so that
     * writes here would be lost. False if that cannot be known.
     */
    default boolean hasMoved(String path) throws IOException {
        return false;
    }

    /**
     * Tries to raise the lock to {@code level}; does not wait. Nothing happens if the level is held
     * already. From NONE only to SHARED. An EXCLUSIVE that fails because of readers leaves PENDING.
     *
     * @return false if another connection, of this process or another, is in the way
     */
    boolean lock(LockLevel level) throws IOException;

    /** Lowers the lock to SHARED or NONE. */
    void unlock(LockLevel level) throws IOException;

    /**
     * Releases a SHARED lock after reading, at once or soon: see {@link ReadLease}. Any other level
     * is released at once.
     */
    default void rest() throws IOException {
        unlock(LockLevel.NONE);
    }

    /**
     * Goes on with the SHARED lock that {@link #rest} has left here.
     *
     * @return false if there is none; otherwise the file has not been changed since
     */
    default boolean resume() {
        return false;
    }

    /** The level that this handle holds. */
    LockLevel lockLevel();

    /** Returns the locks that connections of this process hold on the file; empty if unknown. */
    default List<HeldLock> heldLocks() {
        return List.of();
    }

    /**
     * The connections of this process that wait to write to this file. The first is called when a
     * handle releases RESERVED. Code that excludes writers by another lock, as the log does, calls
     * it when it releases that lock.
     */
    WriterQueue writers();

    /**
     * Whether another connection of this process holds RESERVED or more. A connection that wants to
     * write then does not take SHARED first, which might prevent a commit.
     */
    default boolean hasOtherWriter() {
        return false;
    }

    /**
     * Whether SHARED fixes the content that is read while it is held, and a writer's changes are
     * its own until it has published them. Such a file needs no journal, and EXCLUSIVE waits for no
     * reader.
     */
    default boolean isVersioned() {
        return false;
    }

    /** Publishes the writes of this handle to a versioned file. */
    default void publish() {}

    /** Forgets the unpublished writes of this handle to a versioned file. */
    default void discard() {}

    /** Returns the record of the trees of a versioned file that its user reads and writes. */
    default TreeUse treeUse() {
        return TreeUse.NONE;
    }

    /**
     * Whether another connection has published to a versioned file since this one took SHARED, so
     * that it cannot write before it has let go of that, or caught up.
     */
    default boolean isOutdated() {
        return false;
    }

    /**
     * Makes the newest version of a versioned file, under SHARED, the one to read, if the trees
     * that the transaction has read are the same in it.
     *
     * @param forWriting whether to take RESERVED, too, if it is free, so that the version stays the
     *     newest
     * @return false if nothing has happened
     */
    default boolean catchUp(boolean forWriting) {
        return false;
    }

    /**
     * Returns an object that all connections of this process to the file share. It is closed when
     * the last of them closes the file.
     *
     * @param maker makes it at the first call
     * @return null if the connections of this process do not know of each other
     */
    default Closeable shared(Supplier<Closeable> maker) {
        return null;
    }

    /**
     * Returns the time of the last write to the file, as its file system has it; or -1 if
     * {@code path} names another file now, or the time is unknown.
     */
    default long lastWriteNs(String path) throws IOException {
        return -1;
    }

    /**
     * Returns the state of the file as its file system has it; null if {@code path} names another
     * file now, or the state is unknown.
     */
    default FileIdentity identity(String path) throws IOException {
        return null;
    }

    /** Whether any connection of any process holds RESERVED or more. */
    boolean isReserved() throws IOException;

    /** Drops the lock and the handle. The second call does nothing. */
    @Override
    void close() throws IOException;
}
