package org.sqlvm.language.classfile;

import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.Outcome;
import org.sqlvm.language.runtime.ProgramCursor;
import org.sqlvm.language.runtime.Tier;

/** The ends of slices, and of calls that have filled a batch; and registers in the state. */
final class Slices {
    /** Backward jumps in a slice: to leave takes less than a microsecond. */
    private static final int SLICE = 1 << 16;

    private Slices() {}

    /** Begins a call of a program in several methods. */
    static void begin(ExecutionState state) {
        state.turnCount = 0;
        state.searchCount = 0;
    }

    /** Returns after how many backward jumps a call ends at the latest. */
    static int turnsMax(ExecutionState state) {
        return Math.min(SLICE, state.root.turnCountMax);
    }

    /** Returns the number of the method in which the program goes on. */
    static int part(byte[] parts, ExecutionState state) {
        int at = 2 * state.resume;
        return (parts[at] & 0xff) << 8 | (parts[at + 1] & 0xff);
    }

    /** Returns the kind of a register in the state. */
    static int kind(ExecutionState state, int register) {
        return state.savedKinds[register];
    }

    /** Returns the bits of a register in the state. */
    static long bits(ExecutionState state, int register) {
        return state.savedNumbers[register];
    }

    /** Returns the object of a register in the state. */
    static Object object(ExecutionState state, int register) {
        return state.savedObjects[register];
    }

    /** Sets the kind of a register in the state. */
    static void setKind(int kind, ExecutionState state, int register) {
        state.savedKinds[register] = (byte) kind;
    }

    /** Sets the bits of a register in the state. */
    static void setBits(long bits, ExecutionState state, int register) {
        state.savedNumbers[register] = bits;
    }

    /** Sets the object of a register in the state. */
    static void setObject(Object object, ExecutionState state, int register) {
        state.savedObjects[register] = object;
    }

    /** Saves a register for the next call, or for another method. */
    static void save(ExecutionState state, int register, int kind, long bits, Object object) {
        state.savedKinds[register] = (byte) kind;
        state.savedNumbers[register] = bits;
        state.savedObjects[register] =
                kind == ValueKind.NULL || ValueKind.isNumber(kind) ? null : object;
    }

    /** Returns the cursor in a slot, or null. */
    static ProgramCursor cursor(ExecutionState state, int number) {
        return state.cursors[number];
    }

    /** The program goes on at {@code resume}, in another method. */
    static Outcome move(ExecutionState state, int resume, int turns, int searches) {
        state.resume = resume;
        state.turnCount = turns;
        state.searchCount = searches;
        return null;
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
        state.tier = Tier.CLASS;
        return outcome;
    }
}
