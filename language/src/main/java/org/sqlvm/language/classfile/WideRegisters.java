package org.sqlvm.language.classfile;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.language.instruction.Changes;
import org.sqlvm.language.instruction.RegisterValues;
import org.sqlvm.language.instruction.Runs;
import org.sqlvm.language.runtime.ExecutionState;

/** Instructions with many registers in a row, which are in the state. */
final class WideRegisters {
    private WideRegisters() {}

    /** Puts literals into registers that nothing else writes. */
    static void load(ExecutionState state, int[] registers, Object[] literals) {
        for (int i = 0; i < registers.length; i++) {
            set(state, registers[i], literals[i]);
        }
    }

    private static void set(ExecutionState state, int register, Object value) {
        int kind = RegisterValues.kind(value);
        state.savedKinds[register] = (byte) kind;
        state.savedNumbers[register] = RegisterValues.bits(value);
        state.savedObjects[register] = ValueKind.isNumber(kind) ? null : value;
    }

    private static Object get(ExecutionState state, int register) {
        return RegisterValues.box(
                state.savedKinds[register],
                state.savedNumbers[register],
                state.savedObjects[register]);
    }

    /** Sets registers to NULL. */
    static void clear(ExecutionState state, int first, int count) {
        for (int register = first; register < first + count; register++) {
            state.savedKinds[register] = ValueKind.NULL;
            state.savedObjects[register] = null;
        }
    }

    /** Copies registers to later ones or to earlier ones; the two may overlap. */
    static void copy(ExecutionState state, int first, int target, int count) {
        for (int n = 0; n < count; n++) {
            int kind = state.savedKinds[first + n];
            state.savedKinds[target + n] = (byte) kind;
            state.savedNumbers[target + n] = state.savedNumbers[first + n];
            state.savedObjects[target + n] =
                    RegisterValues.own(kind, state.savedObjects[first + n]);
        }
    }

    /** Gives registers their affinities. */
    static void convert(ExecutionState state, int first, String letters) {
        for (int n = 0; n < letters.length(); n++) {
            convert(state, first + n, Affinity.of(letters.charAt(n)));
        }
    }

    private static void convert(ExecutionState state, int register, Affinity affinity) {
        if (state.savedKinds[register] != ValueKind.NULL) {
            set(state, register, RegisterValues.convert(get(state, register), affinity));
        }
    }

    /** Returns a record. The values get their affinities first, as those of shorter rows do. */
    static Blob record(
            RecordWriter writer, ExecutionState state, int first, int count, String letters) {
        for (int n = 0; n < count; n++) {
            int register = first + n;
            Affinity affinity =
                    n < letters.length() ? Affinity.of(letters.charAt(n)) : Affinity.NONE;
            if (affinity == Affinity.REAL) {
                Changes.addReal(writer, get(state, register));
                continue;
            }
            convert(state, register, affinity);
            Changes.add(
                    writer,
                    state.savedKinds[register],
                    state.savedNumbers[register],
                    state.savedObjects[register]);
        }
        return Changes.finish(writer);
    }

    /** Appends a row to a batch. */
    static void append(Batch batch, int row, ExecutionState state, int first, int count) {
        for (int n = 0; n < count; n++) {
            Runs.append(
                    batch,
                    n,
                    row,
                    state.savedKinds[first + n],
                    state.savedNumbers[first + n],
                    state.savedObjects[first + n]);
        }
    }
}
