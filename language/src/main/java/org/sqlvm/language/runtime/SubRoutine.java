package org.sqlvm.language.runtime;

import org.sqlvm.engine.program.SubProgram;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A subprogram with its code, which the statements share that may run it. It is made when the
 * subprogram runs first: of a table that hundreds of others refer to, most rows go without running
 * any of their actions.
 */
public final class SubRoutine implements SubProgram.Routine {
    private final SubProgram program;
    private final Supplier<ProgramCode> maker;
    private final ReentrantLock making = new ReentrantLock();
    private volatile ProgramCode code;

    private SubRoutine(SubProgram program, Supplier<ProgramCode> maker) {
        this.program = program;
        this.maker = maker;
    }

    /** The routine of a subprogram, the same for all that may run it. */
    public static SubRoutine of(SubProgram program, Supplier<ProgramCode> maker) {
        SubProgram.Routine known = program.routine();
        return (SubRoutine) (known == null ? program.keep(new SubRoutine(program, maker)) : known);
    }

    @Override
    public SubProgram program() {
        return program;
    }

    ProgramCode code() {
        ProgramCode known = code;
        return known == null ? made() : known;
    }

    private ProgramCode made() {
        making.lock();
        try {
            if (code == null) {
                code = maker.get();
            }
            return code;
        } finally {
            making.unlock();
        }
    }
}
