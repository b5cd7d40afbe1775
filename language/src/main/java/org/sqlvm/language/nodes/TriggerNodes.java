package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;

import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.SubProgram;
import org.sqlvm.language.runtime.ExecutionState;
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
                        builder.routine((SubProgram) i.p4()),
                        i.p5() == 1,
                        builder.address(),
                        i.p2());
            case Param -> new ParamNode(i.p1(), i.p2());
            case ResetCount -> new ResetCountNode();
            case FkCounter -> new FkCounterNode(i.p1() == 1, i.p2());
            case FkIfZero -> new FkIfZeroNode(i.p1() == 1, i.p2());
            case FkCheck -> new FkCheckNode(i.p1() == 1);
            case SetPragma -> new SetPragmaNode((String) i.p4(), i.p1() == 1, i.p2() == 1);
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
            if (once && state.runs(routine)) {
                return null;
            }
            ExecutionState callee = (ExecutionState) state.scratch[address];
            if (callee == null) {
                callee = new ExecutionState(state, routine, arguments.length);
                state.scratch[address] = callee;
            }
            callee.begin();
            return callee;
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
            long[] numbers = state.root.savedNumbers;
            assert state.root.savedKinds[counter] == Registers.LONG : counter;
            numbers[counter] = Math.max(numbers[counter], other.getLong(frame));
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
            long[] numbers = state.root.savedNumbers;
            assert state.root.savedKinds[counter] == Registers.LONG : counter;
            long rowid = state.cursors[cursor].newRowid(numbers[counter]);
            numbers[counter] = rowid;
            Registers.setLong(frame, target, rowid);
        }
    }

    static final class ResetCountNode extends InstructionNode.Step {
        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            reset(state);
        }

        @TruffleBoundary
        private static void reset(ExecutionState state) {
            state.connection.setChanges(state.changes);
            state.changes = 0;
        }
    }

    static final class FkCounterNode extends InstructionNode.Step {
        private final boolean deferred;
        private final int increment;

        FkCounterNode(boolean deferred, int increment) {
            this.deferred = deferred;
            this.increment = increment;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            count(state);
        }

        @TruffleBoundary
        private void count(ExecutionState state) {
            if (deferred) {
                state.connection.addDeferredViolations(increment);
            } else {
                state.root.violations += increment;
            }
        }
    }

    static final class FkIfZeroNode extends InstructionNode.Branch {
        private final boolean deferred;

        FkIfZeroNode(boolean deferred, int target) {
            super(target);
            this.deferred = deferred;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            return isZero(state);
        }

        @TruffleBoundary
        private boolean isZero(ExecutionState state) {
            return state.connection.deferredViolations() == 0
                    && (deferred || state.root.violations == 0);
        }
    }

    static final class FkCheckNode extends InstructionNode.Step {
        private final boolean last;

        FkCheckNode(boolean last) {
            this.last = last;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            check(state);
        }

        @TruffleBoundary
        private void check(ExecutionState state) {
            Connection connection = state.connection;
            boolean ends = last && connection.isAutocommit();
            if (state.root.violations > 0 || (ends && connection.deferredViolations() > 0)) {
                throw Connection.foreignKeyFailed();
            }
        }
    }

    static final class SetPragmaNode extends InstructionNode.Step {
        private final String pragma;
        private final boolean on;
        private final boolean reading;

        /** @param reading the schemas again */
        SetPragmaNode(String pragma, boolean on, boolean reading) {
            this.pragma = pragma;
            this.on = on;
            this.reading = reading;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            set(state);
        }

        @TruffleBoundary
        private void set(ExecutionState state) {
            state.connection.set(pragma, on);
            if (reading) {
                state.connection.forgetSchemas();
            }
        }
    }
}
