package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;

import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.row.RowQueue;
import org.sqlvm.language.runtime.ExecutionState;

/** QueueInsert, QueueTake. */
final class QueueNodes {
    private QueueNodes() {}

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        return switch (i.opcode()) {
            case QueueInsert -> new QueueInsertNode(i.p1(), builder.operands(i.p2(), i.p3()));
            case QueueTake -> new QueueTakeNode(i.p1(), i.p3(), i.p5(), i.p2());
            default -> null;
        };
    }

    static final class QueueInsertNode extends InstructionNode.Step {
        private final int cursor;

        @CompilationFinal(dimensions = 1)
        private final Operand[] operands;

        QueueInsertNode(int cursor, Operand[] operands) {
            this.cursor = cursor;
            this.operands = operands;
        }

        @Override
        @ExplodeLoop
        public void execute(VirtualFrame frame, ExecutionState state) {
            RowQueue queue = state.cursors[cursor].queue;
            queue.beginRow();
            for (int i = 0; i < operands.length; i++) {
                Operand value = operands[i];
                int kind = value.kind(frame);
                switch (kind) {
                    case Registers.LONG -> queue.set(i, kind, value.getLong(frame), null);
                    case Registers.DOUBLE -> {
                        long bits = Double.doubleToRawLongBits(value.getDouble(frame));
                        queue.set(i, kind, bits, null);
                    }
                    case Registers.NULL -> queue.set(i, kind, 0, null);
                    default -> queue.set(i, kind, 0, value.get(frame));
                }
            }
            queue.endRow();
        }
    }

    static final class QueueTakeNode extends InstructionNode.Branch {
        private final int cursor;
        private final int first;
        private final int count;

        QueueTakeNode(int cursor, int first, int count, int target) {
            super(target);
            this.cursor = cursor;
            this.first = first;
            this.count = count;
        }

        @Override
        @ExplodeLoop
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            RowQueue queue = state.cursors[cursor].queue;
            if (!queue.take()) {
                return true;
            }
            for (int i = 0; i < count; i++) {
                int kind = queue.kind(i);
                boolean isNumber = ValueKind.isNumber(kind);
                long number = isNumber ? queue.number(i) : 0;
                Object object = isNumber || kind == ValueKind.NULL ? null : queue.takeObject(i);
                Registers.restore(frame, first + i, kind, number, object);
            }
            return false;
        }
    }
}
