package org.sqlvm.language.instruction;

import org.sqlvm.engine.program.Instruction;
import org.sqlvm.language.runtime.ExecutionState;

/** Instructions of PRAGMAs. */
final class Pragmas {
    private Pragmas() {}

    /** The task of an instruction of this family; null for one of another family. */
    static Task of(Instruction i) {
        String pragma = i.p4() instanceof String name ? name : "";
        return switch (i.opcode()) {
            case PragmaValue ->
                Task.value((state, _) -> state.connection.pragmaValue(pragma, i.p1()));
            case PragmaSet ->
                Task.value((state, in) ->
                        state.connection.setPragma(pragma, in[0].toString(), i.p1()));
            case SetPragma -> Task.step((state, _) -> set(state, pragma, i.p1() == 1, i.p2() == 1));
            case Checkpoint ->
                (state, _, out) -> {
                    long[] result = state.connection.checkpoint(pragma, i.p1(), i.p3() == 1);
                    for (int n = 0; n < out.length; n++) {
                        out[n] = result[n];
                    }
                    return false;
                };
            default -> null;
        };
    }

    /** @param reading the schemas again */
    private static void set(ExecutionState state, String pragma, boolean on, boolean reading) {
        state.connection.set(pragma, on);
        if (reading) {
            state.connection.forgetSchemas();
        }
    }
}
