package org.sqlvm.language.host;

import com.oracle.truffle.api.TruffleContext;
import com.oracle.truffle.api.TruffleLanguage.Env;
import com.oracle.truffle.api.exception.AbstractTruffleException;

import org.graalvm.polyglot.Context;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The way from Java callers into a context: enters it if the thread is not inside already, and
 * turns errors into the ones of the API. One thread is inside at a time, so that any thread may
 * close a result that another one reads. Costs about 100 ns, once per batch.
 */
final class Entry {
    /** The result of {@link #enter} if the thread is inside already. */
    private static final Object INSIDE = new Object();

    private final TruffleContext context;
    private final ReentrantLock lock;
    /** The database is closed, and its context may be. */
    private volatile boolean closed;

    /** @param lock the database's lock */
    Entry(Env env, ReentrantLock lock) {
        this.lock = lock;
        this.context = env.getContext();
    }

    /** Returns the object to pass to {@link #leave}. */
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

    /**
     * Keeps other threads out until {@link #release}, though this one is outside between its calls.
     */
    void hold() {
        lock.lock();
    }

    /** Ends a {@link #hold}. */
    void release() {
        lock.unlock();
    }

    /** No thread enters any more. */
    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    /**
     * Returns the API's error for an exception of the engine or a callback: a Java callback's own
     * exception, unless that is a checked one; a PolyglotException for another language.
     */
    static RuntimeException error(RuntimeException thrown) {
        if (thrown instanceof AbstractTruffleException guest) {
            return Context.getCurrent().asValue(guest).throwException();
        }
        if (!(thrown instanceof SqlException error)) {
            return thrown;
        }
        if (!error.isCallback()) {
            return new SqlvmException(error.getMessage(), error.code(), error.position(), error);
        }
        return switch (error.getCause()) {
            case AbstractTruffleException guest -> error(guest);
            case RuntimeException own -> own;
            case Error own -> throw own;
            case Throwable own -> new SqlvmException(error.getMessage(), error.code(), -1, own);
        };
    }

    <T> T call(Supplier<T> work) {
        Object before = enter();
        try {
            return work.get();
        } catch (RuntimeException error) {
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
