package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleSafepoint;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.Node;

import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.hash.HashTable;
import org.sqlvm.engine.vector.VectorRun;
import org.sqlvm.engine.vector.cache.ColumnCache;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.VectorSizes;
import org.sqlvm.engine.vector.query.VectorHaving;
import org.sqlvm.engine.vector.query.VectorScan;
import org.sqlvm.engine.vector.scan.ColumnSource;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * VectorScan, VectorGroups, VectorHaving, VectorResult, MirrorData, MirrorDrop. What runs on
 * vectors is behind a boundary.
 */
final class VectorNodes {
    private VectorNodes() {}

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        return switch (i.opcode()) {
            case VectorScan ->
                new VectorScanNode(
                        builder.address(),
                        i.p1(),
                        i.p2(),
                        (VectorScan) i.p4(),
                        builder.operands(i.p3(), i.p5()),
                        builder.switches().vectorSizes(),
                        builder.wholeLoops());
            case VectorGroups -> new VectorGroupsNode(i.p1(), i.p2());
            case VectorHaving ->
                new VectorHavingNode(
                        i.p1(),
                        (VectorHaving) i.p4(),
                        builder.operands(i.p3(), i.p5()),
                        builder.switches().vectorSizes());
            case VectorResult -> {
                builder.noteRead(i.p1());
                yield new VectorResultNode(i.p1());
            }
            case MirrorData -> new MirrorDataNode(i.p1(), (String) i.p4());
            case MirrorDrop -> new MirrorDropNode();
            default -> null;
        };
    }

    static final class VectorScanNode extends InstructionNode.Step {
        private final int address;
        private final int cursor;
        private final int target;
        private final VectorScan scan;

        @CompilationFinal(dimensions = 1)
        private final Operand[] constants;

        private final VectorSizes sizes;

        /**
         * The columns that loops of the program read, by cursor: they are decoded in the same pass.
         */
        private final Map<Integer, List<StoredColumn>> loops;

        VectorScanNode(
                int address,
                int cursor,
                int target,
                VectorScan scan,
                Operand[] constants,
                VectorSizes sizes,
                Map<Integer, List<StoredColumn>> loops) {
            this.address = address;
            this.cursor = cursor;
            this.target = target;
            this.scan = scan;
            this.constants = constants;
            this.sizes = sizes;
            this.loops = loops;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            run(state, Operand.values(frame, constants));
        }

        @TruffleBoundary
        private void run(ExecutionState state, Object[] values) {
            long begun = System.nanoTime();
            VectorRun run = new VectorRun(
                    scan,
                    tables(state),
                    state.connection.columnCache(),
                    values,
                    sizes,
                    state.connection.workspace(),
                    state.connection.callContext(Collation.BINARY, state),
                    state.counters == null ? null : state.counters.vectors(address, scan),
                    poll(this, state, sizes));
            ProgramCursor result = state.cursors[target];
            if (!scan.grouped()) {
                run.giveRows(result.window == null ? result.hash : result.window);
            } else {
                result.setGroups(run.run(result.hash));
                if (!scan.waits() && result.groups() != null) {
                    result.groups().give(result.hash);
                    result.setGroups(null);
                }
            }
            state.vectorTime += System.nanoTime() - begun;
        }

        private VectorRun.Tables tables(ExecutionState state) {
            List<BtreeCursor> inputs = new ArrayList<>();
            List<ColumnSource> given = new ArrayList<>();
            for (int i = 0; i < scan.inputs().size(); i++) {
                ProgramCursor input = state.cursors[cursor + i];
                inputs.add(input.table == null ? input.index : input.table);
                given.add(input.virtual instanceof ColumnSource source ? source : null);
            }
            Map<BtreeCursor, List<StoredColumn>> read = new HashMap<>();
            loops.forEach((loop, columns) -> {
                ProgramCursor opened = state.cursors[loop];
                if (opened != null && opened.table != null) {
                    read.put(opened.table, columns);
                }
            });
            return new VectorRun.Tables(inputs, given, read);
        }
    }

    /** Returns the task that runs after every vector, as if each row were an instruction. */
    private static Runnable poll(Node node, ExecutionState state, VectorSizes sizes) {
        Interruption interruption = state.connection.workspace().interruption();
        return () -> {
            TruffleSafepoint.poll(node);
            interruption.check();
            state.root.countInstructions(sizes.vectorRows());
        };
    }

    static final class VectorGroupsNode extends InstructionNode.Branch {
        private final int cursor;

        VectorGroupsNode(int cursor, int target) {
            super(target);
            this.cursor = cursor;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            return isEmpty(state);
        }

        @TruffleBoundary
        private boolean isEmpty(ExecutionState state) {
            ProgramCursor table = state.cursors[cursor];
            return table.groups() == null
                    ? table.hash.isEmpty()
                    : table.groups().isEmpty();
        }
    }

    static final class VectorHavingNode extends InstructionNode.Step {
        private final int cursor;
        private final VectorHaving having;

        @CompilationFinal(dimensions = 1)
        private final Operand[] constants;

        private final VectorSizes sizes;

        VectorHavingNode(int cursor, VectorHaving having, Operand[] constants, VectorSizes sizes) {
            this.cursor = cursor;
            this.having = having;
            this.constants = constants;
            this.sizes = sizes;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            give(state, Operand.values(frame, constants));
        }

        @TruffleBoundary
        private void give(ExecutionState state, Object[] values) {
            ProgramCursor table = state.cursors[cursor];
            if (table.groups() != null) {
                table.groups()
                        .give(
                                having,
                                values,
                                state.connection.callContext(Collation.BINARY, state),
                                poll(this, state, sizes),
                                table.hash);
                table.setGroups(null);
            }
        }
    }

    static final class VectorResultNode extends InstructionNode.Step {
        private final int register;

        VectorResultNode(int register) {
            this.register = register;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            if (Registers.kind(frame, register) == Registers.INTERNAL) {
                Object held = Registers.getObject(frame, register);
                Registers.set(frame, register, result((Accumulator) held));
            }
        }

        @TruffleBoundary
        private static Object result(Accumulator accumulator) {
            return accumulator.finish();
        }
    }

    static final class MirrorDataNode extends InstructionNode.Step {
        private final int target;

        /** The table whose partitions are shown; null for the columns of all. */
        private final String only;

        MirrorDataNode(int target, String only) {
            this.target = target;
            this.only = only;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            add(state);
        }

        @TruffleBoundary
        private void add(ExecutionState state) {
            HashTable table = state.cursors[target].hash;
            ColumnCache cache = state.connection.columnCache();
            for (List<Object> row : only == null ? cache.rows() : cache.partitions(only)) {
                table.addRow(row.toArray());
            }
        }
    }

    static final class MirrorDropNode extends InstructionNode.Step {
        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            drop(state);
        }

        @TruffleBoundary
        private static void drop(ExecutionState state) {
            state.connection.dropSavedColumns();
        }
    }
}
