package org.sqlvm.language.nodes;

import org.sqlvm.language.runtime.ExecutionState;

/** An estimate of how long a program has been interpreted so far. */
final class InterpretedWork {
    /** Only every eighth interpreted call is timed: reading the clock is slow for a short call. */
    private static final int CALLS_PER_TIMING = 8;

    /** The most nanoseconds that a turn, a search or a call of a short program takes. */
    private static final long STEP_TIME = 1_000;

    /** The nanoseconds for each instruction of a long program: a turn may run all of them. */
    private static final long INSTRUCTION_TIME = 10;

    /**
     * The most nanoseconds that count for a turn, a search or a call. Work that takes longer is
     * Java code behind the instruction, as a sort is, or another process that had the processor:
     * compiling makes neither faster.
     */
    private final long stepTimeMax;

    private long time;
    private int calls;

    /** @param size the number of the program's instructions */
    InterpretedWork(int size) {
        stepTimeMax = Math.max(STEP_TIME, INSTRUCTION_TIME * size);
    }

    /** A call begins: returns whether it is to be timed. */
    boolean begin() {
        return calls++ % CALLS_PER_TIMING == 0;
    }

    /** A timed call has ended. */
    void end(ExecutionState state, long begun) {
        long taken = System.nanoTime() - begun;
        long steps = 1L + state.turnCount + state.searchCount;
        time += CALLS_PER_TIMING * Math.min(taken, stepTimeMax * steps);
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
