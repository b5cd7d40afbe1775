package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;

import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.row.hash.HashTable;
import org.sqlvm.language.instruction.RowTables;
import org.sqlvm.language.runtime.ExecutionState;

/**
 * HashFind, HashFindNext, HashInsert, HashData, HashUpdate, HashRewind, HashNext. Values go between
 * registers and the table's arrays unboxed.
 */
final class HashNodes {
    private HashNodes() {}

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        int cursor = i.p1();
        return switch (i.opcode()) {
            case HashFind ->
                new HashFindNode(cursor, builder.operands(i.p3(), keyCount(i, builder)), i.p2());
            case HashFindNext -> new HashFindNextNode(cursor, i.p2());
            case HashInsert -> {
                Operand[] row = builder.operands(
                        i.p2(), keyCount(i, builder) + builder.opening(cursor).p3());
                yield new HashInsertNode(cursor, row, keyCount(i, builder));
            }
            case HashData -> new HashDataNode(cursor, i.p2(), i.p3(), i.p5());
            case HashUpdate -> new HashUpdateNode(cursor, i.p2(), builder.operands(i.p3(), i.p5()));
            case HashRewind -> new HashRewindNode(cursor, i.p3() == 1, i.p2());
            case HashNext -> new HashNextNode(cursor, i.p2());
            default -> null;
        };
    }

    private static int keyCount(Instruction i, ProgramBuilder builder) {
        return ((KeyInfo) builder.opening(i.p1()).p4()).fields().size();
    }

    /** Lays the values of the registers into the table, as the keys to find or to add. */
    @ExplodeLoop
    private static void probe(VirtualFrame frame, HashTable table, Operand[] row, int keyCount) {
        for (int i = 0; i < keyCount; i++) {
            Operand key = row[i];
            int kind = key.kind(frame);
            switch (kind) {
                case Registers.LONG -> table.probe(i, kind, key.getLong(frame), null);
                case Registers.DOUBLE ->
                    table.probe(i, kind, Double.doubleToRawLongBits(key.getDouble(frame)), null);
                case Registers.NULL -> table.probe(i, kind, 0, null);
                default -> table.probe(i, kind, 0, key.get(frame));
            }
        }
    }

    /** Puts the values of registers into columns of the table's current row. */
    @ExplodeLoop
    private static void store(
            VirtualFrame frame, HashTable table, int firstColumn, Operand[] row, int from) {
        for (int i = from; i < row.length; i++) {
            int column = firstColumn + i - from;
            Operand value = row[i];
            int kind = value.kind(frame);
            switch (kind) {
                case Registers.LONG -> table.set(column, kind, value.getLong(frame), null);
                case Registers.DOUBLE ->
                    table.set(
                            column, kind, Double.doubleToRawLongBits(value.getDouble(frame)), null);
                case Registers.NULL -> table.set(column, kind, 0, null);
                default -> table.set(column, kind, 0, value.get(frame));
            }
        }
    }

    static final class HashFindNode extends InstructionNode.Branch {
        private final int cursor;

        @CompilationFinal(dimensions = 1)
        private final Operand[] keys;

        HashFindNode(int cursor, Operand[] keys, int target) {
            super(target);
            this.cursor = cursor;
            this.keys = keys;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            HashTable table = state.cursors[cursor].hash;
            probe(frame, table, keys, keys.length);
            return !table.find();
        }
    }

    static final class HashFindNextNode extends InstructionNode.Branch {
        private final int cursor;

        HashFindNextNode(int cursor, int target) {
            super(target);
            this.cursor = cursor;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            return state.cursors[cursor].hash.findNext();
        }
    }

    static final class HashInsertNode extends InstructionNode.Step {
        private final int cursor;

        @CompilationFinal(dimensions = 1)
        private final Operand[] row;

        private final int keyCount;

        HashInsertNode(int cursor, Operand[] row, int keyCount) {
            this.cursor = cursor;
            this.row = row;
            this.keyCount = keyCount;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            HashTable table = state.cursors[cursor].hash;
            probe(frame, table, row, keyCount);
            table.insert();
            store(frame, table, keyCount, row, keyCount);
        }
    }

    static final class HashDataNode extends InstructionNode.Step {
        private final int cursor;
        private final int firstColumn;
        private final int target;
        private final int count;

        HashDataNode(int cursor, int firstColumn, int target, int count) {
            this.cursor = cursor;
            this.firstColumn = firstColumn;
            this.target = target;
            this.count = count;
        }

        @Override
        @ExplodeLoop
        public void execute(VirtualFrame frame, ExecutionState state) {
            HashTable table = state.cursors[cursor].hash;
            for (int i = 0; i < count; i++) {
                int kind = table.kind(firstColumn + i);
                long number = ValueKind.isNumber(kind) ? table.number(firstColumn + i) : 0;
                Object object = ValueKind.isNumber(kind) || kind == ValueKind.NULL
                        ? null
                        : table.object(firstColumn + i);
                Registers.restore(frame, target + i, kind, number, object);
            }
        }
    }

    static final class HashUpdateNode extends InstructionNode.Step {
        private final int cursor;
        private final int firstColumn;

        @CompilationFinal(dimensions = 1)
        private final Operand[] values;

        HashUpdateNode(int cursor, int firstColumn, Operand[] values) {
            this.cursor = cursor;
            this.firstColumn = firstColumn;
            this.values = values;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            HashTable table = state.cursors[cursor].hash;
            store(frame, table, firstColumn, values, 0);
            table.setChanged();
        }
    }

    static final class HashRewindNode extends InstructionNode.Branch {
        private final int cursor;
        private final boolean inOrder;

        HashRewindNode(int cursor, boolean inOrder, int target) {
            super(target);
            this.cursor = cursor;
            this.inOrder = inOrder;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            HashTable table = state.cursors[cursor].hash;
            table.rewind(inOrder);
            return !table.step();
        }
    }

    static final class HashNextNode extends InstructionNode.Branch {
        private final int cursor;

        HashNextNode(int cursor, int target) {
            super(target);
            this.cursor = cursor;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            return RowTables.next(state.cursors[cursor]);
        }
    }
}
