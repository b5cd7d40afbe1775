package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;

import org.sqlvm.api.UpdateListener;
import org.sqlvm.engine.btree.KeyProbe;
import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.IndexKey;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

/** Instructions that make records and put them into b-trees. */
final class WriteNodes {
    private WriteNodes() {}

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        int cursor = i.p1();
        return switch (i.opcode()) {
            case MakeRecord -> {
                MakeRecordNode record = new MakeRecordNode(
                        builder.operands(i.p1(), i.p2()),
                        ProgramBuilder.affinities(i.p4()),
                        i.p3(),
                        builder.encoding(),
                        builder.address());
                yield SorterNodes.ifWanted(record, i, builder);
            }
            case NewRowid ->
                i.p5() == Opcode.COUNTER_OF_STATEMENT
                        ? new TriggerNodes.CounterRowidNode(cursor, i.p2(), i.p3())
                        : new NewRowidNode(
                                cursor, i.p2(), i.p3() == 0 ? null : builder.operand(i.p3()));
            case Insert ->
                new InsertNode(cursor, builder.operand(i.p2()), builder.operand(i.p3()), i.p5());
            case IdxInsert ->
                new IdxInsertNode(cursor, builder.operand(i.p2()), builder.order(cursor), i.p5());
            case Delete -> new DeleteNode(cursor, i.p5());
            case IdxDelete ->
                new IdxDeleteNode(
                        cursor, SeekNodes.KeyRegisters.of(cursor, i.p2(), i.p3(), builder));
            default -> null;
        };
    }

    static final class MakeRecordNode extends InstructionNode.Step {
        @CompilationFinal(dimensions = 1)
        private final Operand[] operands;

        @CompilationFinal(dimensions = 1)
        private final Affinity[] affinities;

        private final int target;
        private final TextEncoding encoding;
        private final int address;

        /**
         * @param affinities one for each operand, or an empty array for none
         * @param address the instruction's address; its writer is kept in the run's scratch objects
         *     under it
         */
        MakeRecordNode(
                Operand[] operands,
                Affinity[] affinities,
                int target,
                TextEncoding encoding,
                int address) {
            this.operands = operands;
            this.affinities = affinities;
            this.target = target;
            this.encoding = encoding;
            this.address = address;
        }

        @Override
        @ExplodeLoop
        public void execute(VirtualFrame frame, ExecutionState state) {
            for (int i = 0; i < affinities.length; i++) {
                if (affinities[i] != Affinity.REAL) {
                    LoadNodes.AffinityNode.apply(frame, operands[i], affinities[i]);
                }
            }
            RecordWriter writer = writer(state);
            for (int i = 0; i < operands.length; i++) {
                Operand operand = operands[i];
                if (i < affinities.length && affinities[i] == Affinity.REAL) {
                    addReal(writer, operand.get(frame));
                    continue;
                }
                switch (operand.kind(frame)) {
                    case Registers.LONG -> writer.addLong(operand.getLong(frame));
                    case Registers.DOUBLE -> writer.addDouble(operand.getDouble(frame));
                    case Registers.NULL -> writer.addNull();
                    default -> add(writer, operand.get(frame));
                }
            }
            Registers.set(frame, target, finish(writer));
        }

        private RecordWriter writer(ExecutionState state) {
            RecordWriter writer = (RecordWriter) state.scratch[address];
            if (writer == null) {
                writer = create(state);
            }
            writer.clear();
            return writer;
        }

        @TruffleBoundary
        private RecordWriter create(ExecutionState state) {
            RecordWriter writer = new RecordWriter(encoding);
            state.scratch[address] = writer;
            return writer;
        }

        /** A REAL column stores a whole number as an integer, which is shorter. */
        @TruffleBoundary
        private static void addReal(RecordWriter writer, Object value) {
            writer.add(Affinities.stored(value, Affinity.REAL));
        }

        @TruffleBoundary
        private static void add(RecordWriter writer, Object value) {
            writer.add(value);
        }

        @TruffleBoundary
        private static Blob finish(RecordWriter writer) {
            return Blob.of(writer.toRecord());
        }
    }

    static final class NewRowidNode extends InstructionNode.Step {
        private final int cursor;
        private final int target;
        /** Holds the greatest rowid that there ever was; null if that does not matter. */
        private final Operand greatest;

        NewRowidNode(int cursor, int target, Operand greatest) {
            this.cursor = cursor;
            this.target = target;
            this.greatest = greatest;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            ProgramCursor row = state.cursors[cursor];
            if (greatest == null) {
                Registers.setLong(frame, target, row.newRowid());
                return;
            }
            long rowid = row.newRowid(greatest.getLong(frame));
            Registers.setLong(frame, greatest.register, rowid);
            Registers.setLong(frame, target, rowid);
        }
    }

    static final class InsertNode extends InstructionNode.Step {
        private final int cursor;
        private final Operand record;
        private final Operand rowid;
        private final int flags;

        InsertNode(int cursor, Operand record, Operand rowid, int flags) {
            this.cursor = cursor;
            this.record = record;
            this.rowid = rowid;
            this.flags = flags;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            assert rowid.kind(frame) == Registers.LONG : rowid.register;
            insert(state, cursor, rowid.getLong(frame), (Blob) record.get(frame), flags);
        }

        @TruffleBoundary
        private static void insert(
                ExecutionState state, int cursor, long rowid, Blob record, int flags) {
            state.cursors[cursor].table.insert(
                    rowid, exact(record), record.length, (flags & Opcode.APPEND) != 0);
            if ((flags & Opcode.COUNT_CHANGE) != 0) {
                state.changes++;
            }
            if ((flags & Opcode.LAST_ROWID) != 0) {
                state.inserted(rowid);
            }
            if ((flags & Opcode.COUNT_CHANGE) != 0) {
                boolean inserted = (flags & Opcode.LAST_ROWID) != 0;
                tell(
                        state,
                        state.cursors[cursor].table,
                        inserted ? UpdateListener.INSERT : UpdateListener.UPDATE,
                        rowid);
            }
        }
    }

    private static void tell(ExecutionState state, TableCursor cursor, int operation, long rowid) {
        if (state.connection.hooks().hasUpdateListener()) {
            state.connection.hooks().changed(operation, cursor.btree(), cursor.root(), rowid);
        }
    }

    /** The record's bytes, beginning at 0 of an array. */
    private static byte[] exact(Blob record) {
        return record.offset == 0 ? record.array : record.toArray();
    }

    static final class IdxInsertNode extends InstructionNode.Step {
        private final int cursor;
        private final Operand record;
        private final KeyOrder order;
        private final int flags;

        IdxInsertNode(int cursor, Operand record, KeyOrder order, int flags) {
            this.cursor = cursor;
            this.record = record;
            this.order = order;
            this.flags = flags;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            insert(state, (Blob) record.get(frame));
        }

        @TruffleBoundary
        private void insert(ExecutionState state, Blob blob) {
            KeyProbe place = order.probe(blob.array, blob.offset, blob.length);
            state.cursors[cursor].index.insert(exact(blob), blob.length, place);
            if ((flags & Opcode.COUNT_CHANGE) != 0) {
                state.changes++;
            }
        }
    }

    static final class DeleteNode extends InstructionNode.Step {
        private final int cursor;
        private final int flags;

        DeleteNode(int cursor, int flags) {
            this.cursor = cursor;
            this.flags = flags;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            delete(state);
        }

        @TruffleBoundary
        private void delete(ExecutionState state) {
            ProgramCursor row = state.cursors[cursor];
            if (row.isDeferred()) {
                row.follow();
            }
            boolean counts = (flags & Opcode.COUNT_CHANGE) != 0;
            if (row.table != null) {
                long rowid = counts ? row.table.rowid() : 0;
                row.table.delete();
                if (counts) {
                    tell(state, row.table, UpdateListener.DELETE, rowid);
                }
            } else {
                row.index.delete();
            }
            if (counts) {
                state.changes++;
            }
        }
    }

    /** IdxDelete: the entry must be there, or the index does not match its table. */
    static final class IdxDeleteNode extends InstructionNode.Step {
        private final int cursor;
        private final SeekNodes.KeyRegisters registers;

        IdxDeleteNode(int cursor, SeekNodes.KeyRegisters registers) {
            this.cursor = cursor;
            this.registers = registers;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            delete(state, registers.load(frame, state, 0));
        }

        @TruffleBoundary
        private void delete(ExecutionState state, IndexKey key) {
            ProgramCursor row = state.cursors[cursor];
            if (row.index.seek(key) != 0) {
                throw org.sqlvm.language.runtime.IndexEntries.missingRow();
            }
            row.index.delete();
        }
    }
}
