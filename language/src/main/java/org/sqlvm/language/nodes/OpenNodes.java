package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;

import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.language.instruction.Cursors;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

/** Instructions that open and close cursors. */
final class OpenNodes {
    private OpenNodes() {}

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        int cursor = i.p1();
        return switch (i.opcode()) {
            case OpenRead, OpenWrite -> {
                Operand root =
                        (i.p5() & Opcode.ROOT_IN_REGISTER) != 0 ? builder.operand(i.p2()) : null;
                yield new OpenNode(
                        cursor,
                        i.p3(),
                        i.p2(),
                        root,
                        builder.order(cursor),
                        i.opcode() == Opcode.OpenWrite,
                        (i.p5() & Opcode.BULK) != 0);
            }
            case OpenEphemeral -> new OpenEphemeralNode(cursor, builder.order(cursor));
            case OpenDup -> new OpenDupNode(cursor, i.p2());
            case OpenPseudo -> new OpenPseudoNode(cursor, builder.operand(i.p2()));
            case SorterOpen ->
                new SorterOpenNode(
                        cursor,
                        builder.order(cursor),
                        i.p3() == 0 ? null : builder.operand(i.p3()));
            case Close -> new CloseNode(cursor);
            case ResetSorter -> new ResetSorterNode(cursor);
            default -> null;
        };
    }

    /** OpenRead, OpenWrite. */
    static final class OpenNode extends InstructionNode.Step {
        private final int cursor;
        private final int database;
        private final int root;
        /** Holds the root page's number, or null if {@link #root} is it. */
        private final Operand rootRegister;

        private final boolean writable;
        private final boolean bulk;
        /** The order of the index's entries; null for a table. */
        private final KeyOrder order;

        OpenNode(
                int cursor,
                int database,
                int root,
                Operand rootRegister,
                KeyOrder order,
                boolean writable,
                boolean bulk) {
            this.cursor = cursor;
            this.database = database;
            this.root = root;
            this.rootRegister = rootRegister;
            this.order = order;
            this.writable = writable;
            this.bulk = bulk;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            open(state, rootRegister == null ? root : (int) rootRegister.getLong(frame));
        }

        @TruffleBoundary
        private void open(ExecutionState state, int page) {
            Cursors.open(state, cursor, database, page, order, writable, bulk);
        }
    }

    static final class OpenEphemeralNode extends InstructionNode.Step {
        private final int cursor;
        /** The order of the index's entries; null for a table. */
        private final KeyOrder order;

        OpenEphemeralNode(int cursor, KeyOrder order) {
            this.cursor = cursor;
            this.order = order;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            open(state);
        }

        @TruffleBoundary
        private void open(ExecutionState state) {
            Cursors.openTemporary(state, cursor, order);
        }
    }

    static final class OpenDupNode extends InstructionNode.Step {
        private final int cursor;
        private final int original;

        OpenDupNode(int cursor, int original) {
            this.cursor = cursor;
            this.original = original;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            open(state);
        }

        @TruffleBoundary
        private void open(ExecutionState state) {
            Cursors.duplicate(state, cursor, original);
        }
    }

    static final class OpenPseudoNode extends InstructionNode.Step {
        private final int cursor;
        private final Operand record;

        OpenPseudoNode(int cursor, Operand record) {
            this.cursor = cursor;
            this.record = record;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            open(state, record.get(frame));
        }

        @TruffleBoundary
        private void open(ExecutionState state, Object value) {
            Cursors.openPseudo(state, cursor, value);
        }
    }

    static final class SorterOpenNode extends InstructionNode.Step {
        private final int cursor;
        private final KeyOrder order;
        /** The operand with the maximum number of rows; null for all. */
        private final Operand rowCountMax;

        SorterOpenNode(int cursor, KeyOrder order, Operand rowCountMax) {
            this.cursor = cursor;
            this.order = order;
            this.rowCountMax = rowCountMax;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            open(state, rowCountMax == null ? -1 : rowCountMax.getLong(frame));
        }

        @TruffleBoundary
        private void open(ExecutionState state, long rowCount) {
            Cursors.openSorter(state, cursor, order, rowCount);
        }
    }

    static final class CloseNode extends InstructionNode.Step {
        private final int cursor;

        CloseNode(int cursor) {
            this.cursor = cursor;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            close(state);
        }

        @TruffleBoundary
        private void close(ExecutionState state) {
            state.open(cursor, null);
        }
    }

    static final class ResetSorterNode extends InstructionNode.Step {
        private final int cursor;

        ResetSorterNode(int cursor) {
            this.cursor = cursor;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            reset(state.cursors[cursor]);
        }

        @TruffleBoundary
        private static void reset(ProgramCursor row) {
            row.reset();
        }
    }
}
