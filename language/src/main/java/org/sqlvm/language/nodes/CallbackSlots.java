package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;

import org.sqlvm.engine.program.FunctionCall;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.row.function.RegisteredFunction;
import org.sqlvm.engine.virtual.CollectionTable;
import org.sqlvm.language.instruction.Callbacks;
import org.sqlvm.language.runtime.ExecutionState;

import java.util.BitSet;

/** The slots of the functions and collections that a program uses and its user has registered. */
final class CallbackSlots {
    private static final int NONE = -1;

    @CompilationFinal(dimensions = 1)
    private final int[] slots;

    CallbackSlots(Program program) {
        BitSet found = new BitSet();
        for (Instruction instruction : program.instructions()) {
            int slot = slot(instruction.p4());
            if (slot != NONE) {
                found.set(slot);
            }
        }
        slots = found.stream().toArray();
    }

    private static int slot(Object p4) {
        return switch (p4) {
            case FunctionCall call
            when call.function() instanceof RegisteredFunction registered -> registered.slot();
            case CollectionTable collection -> collection.definition().slot();
            case null, default -> NONE;
        };
    }

    boolean areNone() {
        return slots.length == 0;
    }

    /** Whether one of them belongs to another language in this run. */
    boolean haveGuests(ExecutionState state) {
        RegisteredFunction.Body[] bodies = state.root.bodies;
        for (int slot : slots) {
            if (Callbacks.isGuest(bodies[slot])) {
                return true;
            }
        }
        return false;
    }
}
