package org.sqlvm.test.engines;

import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts a statement that takes too long. One that cannot be interrupted would hang the tests
 * for good: then it prints where all threads are and ends the process.
 */
public final class Watchdog implements AutoCloseable {
    private static final int EXIT_CODE = 3;

    private final TestEngine engine;
    private final long limitMs;
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(
            1, Thread.ofPlatform().daemon().name("watchdog").factory());

    private ScheduledFuture<?> interruption;
    private ScheduledFuture<?> end;
    private volatile boolean bitten;

    public Watchdog(TestEngine engine, long limitMs) {
        this.engine = engine;
        this.limitMs = limitMs;
        restart();
    }

    /** Gives the next statement its time. */
    public void restart() {
        cancel();
        bitten = false;
        interruption = timer.schedule(this::interrupt, limitMs, TimeUnit.MILLISECONDS);
        end = timer.schedule(Watchdog::endProcess, 3 * limitMs, TimeUnit.MILLISECONDS);
    }

    /** Whether the statement since the last restart had to be interrupted. */
    public boolean hasBitten() {
        return bitten;
    }

    private void interrupt() {
        bitten = true;
        engine.interrupt();
    }

    private static void endProcess() {
        System.err.println("A statement neither ends nor can be interrupted:");
        for (Map.Entry<Thread, StackTraceElement[]> thread :
                Thread.getAllStackTraces().entrySet()) {
            System.err.println(thread.getKey());
            for (StackTraceElement frame : thread.getValue()) {
                System.err.println("    at " + frame);
            }
        }
        Runtime.getRuntime().halt(EXIT_CODE);
    }

    private void cancel() {
        if (interruption != null) {
            interruption.cancel(false);
            end.cancel(false);
        }
    }

    @Override
    public void close() {
        cancel();
        timer.shutdownNow();
    }
}
