package org.sqlvm.language.runtime;

import com.oracle.truffle.api.RootCallTarget;

import org.sqlvm.engine.program.SubProgram;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A subprogram with its nodes, which the statements share that may run it. They are made when it
 * runs first: of a table that hundreds of others refer to, most rows go without running any of
 * their actions.
 */
public final class SubRoutine implements SubProgram.Routine {
    private final SubProgram program;
    private final Supplier<RootCallTarget> maker;
    private final ReentrantLock making = new ReentrantLock();
    private volatile RootCallTarget target;

    private SubRoutine(SubProgram program, Supplier<RootCallTarget> maker) {
        this.program = program;
        this.maker = maker;
    }

    /** The routine of a subprogram, the same for all that may run it. */
    public static SubRoutine of(SubProgram program, Supplier<RootCallTarget> maker) {
        SubProgram.Routine known = program.routine();
        return (SubRoutine) (known == null ? program.keep(new SubRoutine(program, maker)) : known);
    }

    @Override
    public SubProgram program() {
        return program;
    }

    RootCallTarget target() {
        RootCallTarget known = target;
        return known == null ? made() : known;
    }

    private RootCallTarget made() {
        making.lock();
        try {
            if (target == null) {
                target = maker.get();
            }
            return target;
        } finally {
            making.unlock();
        }
    }
}
