package org.sqlvm.engine.file;

/**
 * One connection's handle to a database of {@link SharedMemory}. Who holds SHARED reads the version
 * that was current when it took it, however long it takes, and blocks no other; there is one
 * writer, whose version the others see when it is published.
 */
final class VersionedFile implements DatabaseFile {
    private final SharedMemory.Store store;
    private final boolean readOnly;
    private final Runnable leave;
    private final TreeUse use;

    private LockLevel level = LockLevel.NONE;
    /** The version that SHARED has fixed; null without a lock. */
    private FileVersion seen;
    /** The transaction's writes; null if there are none. */
    private FileVersion.Draft draft;

    private boolean closed;

    /** @param leave is run when this is closed */
    VersionedFile(
            SharedMemory.Name name, SharedMemory.Store store, boolean readOnly, Runnable leave) {
        use = new TreeUse(name);
        this.store = store;
        this.readOnly = readOnly;
        this.leave = leave;
    }

    private FileVersion version() {
        return seen == null ? store.current : seen;
    }

    @Override
    public int read(byte[] target, int offset, int length, long position) {
        return draft == null
                ? version().read(target, offset, length, position)
                : draft.read(target, offset, length, position);
    }

    @Override
    public boolean readMapped(byte[] target, int offset, int length, long position) {
        return read(target, offset, length, position) == length;
    }

    @Override
    public void write(byte[] source, int offset, int length, long position) {
        draft().write(source, offset, length, position);
    }

    @Override
    public void truncate(long size) {
        draft().truncate(size);
    }

    private FileVersion.Draft draft() {
        assert !readOnly && level == LockLevel.EXCLUSIVE : level;
        if (draft == null) {
            draft = new FileVersion.Draft(seen);
        }
        return draft;
    }

    @Override
    public boolean isVersioned() {
        return true;
    }

    @Override
    public TreeUse treeUse() {
        return use;
    }

    @Override
    public void publish() {
        if (draft != null) {
            assert store.writer == this && seen == store.current : level;
            FileVersion version = draft.finished();
            store.publish(version, use.writtenTrees());
            seen = version;
            draft = null;
        }
    }

    @Override
    public void discard() {
        draft = null;
    }

    @Override
    public void sync() {
        // The content does not outlive the process.
    }

    @Override
    public long size() {
        return draft == null ? version().size : draft.size();
    }

    @Override
    public boolean isReadOnly() {
        return readOnly;
    }

    @Override
    public boolean lock(LockLevel wanted) {
        if (level.compareTo(wanted) >= 0) {
            return true;
        }
        if (wanted == LockLevel.SHARED) {
            seen = store.current;
            level = LockLevel.SHARED;
            return true;
        }
        assert level != LockLevel.NONE;
        store.guard.lock();
        try {
            if ((store.writer != null && store.writer != this) || isOutdated() || readOnly) {
                return false;
            }
            store.writer = this;
            store.writers.granted();
            // Readers keep their version: they are never in the way.
            level = wanted == LockLevel.RESERVED ? LockLevel.RESERVED : LockLevel.EXCLUSIVE;
            return true;
        } finally {
            store.guard.unlock();
        }
    }

    @Override
    public boolean isOutdated() {
        return seen != null && seen != store.current;
    }

    @Override
    public boolean catchUp(boolean forWriting) {
        assert level == LockLevel.SHARED && draft == null : level;
        store.guard.lock();
        try {
            boolean refused = forWriting && (store.writer != null || readOnly);
            if (!isOutdated() || refused || store.hasChanged(use.trees(), seen)) {
                return false;
            }
            if (forWriting) {
                store.writer = this;
                store.writers.granted();
                level = LockLevel.RESERVED;
            }
            seen = store.current;
            return true;
        } finally {
            store.guard.unlock();
        }
    }

    @Override
    public void unlock(LockLevel wanted) {
        assert wanted.compareTo(LockLevel.SHARED) <= 0 : wanted;
        if (level.compareTo(wanted) <= 0) {
            return;
        }
        store.guard.lock();
        try {
            draft = null;
            level = wanted;
            if (wanted == LockLevel.NONE) {
                seen = null;
            }
            if (store.writer == this) {
                store.writer = null;
                store.writers.released();
            }
        } finally {
            store.guard.unlock();
        }
    }

    @Override
    public LockLevel lockLevel() {
        return level;
    }

    @Override
    public WriterQueue writers() {
        return store.writers;
    }

    @Override
    public boolean hasOtherWriter() {
        store.guard.lock();
        try {
            return store.writer != null && store.writer != this;
        } finally {
            store.guard.unlock();
        }
    }

    @Override
    public boolean isReserved() {
        store.guard.lock();
        try {
            return store.writer != null;
        } finally {
            store.guard.unlock();
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            unlock(LockLevel.NONE);
            leave.run();
        }
    }
}
