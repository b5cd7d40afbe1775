package org.sqlvm.python;

import com.oracle.truffle.api.Truffle;
import com.oracle.truffle.runtime.AbstractCompilationTask;
import com.oracle.truffle.runtime.OptimizedCallTarget;
import com.oracle.truffle.runtime.OptimizedTruffleRuntime;
import com.oracle.truffle.runtime.OptimizedTruffleRuntimeListener;
import com.sun.management.OperatingSystemMXBean;

import org.sqlvm.language.machine.LongWork;

import java.lang.management.ManagementFactory;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Keeps Truffle from compiling while a program may be a short one. Graal's compiler is Java code
 * that must itself be compiled first: at the beginning it costs more than it saves.
 *
 * <p>Hot functions wait in the queue meanwhile, the hottest in front. The wait ends early for a
 * program that shows that it is longer: it calls one function very often, or inserts many rows with
 * one call ({@link LongWork}).
 */
final class CompilerDelay implements OptimizedTruffleRuntimeListener {
    /** A system property: see {@link #DELAY_MILLIS}. */
    private static final String DELAY = "sqlvm.python.CompilerDelay";

    /**
     * The processor time of the process before anything is compiled, in milliseconds. It is about
     * the time that the compiler takes for the hottest functions of a program, so no program takes
     * more than twice as long as it would if its length were known.
     */
    private static final int DELAY_MILLIS = 15_000;

    /** A program that calls one function this often is taken for a long one. */
    private static final int CALLS_MAX = 200_000;

    private static final int LOOK_MILLIS = 50;
    private static final int NANOS_PER_MILLI = 1_000_000;

    private final OperatingSystemMXBean process;
    private final long endNanos;
    private volatile boolean ended;

    /** The functions that have become hot during the wait. */
    private final Queue<OptimizedCallTarget> hot = new ConcurrentLinkedQueue<>();

    private CompilerDelay(OperatingSystemMXBean process, long endNanos) {
        this.process = process;
        this.endNanos = endNanos;
    }

    /** Begins, if there is a compiler. */
    static void begin() {
        long millis = Long.getLong(DELAY, DELAY_MILLIS);
        try {
            if (millis > 0
                    && Truffle.getRuntime() instanceof OptimizedTruffleRuntime runtime
                    && ManagementFactory.getOperatingSystemMXBean()
                            instanceof OperatingSystemMXBean process) {
                runtime.addListener(new CompilerDelay(process, millis * NANOS_PER_MILLI));
            }
        } catch (LinkageError notExportedOrNotHere) {
            // Functions are compiled at once, then.
        }
    }

    @Override
    public void onCompilationQueued(OptimizedCallTarget target, int tier) {
        if (!ended) {
            hot.add(target);
        }
    }

    /** On a thread of the compiler's. */
    @Override
    public void onCompilationStarted(OptimizedCallTarget target, AbstractCompilationTask task) {
        while (!ended && !isLong()) {
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        ended = true;
        hot.clear();
    }

    private boolean isLong() {
        return process.getProcessCpuTime() >= endNanos
                || LongWork.hasBegun()
                || hot.stream().anyMatch(target -> target.getCallCount() >= CALLS_MAX);
    }
}
