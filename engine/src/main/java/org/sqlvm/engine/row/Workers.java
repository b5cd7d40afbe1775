package org.sqlvm.engine.row;

import org.sqlvm.engine.error.Interruption;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Threads of the common pool that help the caller's thread. If the pool has none to spare, the
 * caller's thread does the work alone. Helpers compute on arrays: they know nothing of contexts,
 * transactions or files.
 */
public final class Workers {
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /** Whether the result of the work is no longer wanted. */
    private volatile boolean stopped;

    /** Thrown in a helper when the work has been stopped. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stopped() {
            super(null, null, false, false);
        }
    }

    /** Some of the work: a helper does it, or the caller's thread if it is there first. */
    public final class Task {
        /** Null once it is claimed: a task that no helper needs may wait in the pool for long. */
        private Runnable work;

        private final AtomicBoolean begun = new AtomicBoolean();
        private final CountDownLatch ended = new CountDownLatch(1);

        private Task(Runnable work) {
            Interruption current = Interruption.current();
            this.work = current == null ? work : () -> current.during(work);
        }

        /** Claims the work; returns whether the caller has to do it. */
        public boolean claim() {
            return take() != null;
        }

        /** Returns the work if it was not claimed; else null. */
        private Runnable take() {
            if (!begun.compareAndSet(false, true)) {
                return null;
            }
            Runnable taken = work;
            work = null;
            return taken;
        }

        /** Whether a helper has done it. */
        public boolean hasEnded() {
            return ended.getCount() == 0;
        }

        /** Waits until a helper that has begun has ended; none begins any more. */
        public void await() {
            if (claim()) {
                return;
            }
            boolean interrupted = false;
            while (true) {
                try {
                    ended.await();
                    break;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private void help() {
            Runnable taken = take();
            if (taken == null) {
                return;
            }
            try {
                taken.run();
            } catch (Stopped expected) {
                // The thread that has stopped the work reports the reason.
            } catch (Throwable thrown) {
                failure.compareAndSet(null, thrown);
                stopped = true;
            } finally {
                ended.countDown();
            }
        }
    }

    /** To be called often by helpers: ends theirs if the work has been stopped. */
    public void poll() {
        if (stopped) {
            throw new Stopped();
        }
    }

    /**
     * Runs work in this thread, and in some others at the same time. All have ended when it
     * returns, or throws the exception of one of them.
     *
     * @param others the work of the helpers, each run by one, or not at all
     */
    public void run(Runnable own, List<Runnable> others) {
        List<Task> tasks = others.stream().map(this::begin).toList();
        try {
            own.run();
        } catch (Throwable thrown) {
            stopped = true;
            throw thrown;
        } finally {
            tasks.forEach(Task::await);
        }
        check();
    }

    /** Has a helper do something, as soon as there is one. */
    public Task begin(Runnable work) {
        Task task = new Task(work);
        ForkJoinPool.commonPool().execute(task::help);
        return task;
    }

    /** Stops the work, whose result is not needed any more. */
    public void stop() {
        stopped = true;
    }

    /** Throws the exception of a helper, if there was one. */
    private void check() {
        switch (failure.get()) {
            case null -> {}
            case RuntimeException thrown -> throw thrown;
            case Error thrown -> throw thrown;
            case Throwable thrown -> throw new AssertionError(thrown);
        }
    }
}
