package org.sqlvm.api;

/** How much the runs of a {@link Statement} count; see {@link Statement#count}. */
public enum Counting {
    /** No counters, at no cost. */
    NOTHING,
    /** The rows of every step of the plan, and the time of steps that process batches of rows. */
    STEPS,
    /**
     * The counters of STEPS, and the time of each instruction. The clock is read for every
     * instruction, which takes longer than a simple instruction itself.
     */
    INSTRUCTIONS
}
