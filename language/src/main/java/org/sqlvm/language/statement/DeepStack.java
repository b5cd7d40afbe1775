package org.sqlvm.language.statement;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.Parsed;
import org.sqlvm.engine.sql.Parser;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;

/**
 * Runs parser and compiler, which recurse as deep as a statement nests. A thousand levels, which
 * SQLite allows, do not fit the stack of every caller's thread; so long statements are compiled on
 * a thread with a large stack, and short ones too if the caller's stack turns out too small.
 */
public final class DeepStack {
    /** Shorter statements nest a few hundred levels at most. */
    private static final int LENGTH_LONG = 1_000;

    private static final long STACK_BYTES = 512L << 20;

    /** The work on a thread with a large stack; null while the caller's thread does it. */
    private volatile Task<?> task;

    /** {@link Parser#parse} with room for any depth. The statement's length is not known yet. */
    public static Parsed parse(String sql, int start) {
        return call(0, () -> Parser.parse(sql, start));
    }

    /** {@link #run} for work that does not call back. */
    public static <T> T call(int textLength, Supplier<T> work) {
        return new DeepStack().run(textLength, work);
    }

    /**
     * Returns the result of {@code work}, or throws its exception. The work must not need the
     * polyglot context, except in {@link #onCaller}.
     */
    <T> T run(int textLength, Supplier<T> work) {
        assert task == null : "runs already";
        if (textLength < LENGTH_LONG) {
            try {
                return work.get();
            } catch (StackOverflowError tooDeepForThisThread) {
                return runDeep(work);
            }
        }
        return runDeep(work);
    }

    private <T> T runDeep(Supplier<T> work) {
        Task<T> deep = new Task<>(work);
        task = deep;
        try {
            return deep.result();
        } finally {
            task = null;
        }
    }

    /**
     * Calls back while {@link #run} works, on the thread of its caller: that one is in the polyglot
     * context, and has the locks of other languages. At other times this is a plain call.
     */
    <T> T onCaller(Supplier<T> callback) {
        Task<?> running = task;
        return running == null ? callback.get() : running.onCaller(callback);
    }

    /** Work on a thread of its own, whose caller waits and runs callbacks. */
    private static final class Task<T> implements Runnable {
        private static final FutureTask<Void> END = new FutureTask<>(() -> null);

        private final Supplier<T> work;
        private final LinkedBlockingQueue<FutureTask<?>> callbacks = new LinkedBlockingQueue<>();
        private final Thread thread = new Thread(null, this, "sqlvm compiler", STACK_BYTES);
        private T result;
        private RuntimeException exception;
        private Error error;

        Task(Supplier<T> work) {
            this.work = work;
            thread.setDaemon(true);
        }

        @Override
        public void run() {
            try {
                result = work.get();
            } catch (StackOverflowError tooDeep) {
                exception = SqlException.error("Recursion limit");
            } catch (RuntimeException e) {
                exception = e;
            } catch (Error e) {
                error = e;
            } finally {
                callbacks.add(END);
            }
        }

        /** Does the work; returns its result or throws its exception. */
        T result() {
            thread.start();
            boolean interrupted = false;
            while (true) {
                try {
                    FutureTask<?> callback = callbacks.take();
                    if (callback == END) {
                        break;
                    }
                    callback.run();
                } catch (InterruptedException e) {
                    interrupted = true; // Compiling ends soon; the caller learns of it afterwards.
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            if (exception != null) {
                throw exception;
            }
            if (error != null) {
                throw error;
            }
            return result;
        }

        <R> R onCaller(Supplier<R> callback) {
            if (Thread.currentThread() != thread) {
                return callback.get(); // A callback that calls back.
            }
            FutureTask<R> task = new FutureTask<>(callback::get);
            callbacks.add(task);
            try {
                return task.get();
            } catch (InterruptedException e) {
                throw new AssertionError(e); // This thread is never interrupted.
            } catch (ExecutionException e) {
                switch (e.getCause()) {
                    case RuntimeException own -> throw own;
                    case Error own -> throw own;
                    default -> throw new AssertionError(e.getCause());
                }
            }
        }
    }
}
