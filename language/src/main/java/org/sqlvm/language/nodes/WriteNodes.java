package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.IndexKey;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.language.instruction.Changes;
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
            return Changes.newWriter(state, address, encoding);
        }

        @TruffleBoundary
        private static void addReal(RecordWriter writer, Object value) {
            Changes.addReal(writer, value);
        }

        @TruffleBoundary
        private static void add(RecordWriter writer, Object value) {
            writer.add(value);
        }

        @TruffleBoundary
        private static Blob finish(RecordWriter writer) {
            return Changes.finish(writer);
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
            Changes.insert(state, state.cursors[cursor], rowid, record, flags);
        }
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
            Changes.insertEntry(state, state.cursors[cursor], blob, order, flags);
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
            Changes.delete(state, state.cursors[cursor], flags);
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
            Changes.deleteEntry(state.cursors[cursor], key);
        }
    }
}
