package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;

import org.sqlvm.engine.btree.KeyProbe;
import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.IndexKey;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.language.instruction.Cursors;
import org.sqlvm.language.instruction.Seeks;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

/** Instructions that look a key up. */
final class SeekNodes {
    private SeekNodes() {}

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        int cursor = i.p1();
        return switch (i.opcode()) {
            case SeekRowid, NotExists -> new SeekRowidNode(cursor, builder.operand(i.p3()), i.p2());
            case SeekGE, SeekGT, SeekLE, SeekLT ->
                builder.order(cursor) == null
                        ? new TableSeekNode(i.opcode(), cursor, builder.operand(i.p3()), i.p2())
                        : new IndexSeekNode(i.opcode(), cursor, key(i, builder), i.p2());
            case IdxGE, IdxGT, IdxLE, IdxLT ->
                new IndexCompareNode(i.opcode(), cursor, key(i, builder), i.p2());
            case Found, NotFound, NoConflict ->
                i.operand(4) == 0
                        ? new FoundRecordNode(
                                i.opcode(),
                                cursor,
                                builder.operand(i.p3()),
                                builder.order(cursor),
                                i.p2())
                        : new FoundNode(i.opcode(), cursor, key(i, builder), i.p2());
            default -> null;
        };
    }

    private static boolean isUpwards(Opcode seek) {
        return seek == Opcode.SeekGE || seek == Opcode.SeekGT;
    }

    private static boolean isOrEqual(Opcode seek) {
        return seek == Opcode.SeekGE || seek == Opcode.SeekLE;
    }

    private static KeyRegisters key(Instruction i, ProgramBuilder builder) {
        return KeyRegisters.of(i.p1(), i.p3(), i.operand(4), builder);
    }

    /** SeekRowid, NotExists: jumps if the table has no such row. */
    static final class SeekRowidNode extends InstructionNode.Branch {
        private final int cursor;
        private final Operand key;

        SeekRowidNode(int cursor, Operand key, int target) {
            super(target);
            this.cursor = cursor;
            this.key = key;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            long rowid;
            switch (key.kind(frame)) {
                case Registers.LONG -> rowid = key.getLong(frame);
                case Registers.NULL, Registers.BLOB -> {
                    return true;
                }
                default -> {
                    Object value = toInteger(key.get(frame));
                    if (!(value instanceof Long number)) {
                        return true;
                    }
                    rowid = number;
                }
            }
            return !seek(state.cursors[cursor], rowid);
        }

        @TruffleBoundary
        private static boolean seek(ProgramCursor row, long rowid) {
            return Cursors.seek(row, rowid);
        }

        @TruffleBoundary
        private static Object toInteger(Object value) {
            return Affinities.toInteger(value);
        }
    }

    /** SeekGE, SeekGT, SeekLE, SeekLT on a table. */
    static final class TableSeekNode extends InstructionNode.Branch {
        private final Opcode opcode;
        private final int cursor;
        private final Operand key;

        TableSeekNode(Opcode opcode, int cursor, Operand key, int target) {
            super(target);
            this.opcode = opcode;
            this.cursor = cursor;
            this.key = key;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            ProgramCursor row = state.cursors[cursor];
            return key.kind(frame) == Registers.LONG
                    ? !seek(opcode, row, key.getLong(frame))
                    : !seekOther(opcode, row, key.get(frame));
        }

        @TruffleBoundary
        private static boolean seek(Opcode opcode, ProgramCursor row, long rowid) {
            return Seeks.table(row, isUpwards(opcode), isOrEqual(opcode), rowid);
        }

        @TruffleBoundary
        private static boolean seekOther(Opcode opcode, ProgramCursor row, Object key) {
            return Seeks.tableByValue(row, isUpwards(opcode), isOrEqual(opcode), key);
        }
    }

    /**
     * The state that all instructions with a key of several registers share. The key object is made
     * once per run.
     */
    static final class KeyRegisters {
        @CompilationFinal(dimensions = 1)
        private final Operand[] operands;

        private final KeyOrder order;
        private final int address;

        /**
         * @param address the instruction's address; its key is kept in the run's scratch objects
         *     under it
         */
        private KeyRegisters(Operand[] operands, KeyOrder order, int address) {
            this.operands = operands;
            this.order = order;
            this.address = address;
        }

        /** The key that an instruction has in consecutive registers, for an index. */
        static KeyRegisters of(int cursor, int first, int count, ProgramBuilder builder) {
            return new KeyRegisters(
                    builder.operands(first, count), builder.order(cursor), builder.address());
        }

        /**
         * The key with the registers' values; {@code onEqual} is as {@link IndexKey#setOnEqual} has
         * it.
         */
        @ExplodeLoop
        IndexKey load(VirtualFrame frame, ExecutionState state, int onEqual) {
            IndexKey key = (IndexKey) state.scratch[address];
            if (key == null) {
                key = create(state);
            }
            for (int i = 0; i < operands.length; i++) {
                Operand operand = operands[i];
                switch (operand.kind(frame)) {
                    case Registers.LONG -> key.setLong(i, operand.getLong(frame));
                    case Registers.DOUBLE -> key.setDouble(i, operand.getDouble(frame));
                    default -> key.set(i, operand.get(frame));
                }
            }
            key.setOnEqual(onEqual);
            return key;
        }

        @TruffleBoundary
        private IndexKey create(ExecutionState state) {
            return Seeks.newKey(state, address, order, operands.length);
        }
    }

    /** SeekGE, SeekGT, SeekLE, SeekLT on an index. */
    static final class IndexSeekNode extends InstructionNode.Branch {
        private final Opcode opcode;
        private final int cursor;
        private final KeyRegisters registers;

        IndexSeekNode(Opcode opcode, int cursor, KeyRegisters registers, int target) {
            super(target);
            this.opcode = opcode;
            this.cursor = cursor;
            this.registers = registers;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            boolean equalIsGreater = opcode == Opcode.SeekGE || opcode == Opcode.SeekLT;
            return !seek(
                    state.cursors[cursor], registers.load(frame, state, equalIsGreater ? 1 : -1));
        }

        @TruffleBoundary
        private boolean seek(ProgramCursor row, IndexKey key) {
            return Seeks.index(row, isUpwards(opcode), key);
        }
    }

    /** IdxGE, IdxGT, IdxLE, IdxLT: compares the entry under an index cursor with a key. */
    static final class IndexCompareNode extends InstructionNode.Branch {
        private final Opcode opcode;
        private final int cursor;
        private final KeyRegisters registers;

        IndexCompareNode(Opcode opcode, int cursor, KeyRegisters registers, int target) {
            super(target);
            this.opcode = opcode;
            this.cursor = cursor;
            this.registers = registers;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            int order = compare(state.cursors[cursor], registers.load(frame, state, 0));
            return switch (opcode) {
                case IdxGE -> order >= 0;
                case IdxGT -> order > 0;
                case IdxLE -> order <= 0;
                default -> order < 0;
            };
        }

        @TruffleBoundary
        private static int compare(ProgramCursor row, IndexKey key) {
            return Seeks.compare(row, key);
        }
    }

    /** Found, NotFound, NoConflict. */
    static final class FoundNode extends InstructionNode.Branch {
        private final Opcode opcode;
        private final int cursor;
        private final KeyRegisters registers;

        FoundNode(Opcode opcode, int cursor, KeyRegisters registers, int target) {
            super(target);
            this.opcode = opcode;
            this.cursor = cursor;
            this.registers = registers;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            IndexKey key = registers.load(frame, state, 0);
            if (opcode == Opcode.NoConflict && key.hasNull()) {
                return true;
            }
            return find(state.cursors[cursor], key) == (opcode == Opcode.Found);
        }

        @TruffleBoundary
        static boolean find(ProgramCursor row, KeyProbe key) {
            return Seeks.find(row, key);
        }
    }

    /** Found, NotFound with a whole record as the key. */
    static final class FoundRecordNode extends InstructionNode.Branch {
        private final Opcode opcode;
        private final int cursor;
        private final Operand record;
        private final KeyOrder order;

        FoundRecordNode(Opcode opcode, int cursor, Operand record, KeyOrder order, int target) {
            super(target);
            this.opcode = opcode;
            this.cursor = cursor;
            this.record = record;
            this.order = order;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            return find(state.cursors[cursor], (Blob) record.get(frame))
                    == (opcode == Opcode.Found);
        }

        @TruffleBoundary
        private boolean find(ProgramCursor row, Blob key) {
            return Seeks.find(row, key, order);
        }
    }
}
