package org.sqlvm.language.instruction;

import org.sqlvm.language.runtime.ExecutionState;

/**
 * The work of an instruction that is one call with values as objects. All instructions are such
 * that run rarely, or whose work takes much longer than the call.
 */
@FunctionalInterface
public interface Task {
    /**
     * Runs the instruction.
     *
     * @param in the values of the registers that it reads, in the order of its roles
     * @param out takes the values of the registers that it writes, likewise
     * @return whether it jumps
     */
    boolean run(ExecutionState state, Object[] in, Object[] out);

    /** An instruction that writes no register. */
    @FunctionalInterface
    interface Step {
        void run(ExecutionState state, Object[] in);
    }

    /** An instruction that computes one value. */
    @FunctionalInterface
    interface Value {
        Object compute(ExecutionState state, Object[] in);
    }

    /** An instruction that jumps or falls through. */
    @FunctionalInterface
    interface Branch {
        boolean isTaken(ExecutionState state, Object[] in);
    }

    static Task step(Step step) {
        return (state, in, _) -> {
            step.run(state, in);
            return false;
        };
    }

    static Task value(Value value) {
        return (state, in, out) -> {
            out[0] = value.compute(state, in);
            return false;
        };
    }

    static Task branch(Branch branch) {
        return (state, in, _) -> branch.isTaken(state, in);
    }
}
