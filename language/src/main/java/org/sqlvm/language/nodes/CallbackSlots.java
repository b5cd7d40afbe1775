package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;

import org.sqlvm.engine.program.FunctionCall;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.row.function.RegisteredFunction;
import org.sqlvm.engine.virtual.CollectionTable;
import org.sqlvm.language.instruction.Callbacks;
import org.sqlvm.language.runtime.ExecutionState;

import java.util.Objects;
import java.util.stream.IntStream;

/** The slots of the functions and collections that a program uses and its user has registered. */
final class CallbackSlots {
    private static final int NONE = -1;

    @CompilationFinal(dimensions = 1)
    private final int[] slots;

    CallbackSlots(Program program) {
        slots = program.instructions().stream()
                .map(instruction -> instruction.p4())
                .filter(Objects::nonNull)
                .flatMapToInt(p4 -> IntStream.of(slot(p4)))
                .filter(slot -> slot != NONE)
                .distinct()
                .toArray();
    }

    private static int slot(Object p4) {
        return switch (p4) {
            case FunctionCall call
            when call.function() instanceof RegisteredFunction registered -> registered.slot();
            case CollectionTable collection -> collection.definition().slot();
            default -> NONE;
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
