package org.sqlvm.engine.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * SQLite's lock on one file, for one of its handles, among the handles of this process alone: for
 * files that the operating system's locks are out of reach for.
 */
public final class LocalLock {
    private static final ReentrantLock GUARD = new ReentrantLock();
    private static final Map<Object, State> STATES = new HashMap<>();

    /** The locks that the handles of one file hold together. */
    private static final class State {
        int handles;
        int sharedCount;
        /** The one with RESERVED or more; null for none. */
        LocalLock writer;

        final WriterQueue writers = new WriterQueue();
    }

    private final Object key;
    private final State state;
    private LockLevel level = LockLevel.NONE;
    private boolean closed;

    /** @param key equal for handles of the same file */
    public LocalLock(Object key) {
        this.key = key;
        GUARD.lock();
        try {
            state = STATES.computeIfAbsent(key, _ -> new State());
            state.handles++;
        } finally {
            GUARD.unlock();
        }
    }

    public LockLevel level() {
        return level;
    }

    /** As {@link DatabaseFile#writers}. */
    public WriterQueue writers() {
        return state.writers;
    }

    /** As {@link DatabaseFile#lock}. */
    public boolean lock(LockLevel wanted) {
        GUARD.lock();
        try {
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
            GUARD.unlock();
        }
    }

    private boolean lockShared() {
        if (state.writer != null && state.writer.level.compareTo(LockLevel.PENDING) >= 0) {
            return false;
        }
        state.sharedCount++;
        level = LockLevel.SHARED;
        return true;
    }

    private boolean lockReserved() {
        assert level == LockLevel.SHARED : level;
        if (state.writer != null) {
            return false;
        }
        state.writer = this;
        state.writers.granted();
        level = LockLevel.RESERVED;
        return true;
    }

    private boolean lockExclusive() {
        assert level != LockLevel.NONE;
        if (state.writer != null && state.writer != this) {
            return false;
        }
        state.writer = this;
        state.writers.granted();
        level = state.sharedCount > 1 ? LockLevel.PENDING : LockLevel.EXCLUSIVE;
        return level == LockLevel.EXCLUSIVE;
    }

    /** Lowers the lock to SHARED or NONE. */
    public void unlock(LockLevel wanted) {
        assert wanted.compareTo(LockLevel.SHARED) <= 0 : wanted;
        GUARD.lock();
        try {
            if (level.compareTo(wanted) <= 0) {
                return;
            }
            if (state.writer == this) {
                state.writer = null;
                state.writers.released();
            }
            level = wanted;
            if (wanted == LockLevel.NONE) {
                state.sharedCount--;
            }
        } finally {
            GUARD.unlock();
        }
    }

    /** As {@link DatabaseFile#heldLocks}. */
    public List<HeldLock> heldLocks() {
        GUARD.lock();
        try {
            List<HeldLock> held = new ArrayList<>();
            if (state.sharedCount > 0) {
                boolean own = level != LockLevel.NONE;
                held.add(new HeldLock("SHARED", false, state.sharedCount, own, null));
            }
            if (state.writer != null) {
                String name = state.writer.level.name();
                held.add(new HeldLock(name, true, 1, state.writer == this, null));
            }
            return held;
        } finally {
            GUARD.unlock();
        }
    }

    /** Whether any handle holds RESERVED or more. */
    public boolean isReserved() {
        GUARD.lock();
        try {
            return state.writer != null;
        } finally {
            GUARD.unlock();
        }
    }

    /** Drops the lock. The second call does nothing. */
    public void close() {
        GUARD.lock();
        try {
            if (!closed) {
                closed = true;
                unlock(LockLevel.NONE);
                if (--state.handles == 0) {
                    STATES.remove(key);
                }
            }
        } finally {
            GUARD.unlock();
        }
    }
}
