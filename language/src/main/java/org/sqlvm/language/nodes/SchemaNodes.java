package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;

import org.sqlvm.engine.program.Instruction;
import org.sqlvm.language.instruction.Runs;
import org.sqlvm.language.runtime.ExecutionState;

/** Transaction, and instructions that have nothing to do. */
final class SchemaNodes {
    private SchemaNodes() {}

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        return switch (i.opcode()) {
            case Transaction ->
                new TransactionNode(i.p2() != 0, i.p2() == 2, i.p5() != 0, i.p3() != 0, i.p1());
            default -> null;
        };
    }

    static final class TransactionNode extends InstructionNode.Step {
        private final int database;
        private final boolean write;
        private final boolean exclusive;
        private final boolean undoable;
        private final boolean lenient;

        TransactionNode(
                boolean write, boolean exclusive, boolean undoable, boolean lenient, int database) {
            this.database = database;
            this.lenient = lenient;
            this.write = write;
            this.exclusive = exclusive;
            this.undoable = undoable;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            begin(state);
        }

        @TruffleBoundary
        private void begin(ExecutionState state) {
            Runs.begin(state, database, write, exclusive, undoable, lenient);
        }
    }

    static final class NoopNode extends InstructionNode.Step {
        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {}
    }
}
