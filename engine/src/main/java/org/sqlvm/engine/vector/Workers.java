package org.sqlvm.engine.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Threads that help the caller's with some work, as far as the common pool has any to spare; where
 * it has none, the caller's does it alone. Helpers compute on arrays: they know nothing of
 * contexts, transactions or files.
 */
final class Workers {
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /** What was asked for is not wanted any more. */
    private volatile boolean stopped;

    /** Thrown in a helper when the work has been stopped. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stopped() {
            super(null, null, false, false);
        }
    }

    private static final class Helper {
        final AtomicBoolean begun = new AtomicBoolean();
        final CountDownLatch ended = new CountDownLatch(1);
    }

    /** To be called often by helpers: ends theirs if the work has been stopped. */
    void poll() {
        if (stopped) {
            throw new Stopped();
        }
    }

    /**
     * Does work in this thread, and in some others at the same time. All have ended when it returns
     * or throws what one of them has thrown.
     *
     * @param others each run by a helper, or by nobody
     */
    void run(Runnable own, List<Runnable> others) {
        List<Helper> helpers = new ArrayList<>();
        for (Runnable work : others) {
            Helper helper = new Helper();
            helpers.add(helper);
            ForkJoinPool.commonPool().execute(() -> help(helper, work));
        }
        try {
            own.run();
        } catch (Throwable thrown) {
            stopped = true;
            throw thrown;
        } finally {
            helpers.forEach(Workers::await);
        }
        switch (failure.get()) {
            case null -> {}
            case RuntimeException thrown -> throw thrown;
            case Error thrown -> throw thrown;
            case Throwable thrown -> throw new AssertionError(thrown);
        }
    }

    private void help(Helper helper, Runnable work) {
        if (!helper.begun.compareAndSet(false, true)) {
            return;
        }
        try {
            work.run();
        } catch (Stopped expected) {
            // Who has stopped it has a reason to tell.
        } catch (Throwable thrown) {
            failure.compareAndSet(null, thrown);
            stopped = true;
        } finally {
            helper.ended.countDown();
        }
    }

    /** Whoever has not begun by now never does. */
    private static void await(Helper helper) {
        if (helper.begun.compareAndSet(false, true)) {
            return;
        }
        boolean interrupted = false;
        while (true) {
            try {
                helper.ended.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
