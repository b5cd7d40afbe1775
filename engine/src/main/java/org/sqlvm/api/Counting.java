package org.sqlvm.api;

/** What the runs of a {@link Statement} count; see {@link Statement#count}. */
public enum Counting {
    /** Nothing, which costs nothing. */
    NOTHING,
    /** Rows of every step of the plan, and time where a step takes many rows at once. */
    STEPS,
    /**
     * The same, and how long each instruction takes: the clock is read with every one, which takes
     * longer than a simple one does.
     */
    INSTRUCTIONS
}
