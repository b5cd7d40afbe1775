package org.sqlvm.language.runtime;

/**
 * The code of a program, on whatever runs it. Statements and runs know no more of it than this:
 * nodes of Truffle are one implementation.
 */
public interface ProgramCode {
    /** Runs the program, or goes on with it, until it has to be left. */
    Outcome call(ExecutionState state);

    int registerCount();

    /** Whether the program does anything twice, so that it may give more than a few rows. */
    boolean hasLoops();

    /**
     * Resets the counted work of a run that has been given up for vectors: it will not be done
     * again.
     */
    void forgetWork();
}
