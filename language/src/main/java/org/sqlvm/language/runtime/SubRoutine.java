package org.sqlvm.language.runtime;

import com.oracle.truffle.api.RootCallTarget;

import org.sqlvm.engine.program.SubProgram;

/**
 * A subprogram with its nodes, shared as those of its program are. Its target comes later than the
 * object: the nodes of a recursive one refer to it.
 */
public final class SubRoutine {
    private final SubProgram program;
    private RootCallTarget target;

    public SubRoutine(SubProgram program) {
        this.program = program;
    }

    public void set(RootCallTarget built) {
        target = built;
    }

    SubProgram program() {
        return program;
    }

    RootCallTarget target() {
        return target;
    }
}
