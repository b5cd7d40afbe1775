package org.sqlvm.language.runtime;

import com.oracle.truffle.api.RootCallTarget;

/**
 * The properties of a program that its root node knows. A call target of such a node takes an
 * {@link ExecutionState} and gives an {@link Outcome}.
 */
public interface ProgramCode {
    /** The code that a call target runs. */
    static ProgramCode of(RootCallTarget target) {
        return (ProgramCode) target.getRootNode();
    }

    int registerCount();

    /** Whether the program does anything twice, so that it may give more than a few rows. */
    boolean hasLoops();

    /**
     * Resets the counted work of a run that has been given up for vectors: it will not be done
     * again.
     */
    void forgetWork();
}
