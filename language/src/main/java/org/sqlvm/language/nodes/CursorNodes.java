package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;

import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.language.instruction.Cursors;
import org.sqlvm.language.instruction.RowScan;
import org.sqlvm.language.instruction.Seeks;
import org.sqlvm.language.instruction.Virtuals;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

/** Instructions that move a cursor one step, and those that read its position. */
final class CursorNodes {
    private CursorNodes() {}

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        int cursor = i.p1();
        return switch (i.opcode()) {
            case Rewind, IfEmpty -> move(cursor, Move.FIRST, i.p2(), builder);
            case Last -> move(cursor, Move.LAST, i.p2(), builder);
            case Next -> move(cursor, Move.NEXT, i.p2(), builder);
            case Prev -> move(cursor, Move.PREVIOUS, i.p2(), builder);
            case SkipNext -> pass(i, Move.NEXT, builder);
            case SkipPrev -> pass(i, Move.PREVIOUS, builder);
            case NullRow -> new NullRowNode(cursor);
            case IfNullRow ->
                builder.mayBeNullRow(cursor)
                        ? new IfNullRowNode(cursor, i.p3(), i.p2())
                        : new SchemaNodes.NoopNode();
            case DeferredSeek -> new DeferredSeekNode(cursor, i.p3());
            case IdxRowid -> new IdxRowidNode(builder.source(cursor), i.p2());
            case Rowid ->
                builder.opensWith(cursor, Opcode.VOpen)
                        ? new VirtualNodes.VColumnNode(cursor, Virtuals.ROWID, i.p2())
                        : builder.scanned(
                                i,
                                StoredColumn.ROWID,
                                new RowidNode(builder.source(cursor), i.p2()));
            default -> null;
        };
    }

    private static InstructionNode move(int cursor, Move move, int target, ProgramBuilder builder) {
        if (builder.opensWith(cursor, Opcode.SorterOpen)) {
            return move == Move.FIRST
                    ? new SorterNodes.SortNode(cursor, target)
                    : new SorterNodes.NextNode(cursor, target);
        }
        RowScan scan = builder.scan(cursor);
        if (scan != null) {
            return move == Move.FIRST
                    ? new ColumnScanNodes.RewindNode(cursor, scan, target, settled(scan, builder))
                    : new ColumnScanNodes.NextNode(cursor, scan, target);
        }
        return builder.order(cursor) == null
                ? new TableMoveNode(cursor, move, target)
                : new IndexMoveNode(cursor, move, target);
    }

    private static InstructionNode pass(Instruction i, Move move, ProgramBuilder builder) {
        InstructionNode.Branch step = (InstructionNode.Branch) move(i.p1(), move, i.p2(), builder);
        return new PassNode(i.p1(), move == Move.NEXT, builder.operand(i.p3()), step, i.p2());
    }

    /** The registers that a scan's conditions look at when it begins. */
    private static Operand[] settled(RowScan scan, ProgramBuilder builder) {
        return scan.settled().stream().map(builder::operand).toArray(Operand[]::new);
    }

    /** The end or the direction of a move in a b-tree. */
    enum Move {
        FIRST,
        LAST,
        NEXT,
        PREVIOUS
    }

    /** Rewind, Last, Next, Prev on a table. */
    static final class TableMoveNode extends InstructionNode.Branch {
        private final int cursor;
        private final Move move;

        TableMoveNode(int cursor, Move move, int target) {
            super(target);
            this.cursor = cursor;
            this.move = move;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            ProgramCursor row = state.cursors[cursor];
            boolean steps = move == Move.NEXT || move == Move.PREVIOUS;
            if (steps && (row == null || row.nullRow)) {
                return false; // The loop around an outer join's row of NULLs ends with that row.
            }
            boolean found = switch (move) {
                case FIRST -> row.table.first();
                case LAST -> row.table.last();
                case NEXT -> row.table.next();
                case PREVIOUS -> row.table.previous();
            };
            if (found) {
                row.loadTable();
            }
            return found == steps;
        }
    }

    /** Rewind, Last, Next, Prev on an index. */
    static final class IndexMoveNode extends InstructionNode.Branch {
        private final int cursor;
        private final Move move;

        IndexMoveNode(int cursor, Move move, int target) {
            super(target);
            this.cursor = cursor;
            this.move = move;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            ProgramCursor row = state.cursors[cursor];
            boolean steps = move == Move.NEXT || move == Move.PREVIOUS;
            if (steps && (row == null || row.nullRow)) {
                return false; // The loop around an outer join's row of NULLs ends with that row.
            }
            boolean found = switch (move) {
                case FIRST -> row.index.first();
                case LAST -> row.index.last();
                case NEXT -> row.index.next();
                case PREVIOUS -> row.index.previous();
            };
            if (found) {
                row.loadIndex();
            }
            return found == steps;
        }
    }

    /** SkipNext, SkipPrev. */
    static final class PassNode extends InstructionNode.Branch {
        private final int cursor;
        private final boolean onwards;
        private final Operand counter;

        @Child
        private InstructionNode.Branch step;

        PassNode(
                int cursor,
                boolean onwards,
                Operand counter,
                InstructionNode.Branch step,
                int target) {
            super(target);
            this.cursor = cursor;
            this.onwards = onwards;
            this.counter = counter;
            this.step = step;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            long left = Cursors.pass(state.cursors[cursor], onwards, counter.getLong(frame));
            Registers.setLong(frame, counter.register, left);
            return step.isTaken(frame, state);
        }
    }

    static final class RowidNode extends InstructionNode.Step {
        private final int cursor;
        private final int target;
        private final boolean mayBeNullRow;
        private final boolean mayBeDeferred;

        RowidNode(ColumnNode.Source source, int target) {
            this.cursor = source.cursor();
            this.mayBeNullRow = source.mayBeNullRow();
            this.mayBeDeferred = source.mayBeDeferred();
            this.target = target;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            ProgramCursor row = state.cursors[cursor];
            if (mayBeDeferred && row.isDeferred()) {
                row.follow();
            }
            if (mayBeNullRow && row.nullRow) {
                Registers.setNull(frame, target);
            } else {
                Registers.setLong(frame, target, row.table.rowid());
            }
        }
    }

    static final class IdxRowidNode extends InstructionNode.Step {
        private final int cursor;
        private final int target;
        private final boolean mayBeNullRow;

        IdxRowidNode(ColumnNode.Source source, int target) {
            this.cursor = source.cursor();
            this.mayBeNullRow = source.mayBeNullRow();
            this.target = target;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            ProgramCursor row = state.cursors[cursor];
            if (mayBeNullRow && row.nullRow) {
                Registers.setNull(frame, target);
            } else {
                Registers.setLong(frame, target, rowid(row));
            }
        }

        @TruffleBoundary
        private static long rowid(ProgramCursor row) {
            return Seeks.rowid(row);
        }
    }

    static final class NullRowNode extends InstructionNode.Step {
        private final int cursor;

        NullRowNode(int cursor) {
            this.cursor = cursor;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            state.cursors[cursor].nullRow();
        }
    }

    static final class IfNullRowNode extends InstructionNode.Branch {
        private final int cursor;
        private final int register;

        IfNullRowNode(int cursor, int register, int target) {
            super(target);
            this.cursor = cursor;
            this.register = register;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            if (!state.cursors[cursor].nullRow) {
                return false;
            }
            Registers.setNull(frame, register);
            return true;
        }
    }

    static final class DeferredSeekNode extends InstructionNode.Step {
        private final int indexCursor;
        private final int tableCursor;

        DeferredSeekNode(int indexCursor, int tableCursor) {
            this.indexCursor = indexCursor;
            this.tableCursor = tableCursor;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            state.cursors[tableCursor].deferTo(state.cursors[indexCursor]);
        }
    }
}
