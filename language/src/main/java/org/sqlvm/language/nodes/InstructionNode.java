package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.Node;

import org.sqlvm.language.runtime.ExecutionState;

/**
 * One instruction of a program. What it does is specified at its
 * {@link org.sqlvm.engine.program.Opcode}; operands are final fields, so that compiled code sees
 * them as immediates. How control leaves it is its subclass here, and nothing but the dispatch loop
 * of {@link ProgramRootNode} changes the program counter.
 */
public abstract sealed class InstructionNode extends Node {
    @CompilationFinal(dimensions = 1)
    private static final int[] NONE = {};

    /**
     * The variables that are not read again when control falls through: registers by their numbers,
     * and slots of the frame behind them, negated.
     */
    @CompilationFinal(dimensions = 1)
    int[] clearedNext = NONE;

    /** Whether its runs are counted, for the choice between rows and vectors. */
    @CompilationFinal
    boolean countsAsSearch;

    /** Falls through. */
    public abstract static non-sealed class Step extends InstructionNode {
        public abstract void execute(VirtualFrame frame, ExecutionState state);
    }

    /** Falls through or jumps to one constant address. */
    public abstract static non-sealed class Branch extends InstructionNode {
        final int target;

        /** As {@link #clearedNext}, when the jump is taken. */
        @CompilationFinal(dimensions = 1)
        int[] clearedOnJump = NONE;

        protected Branch(int target) {
            this.target = target;
        }

        public abstract boolean isTaken(VirtualFrame frame, ExecutionState state);
    }

    /** Always jumps to one constant address. */
    public abstract static non-sealed class Goto extends InstructionNode {
        final int target;

        /** As {@link #clearedNext}. */
        @CompilationFinal(dimensions = 1)
        int[] clearedOnJump = NONE;

        protected Goto(int target) {
            this.target = target;
        }

        /** Does the work before the jump. */
        public abstract void execute(VirtualFrame frame, ExecutionState state);
    }

    /** Jumps to one of several constant addresses, or falls through. */
    public abstract static non-sealed class Multiway extends InstructionNode {
        /** Falls through. */
        static final int NEXT = -1;

        @CompilationFinal(dimensions = 1)
        final int[] targets;

        /** By target, as {@link #clearedNext}. */
        @CompilationFinal(dimensions = 2)
        final int[][] clearedOnJump;

        protected Multiway(int[] targets) {
            this.targets = targets;
            clearedOnJump = new int[targets.length][0];
        }

        /** One of {@link #targets}, or {@link #NEXT}. */
        public abstract int choose(VirtualFrame frame, ExecutionState state);
    }

    /** Gives a row to the batch; the program is left when the batch is full. */
    public abstract static non-sealed class Result extends InstructionNode {
        /** Returns whether the batch is full now. */
        public abstract boolean append(VirtualFrame frame, ExecutionState state);
    }

    /**
     * Adds many rows to the batch at once; then the program is left, and continues here, until
     * there are no more rows. Afterwards it is a branch.
     */
    public abstract static class Rows extends Branch {
        protected Rows(int target) {
            super(target);
        }

        /** Appends rows. Returns whether there were any. */
        public abstract boolean append(VirtualFrame frame, ExecutionState state);
    }

    /**
     * Has another program run; then control falls through, or jumps to one constant address. The
     * program is left meanwhile, so that nesting takes no stack.
     */
    public abstract static non-sealed class Call extends InstructionNode {
        final int target;

        protected Call(int target) {
            this.target = target;
        }

        /** Makes the other program ready; false if none is to run, then control falls through. */
        public abstract boolean prepare(VirtualFrame frame, ExecutionState state);
    }

    /** Ends the program. */
    public abstract static non-sealed class Leave extends InstructionNode {
        public abstract void execute(VirtualFrame frame, ExecutionState state);
    }
}
