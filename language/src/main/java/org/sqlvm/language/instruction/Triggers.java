package org.sqlvm.language.instruction;

import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;
import org.sqlvm.language.runtime.SubRoutine;

/** Instructions of triggers and foreign keys. */
public final class Triggers {
    private Triggers() {}

    /** The task of an instruction of this family; null for one of another family. */
    static Task of(Instruction i) {
        boolean flag = i.p1() == 1;
        return switch (i.opcode()) {
            case ResetCount -> Task.step((state, _) -> resetCount(state));
            case FkCounter -> Task.step((state, _) -> count(state, flag, i.p2()));
            case FkIfZero -> Task.branch((state, _) -> isZero(state, flag));
            case FkCheck -> Task.step((state, _) -> check(state, flag));
            default -> null;
        };
    }

    /**
     * Makes a subprogram ready, but for its arguments; null if it is not to run.
     *
     * @param address the instruction's, which the state of the subprogram is kept under
     * @param once the subprogram does not run inside of itself
     */
    public static ExecutionState callee(
            ExecutionState state,
            int address,
            SubRoutine routine,
            int argumentCount,
            boolean once) {
        if (once && state.runs(routine)) {
            return null;
        }
        ExecutionState callee = (ExecutionState) state.scratch[address];
        if (callee == null) {
            callee = new ExecutionState(state, routine, argumentCount);
            state.scratch[address] = callee;
        }
        callee.begin();
        return callee;
    }

    /** Raises a counter that is a register of the statement's own program, which waits. */
    public static void raiseCounter(ExecutionState state, int counter, long value) {
        long[] numbers = state.root.savedNumbers;
        assert state.root.savedKinds[counter] == ValueKind.LONG : counter;
        numbers[counter] = Math.max(numbers[counter], value);
    }

    /** Returns a rowid above such a counter, which becomes it. */
    public static long rowidAboveCounter(ExecutionState state, ProgramCursor row, int counter) {
        long[] numbers = state.root.savedNumbers;
        assert state.root.savedKinds[counter] == ValueKind.LONG : counter;
        long rowid = row.newRowid(numbers[counter]);
        numbers[counter] = rowid;
        return rowid;
    }

    private static void resetCount(ExecutionState state) {
        state.connection.setChanges(state.changes);
        state.changes = 0;
    }

    private static void count(ExecutionState state, boolean deferred, int increment) {
        if (deferred) {
            state.connection.addDeferredViolations(increment);
        } else {
            state.root.violations += increment;
        }
    }

    private static boolean isZero(ExecutionState state, boolean deferred) {
        return state.connection.deferredViolations() == 0
                && (deferred || state.root.violations == 0);
    }

    private static void check(ExecutionState state, boolean last) {
        Connection connection = state.connection;
        boolean ends = last && connection.isAutocommit();
        if (state.root.violations > 0 || (ends && connection.deferredViolations() > 0)) {
            throw Connection.foreignKeyFailed();
        }
    }
}
