package org.sqlvm.engine.error;

import java.util.function.Supplier;

/**
 * The compiling of one statement, which ends early when another thread interrupts it, its time is
 * over, or the progress handler stops it. All code between a text and its program that may take
 * long calls {@link #step} in its loops.
 */
public final class Compilation {
    private static final ScopedValue<Compilation> CURRENT = ScopedValue.newInstance();

    private final Interruption interruption;
    private final int stepsPerProgress;
    private final Runnable progress;
    private int stepCount;

    /**
     * @param stepsPerProgress after how many steps {@code progress} runs; 0 for never
     * @param progress throws if the statement is to end
     */
    public Compilation(Interruption interruption, int stepsPerProgress, Runnable progress) {
        this.interruption = interruption;
        this.stepsPerProgress = stepsPerProgress;
        this.progress = progress;
    }

    /** Runs a part of the work, on the calling thread. */
    public <T> T call(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(work::get);
    }

    /**
     * A query, a table, a loop or the like has been compiled; outside of a compilation this does
     * nothing.
     *
     * @throws SqlException SQLITE_INTERRUPT if the statement is to end
     */
    public static void step() {
        if (CURRENT.isBound()) {
            CURRENT.get().advance();
        }
    }

    private void advance() {
        interruption.check();
        if (stepsPerProgress > 0 && ++stepCount >= stepsPerProgress) {
            stepCount = 0;
            progress.run();
        }
    }
}
