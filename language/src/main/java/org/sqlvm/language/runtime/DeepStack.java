package org.sqlvm.language.runtime;

import org.sqlvm.engine.error.SqlException;

import java.util.function.Supplier;

/**
 * Runs parser and compiler, which recurse as deep as a statement nests. A thousand levels, which
 * SQLite allows, do not fit the stack of every caller's thread; so long statements are compiled on
 * a thread with a large stack, and short ones too if the stack at hand turns out too small.
 */
public final class DeepStack {
    /** Shorter statements nest a few hundred levels at most. */
    private static final int LENGTH_LONG = 1_000;

    private static final long STACK_BYTES = 512L << 20;

    private DeepStack() {}

    /** What {@code work} gives, or its exception. It must not need the polyglot context. */
    public static <T> T call(int textLength, Supplier<T> work) {
        if (textLength < LENGTH_LONG) {
            try {
                return work.get();
            } catch (StackOverflowError tooDeepForThisThread) {
                return callOnThread(work);
            }
        }
        return callOnThread(work);
    }

    private static <T> T callOnThread(Supplier<T> work) {
        Task<T> task = new Task<>(work);
        Thread thread = new Thread(null, task, "sqlvm compiler", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true; // Compiling ends soon; the caller learns of it afterwards.
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return task.result();
    }

    private static final class Task<T> implements Runnable {
        private final Supplier<T> work;
        private T result;
        private RuntimeException exception;
        private Error error;

        Task(Supplier<T> work) {
            this.work = work;
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
            }
        }

        T result() {
            if (exception != null) {
                throw exception;
            }
            if (error != null) {
                throw error;
            }
            return result;
        }
    }
}
