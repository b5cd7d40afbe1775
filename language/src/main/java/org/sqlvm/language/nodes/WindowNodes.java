package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;

import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.RowColumns;
import org.sqlvm.engine.row.window.WindowTable;
import org.sqlvm.language.runtime.ExecutionState;

/** WindowInsert, WindowRow; WindowSort and WindowNext are {@link SorterNodes}. */
final class WindowNodes {
    private WindowNodes() {}

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        return switch (i.opcode()) {
            case WindowInsert -> new WindowInsertNode(i.p1(), builder.operands(i.p2(), i.p3()));
            case WindowSort -> new SorterNodes.SortNode(i.p1(), i.p2());
            case WindowRow -> new WindowRowNode(i.p1(), i.p2(), (RowColumns) i.p4());
            case WindowNext -> new SorterNodes.NextNode(i.p1(), i.p2());
            default -> null;
        };
    }

    static final class WindowInsertNode extends InstructionNode.Step {
        private final int cursor;

        @CompilationFinal(dimensions = 1)
        private final Operand[] operands;

        WindowInsertNode(int cursor, Operand[] operands) {
            this.cursor = cursor;
            this.operands = operands;
        }

        @Override
        @ExplodeLoop
        public void execute(VirtualFrame frame, ExecutionState state) {
            WindowTable table = state.cursors[cursor].window;
            table.beginRow();
            for (int i = 0; i < operands.length; i++) {
                Operand value = operands[i];
                int kind = value.kind(frame);
                switch (kind) {
                    case Registers.LONG -> table.set(i, kind, value.getLong(frame), null);
                    case Registers.DOUBLE -> {
                        long bits = Double.doubleToRawLongBits(value.getDouble(frame));
                        table.set(i, kind, bits, null);
                    }
                    case Registers.NULL -> table.set(i, kind, 0, null);
                    default -> table.set(i, kind, 0, value.get(frame));
                }
            }
            table.endRow();
        }
    }

    static final class WindowRowNode extends InstructionNode.Step {
        private final int cursor;
        private final int target;

        @CompilationFinal(dimensions = 1)
        private final int[] columns;

        WindowRowNode(int cursor, int target, RowColumns columns) {
            this.cursor = cursor;
            this.target = target;
            this.columns =
                    columns.columns().stream().mapToInt(Integer::intValue).toArray();
        }

        @Override
        @ExplodeLoop
        public void execute(VirtualFrame frame, ExecutionState state) {
            WindowTable window = state.cursors[cursor].window;
            for (int column : columns) {
                int kind = window.kind(column);
                boolean isNumber = ValueKind.isNumber(kind);
                long number = isNumber ? window.number(column) : 0;
                Object object = isNumber || kind == ValueKind.NULL ? null : window.object(column);
                Registers.restore(frame, target + column, kind, number, object);
            }
        }
    }
}
