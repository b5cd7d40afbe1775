package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

/** SorterInsert, SorterSort, SorterNext, SorterData; the same nodes are WindowSort, WindowNext. */
final class SorterNodes {
    private SorterNodes() {}

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        int cursor = i.p1();
        return switch (i.opcode()) {
            case SorterInsert -> new SorterInsertNode(cursor, builder.operand(i.p2()));
            case SorterSort -> new SortNode(cursor, i.p2());
            case SorterNext -> new NextNode(cursor, i.p2());
            case SorterData -> new SorterDataNode(cursor, i.p2(), i.p3());
            default -> null;
        };
    }

    static final class SorterInsertNode extends InstructionNode.Step {
        private final int cursor;
        private final Operand record;

        SorterInsertNode(int cursor, Operand record) {
            this.cursor = cursor;
            this.record = record;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            insert(state.cursors[cursor], (Blob) record.get(frame));
        }

        @TruffleBoundary
        private static void insert(ProgramCursor row, Blob blob) {
            row.sorter.add(blob.array, blob.offset, blob.length);
        }
    }

    /** SorterSort, WindowSort. */
    static final class SortNode extends InstructionNode.Branch {
        private final int cursor;

        SortNode(int cursor, int target) {
            super(target);
            this.cursor = cursor;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            return !state.cursors[cursor].sort();
        }
    }

    /** SorterNext, WindowNext. */
    static final class NextNode extends InstructionNode.Branch {
        private final int cursor;

        NextNode(int cursor, int target) {
            super(target);
            this.cursor = cursor;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            return state.cursors[cursor].nextSorted();
        }
    }

    /**
     * SorterData: the record goes to a register and straight to the pseudo cursor that reads it.
     */
    static final class SorterDataNode extends InstructionNode.Step {
        private final int cursor;
        private final int target;
        private final int pseudo;

        SorterDataNode(int cursor, int target, int pseudo) {
            this.cursor = cursor;
            this.target = target;
            this.pseudo = pseudo;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Registers.set(frame, target, data(state.cursors[cursor], state.cursors[pseudo]));
        }

        @TruffleBoundary
        private static Blob data(ProgramCursor source, ProgramCursor reader) {
            Blob record =
                    new Blob(source.sorter.array(), source.sorter.offset(), source.sorter.length());
            reader.loadRecord(record);
            return record;
        }
    }
}
