package org.sqlvm.language.classfile;

import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.Outcome;

/** The ends of slices, and of calls that have filled a batch. */
final class Slices {
    /** Backward jumps in a slice: to leave takes less than a microsecond. */
    private static final int SLICE = 1 << 16;

    private Slices() {}

    /** Returns after how many backward jumps a call ends at the latest. */
    static int turnsMax(ExecutionState state) {
        return Math.min(SLICE, state.root.turnCountMax);
    }

    /** Saves a register for the next call. */
    static void save(ExecutionState state, int register, int kind, long bits, Object object) {
        state.savedKinds[register] = (byte) kind;
        state.savedNumbers[register] = bits;
        state.savedObjects[register] =
                kind == ValueKind.NULL || ValueKind.isNumber(kind) ? null : object;
    }

    /** Ends a call; the next one goes on at {@code resume}. */
    static Outcome suspend(
            ExecutionState state, int resume, int turns, int searches, Outcome outcome) {
        state.resume = resume;
        return leave(state, turns, searches, outcome);
    }

    /** Ends a call. */
    static Outcome leave(ExecutionState state, int turns, int searches, Outcome outcome) {
        if (state.outcome != outcome) {
            state.outcome = outcome;
        }
        state.turnCount = turns;
        state.searchCount = searches;
        state.interpreted = false;
        return outcome;
    }
}
