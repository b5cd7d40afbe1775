package org.sqlvm.language.runtime;

/** How a call of a program ended. */
public enum Outcome {
    /** The batch is full, or a first row is due. Call again for more. */
    BATCH_FULL,
    /** The slice is over. Call again to go on. */
    SLICE_END,
    /** Another program is to run. Call again when it has ended. */
    CALL,
    /** The program has halted. */
    DONE
}
