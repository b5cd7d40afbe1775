package org.sqlvm.engine.error;

/**
 * The compiling of one statement, which ends early when another thread interrupts it, its time is
 * over, or the progress handler stops it. All code between a text and its program that may take
 * long calls {@link #step} in its loops.
 */
public final class Compilation {
    /** A compilation that nothing ends before it is done. */
    public static final Compilation ENDLESS = new Compilation(null, 0, null);

    /** Null if nothing interrupts. */
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

    /**
     * Notes that a query, a table, a loop or the like has been compiled.
     *
     * @throws SqlException SQLITE_INTERRUPT if the statement is to end
     */
    public void step() {
        if (interruption != null) {
            interruption.check();
        }
        if (stepsPerProgress > 0 && ++stepCount >= stepsPerProgress) {
            stepCount = 0;
            progress.run();
        }
    }
}
