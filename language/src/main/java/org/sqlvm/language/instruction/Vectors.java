package org.sqlvm.language.instruction;

import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.TableReads;
import org.sqlvm.engine.program.TableScan;
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
import java.util.stream.Collectors;

/** Instructions that run on vectors, and those of the saved mirror. */
final class Vectors {
    private Vectors() {}

    /** The task of an instruction of this family; null for one of another family. */
    static Task of(Instruction i, int address, ProgramSetting setting) {
        int cursor = i.p1();
        return switch (i.opcode()) {
            case VectorScan -> {
                Map<Integer, List<StoredColumn>> loops = wholeLoops(setting.program());
                yield Task.step((state, in) -> scan(state, i, address, in, setting.sizes(), loops));
            }
            case VectorGroups -> Task.branch((state, _) -> isEmpty(state.cursors[cursor]));
            case VectorHaving ->
                Task.step((state, in) -> giveGroups(
                        state, state.cursors[cursor], (VectorHaving) i.p4(), in, setting.sizes()));
            case VectorResult ->
                Task.value((_, in) ->
                        in[0] instanceof Accumulator accumulator ? accumulator.finish() : in[0]);
            case MirrorData ->
                Task.step((state, _) ->
                        addMirror(state, state.cursors[cursor].hash, (String) i.p4()));
            case MirrorDrop -> Task.step((state, _) -> state.connection.dropSavedColumns());
            default -> null;
        };
    }

    /**
     * Returns, by cursor, the columns of scans that run to their end, as far as the program shows.
     */
    private static Map<Integer, List<StoredColumn>> wholeLoops(Program program) {
        TableReads reads = program.facts().reads();
        return reads.limited()
                ? Map.of()
                : reads.scans().stream()
                        .collect(Collectors.toMap(TableScan::cursor, TableScan::columns));
    }

    /** @param loops the columns that loops of the program read, which the same pass decodes */
    private static void scan(
            ExecutionState state,
            Instruction i,
            int address,
            Object[] constants,
            VectorSizes sizes,
            Map<Integer, List<StoredColumn>> loops) {
        VectorScan scan = (VectorScan) i.p4();
        long begun = System.nanoTime();
        VectorRun run = new VectorRun(
                scan,
                tables(state, i.p1(), scan, loops),
                state.connection.columnCache(),
                constants,
                sizes,
                state.connection.workspace(),
                state.connection.callContext(Collation.BINARY, state),
                state.counters == null ? null : state.counters.vectors(address, scan),
                poll(state, sizes));
        ProgramCursor result = state.cursors[i.p2()];
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

    private static VectorRun.Tables tables(
            ExecutionState state,
            int cursor,
            VectorScan scan,
            Map<Integer, List<StoredColumn>> loops) {
        List<BtreeCursor> inputs = new ArrayList<>();
        List<ColumnSource> given = new ArrayList<>();
        for (int i = 0; i < scan.inputs().size(); i++) {
            ProgramCursor input = state.cursors[cursor + i];
            inputs.add(Trees.tree(input));
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

    /** Returns the task that runs after every vector, as if each row were an instruction. */
    private static Runnable poll(ExecutionState state, VectorSizes sizes) {
        Runnable poll = Polls.of(state);
        return () -> {
            poll.run();
            state.root.countInstructions(sizes.vectorRows());
        };
    }

    private static boolean isEmpty(ProgramCursor table) {
        return table.groups() == null ? table.hash.isEmpty() : table.groups().isEmpty();
    }

    private static void giveGroups(
            ExecutionState state,
            ProgramCursor table,
            VectorHaving having,
            Object[] constants,
            VectorSizes sizes) {
        if (table.groups() != null) {
            table.groups()
                    .give(
                            having,
                            constants,
                            state.connection.callContext(Collation.BINARY, state),
                            poll(state, sizes),
                            table.hash);
            table.setGroups(null);
        }
    }

    /** @param only the table whose partitions are shown; null for the columns of all */
    private static void addMirror(ExecutionState state, HashTable table, String only) {
        ColumnCache cache = state.connection.columnCache();
        for (List<Object> row : only == null ? cache.rows() : cache.partitions(only)) {
            table.addRow(row.toArray());
        }
    }
}
