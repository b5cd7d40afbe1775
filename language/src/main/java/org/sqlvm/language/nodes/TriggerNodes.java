package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;

import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.SubProgram;
import org.sqlvm.language.instruction.Triggers;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;
import org.sqlvm.language.runtime.SubRoutine;

/** Instructions of triggers and foreign keys. */
final class TriggerNodes {
    private TriggerNodes() {}

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        return switch (i.opcode()) {
            case Program ->
                new ProgramNode(
                        builder.operands(i.p1(), i.p3()),
                        builder.setting().routines().apply((SubProgram) i.p4()),
                        i.p5() == 1,
                        builder.address(),
                        i.p2());
            case Param -> new ParamNode(i.p1(), i.p2());
            default -> null;
        };
    }

    /** Program: the subprogram is made ready; it runs when the call of this one has ended. */
    static final class ProgramNode extends InstructionNode.Call {
        @CompilationFinal(dimensions = 1)
        private final Operand[] arguments;

        private final SubRoutine routine;
        private final boolean once;
        private final int address;

        ProgramNode(
                Operand[] arguments, SubRoutine routine, boolean once, int address, int target) {
            super(target);
            this.arguments = arguments;
            this.routine = routine;
            this.once = once;
            this.address = address;
        }

        @Override
        @ExplodeLoop
        public boolean prepare(VirtualFrame frame, ExecutionState state) {
            ExecutionState callee = callee(state);
            if (callee == null) {
                return false;
            }
            for (int i = 0; i < arguments.length; i++) {
                callee.arguments[i] = arguments[i].get(frame);
            }
            state.callee = callee;
            return true;
        }

        @TruffleBoundary
        private ExecutionState callee(ExecutionState state) {
            return Triggers.callee(state, address, routine, arguments.length, once);
        }
    }

    static final class ParamNode extends InstructionNode.Step {
        private final int number;
        private final int target;

        ParamNode(int number, int target) {
            this.number = number;
            this.target = target;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Registers.set(frame, target, state.arguments[number]);
        }
    }

    /** MemMax whose first register is one of the statement's own program, which waits. */
    static final class CounterMaxNode extends InstructionNode.Step {
        private final int counter;
        private final Operand other;

        CounterMaxNode(int counter, Operand other) {
            this.counter = counter;
            this.other = other;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Triggers.raiseCounter(state, counter, other.getLong(frame));
        }
    }

    /** NewRowid above a counter that is a register of the statement's own program. */
    static final class CounterRowidNode extends InstructionNode.Step {
        private final int cursor;
        private final int target;
        private final int counter;

        CounterRowidNode(int cursor, int target, int counter) {
            this.cursor = cursor;
            this.target = target;
            this.counter = counter;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            ProgramCursor row = state.cursors[cursor];
            Registers.setLong(frame, target, Triggers.rowidAboveCounter(state, row, counter));
        }
    }
}
