package org.sqlvm.language.host;

import com.oracle.truffle.api.TruffleContext;
import com.oracle.truffle.api.TruffleLanguage.Env;

import org.sqlvm.api.SqlvmException;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The way from Java callers into a context: enters it if the thread is not inside already, and
 * turns errors into the ones of the API. One thread is inside at a time, so that any may close what
 * another one reads. Costs about 100 ns, once per batch.
 */
final class Entry {
    /** What {@link #enter} says if the thread is inside. */
    private static final Object INSIDE = new Object();

    private final TruffleContext context;
    private final ReentrantLock lock = new ReentrantLock();
    /** The database is closed, and its context may be. */
    private volatile boolean closed;

    Entry(Env env) {
        this.context = env.getContext();
    }

    /** Gives what {@link #leave} wants to know. */
    Object enter() {
        lock.lock();
        boolean entered = false;
        try {
            if (closed) {
                throw new SqlvmException(
                        "Cannot operate on a closed database.", ResultCode.MISUSE, -1, null);
            }
            Object before = context.isEntered() ? INSIDE : context.enter(null);
            entered = true;
            return before;
        } finally {
            if (!entered) {
                lock.unlock();
            }
        }
    }

    void leave(Object before) {
        try {
            if (before != INSIDE) {
                context.leave(null, before);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Nobody enters any more. */
    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    /** The API's error for one of the engine. */
    static SqlvmException error(SqlException error) {
        return new SqlvmException(error.getMessage(), error.code(), error.position(), error);
    }

    <T> T call(Supplier<T> work) {
        Object before = enter();
        try {
            return work.get();
        } catch (SqlException error) {
            throw error(error);
        } finally {
            leave(before);
        }
    }

    void run(Runnable work) {
        call(() -> {
            work.run();
            return null;
        });
    }
}
