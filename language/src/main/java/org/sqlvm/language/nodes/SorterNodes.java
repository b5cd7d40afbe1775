package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.language.instruction.Cursors;
import org.sqlvm.language.instruction.LimitedSort;
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

    /**
     * Returns the node of a MakeRecord. If the next instruction puts the record into a sorter with
     * a limit, and its first value shows that it is beyond the limit, the record is not made.
     */
    static InstructionNode.Step ifWanted(
            WriteNodes.MakeRecordNode record, Instruction i, ProgramBuilder builder) {
        LimitedSort sort = LimitedSort.of(
                builder.code(), builder.address(), builder::opening, builder.encoding());
        return sort == null
                ? record
                : new WantedRecordNode(record, sort, builder.operand(i.p1()), i.p3());
    }

    /** MakeRecord for a sorter with a limit: NULL instead of a record beyond the limit. */
    static final class WantedRecordNode extends InstructionNode.Step {
        @Child
        private WriteNodes.MakeRecordNode record;

        private final LimitedSort sort;
        private final Operand first;
        private final int target;

        WantedRecordNode(
                WriteNodes.MakeRecordNode record, LimitedSort sort, Operand first, int target) {
            this.record = record;
            this.sort = sort;
            this.first = first;
            this.target = target;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Object last = last(state.cursors[sort.sorter()]);
            if (last == null || isWanted(first.get(frame), last)) {
                record.execute(frame, state);
            } else {
                Registers.setNull(frame, target);
            }
        }

        @TruffleBoundary
        private static Object last(ProgramCursor cursor) {
            return LimitedSort.last(cursor);
        }

        @TruffleBoundary
        private boolean isWanted(Object value, Object last) {
            return sort.isWanted(value, last);
        }
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
            if (record.get(frame) instanceof Blob blob) { // Else it is beyond the limit.
                insert(state.cursors[cursor], blob);
            }
        }

        @TruffleBoundary
        private static void insert(ProgramCursor row, Blob blob) {
            Cursors.sort(row, blob);
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
        private static Object data(ProgramCursor source, ProgramCursor reader) {
            return Cursors.sorted(source, reader);
        }
    }
}
