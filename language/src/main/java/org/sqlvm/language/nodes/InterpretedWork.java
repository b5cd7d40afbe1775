package org.sqlvm.language.nodes;

import org.sqlvm.language.runtime.ExecutionState;

/** An estimate of how long a program has been interpreted so far. */
final class InterpretedWork {
    /** Only every eighth interpreted call is timed: reading the clock is slow for a short call. */
    private static final int CALLS_PER_TIMING = 8;

    /**
     * The most nanoseconds that count for a turn, a search or a call. What takes longer is Java
     * code behind the instruction, as a sort is, or another process that had the processor:
     * compiling makes neither faster.
     */
    private static final long STEP_TIME_MAX = 1_000;

    private long time;
    private int calls;

    /** A call begins: returns whether it is to be timed. */
    boolean begin() {
        return calls++ % CALLS_PER_TIMING == 0;
    }

    /** A timed call has ended. */
    void end(ExecutionState state, long begun) {
        long taken = System.nanoTime() - begun;
        long steps = 1L + state.turnCount + state.searchCount;
        time += CALLS_PER_TIMING * Math.min(taken, STEP_TIME_MAX * steps);
    }

    /** Whether a call has begun. */
    boolean hasBegun() {
        return calls > 0;
    }

    /** Returns the time in nanoseconds. */
    long time() {
        return time;
    }

    /** The work will not be done again. */
    void forget() {
        time = 0;
    }
}
