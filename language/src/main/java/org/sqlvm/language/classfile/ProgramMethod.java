package org.sqlvm.language.classfile;

import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.Outcome;

/** The code of a program. A hidden class implements it. */
interface ProgramMethod {
    /** Runs until the batch is full, the slice is over, or the program has halted. */
    Outcome run(ExecutionState state);
}
