package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.column.VectorSizes;
import org.sqlvm.engine.vector.expression.ChunkCollector;
import org.sqlvm.engine.vector.expression.CollectedRows;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.join.JoinTable;
import org.sqlvm.engine.vector.join.RadixPartition;
import org.sqlvm.engine.vector.mirror.MirroredRows;
import org.sqlvm.engine.vector.query.HashJoinKind;
import org.sqlvm.engine.vector.query.VectorBuild;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes {@link JoinTable}s of the rows of an input: one, or as many as the memory wants. Each is
 * given to whoever goes on with it before the next one is begun. For an inner join it does not
 * matter which rows are in which; where it matters what is not found, there is one table of a
 * {@link RadixPartition}, which is made smaller if it does not fit.
 */
public final class JoinBuild implements RowTaker, SharedScan.Work {
    /** A smaller part is not begun for want of memory. */
    private final int partRows;

    private final VectorBuild build;
    private final RadixPartition partition;
    private final int vectorRows;
    private final Workspace workspace;
    private final int[] keys;
    private final boolean[] numeric;

    /** What is collected of the keys and of the columns that are kept. */
    private final ChunkCollector[] keyColumns;

    private final ChunkCollector[] columns;

    /** All of these, each once. */
    private final List<ChunkCollector> used = new ArrayList<>();

    private final Rest rest;
    private final int[] inPartition;

    /** Which rows anybody looks for; null if it is not known. */
    private final KeySearch.Wanted wanted;

    /** By segment: what threads have collected of it. */
    private CollectedRows[] segments;

    private final ReentrantLock sharing = new ReentrantLock();
    private int rowCount;
    private int capacity;
    private long taken;
    private boolean isNothing = true;
    private boolean hasNull;
    private boolean isTooLarge;

    /** Who goes on with a table. */
    public interface Rest {
        /**
         * Goes on.
         *
         * @param rows how many the table has
         * @return false if all is to end
         */
        boolean goOn(JoinTable table, int rows);
    }

    /**
     * For an input.
     *
     * @param partition which of the rows are wanted
     * @param wanted which of those are looked for; null for all
     */
    public JoinBuild(
            VectorBuild build,
            RadixPartition partition,
            KeySearch.Wanted wanted,
            VectorSizes sizes,
            Workspace workspace,
            Rest rest) {
        assert partition.isWhole() || build.kind() != HashJoinKind.INNER : partition;
        this.build = build;
        this.partition = partition;
        this.partRows = sizes.partitionRows();
        this.vectorRows = sizes.vectorRows();
        this.workspace = workspace;
        this.rest = rest;
        this.wanted = wanted;
        this.numeric = build.areNumeric();
        keys = build.keys().stream().mapToInt(Integer::intValue).toArray();
        inPartition = new int[partition.isWhole() && wanted == null ? 0 : vectorRows];
        Map<Integer, ChunkCollector> known = new HashMap<>();
        keyColumns = collectors(build.keys(), known);
        if (build.kind() == HashJoinKind.LEFT) {
            known.clear(); // Those have a row more.
        }
        columns = collectors(build.outputs(), known);
    }

    /** What is made. */
    VectorBuild plan() {
        return build;
    }

    private ChunkCollector[] collectors(
            List<Integer> registers, Map<Integer, ChunkCollector> known) {
        ChunkCollector[] collectors = new ChunkCollector[registers.size()];
        for (int i = 0; i < collectors.length; i++) {
            collectors[i] = known.computeIfAbsent(registers.get(i), register -> {
                ChunkCollector made = new ChunkCollector(register, vectorRows);
                used.add(made);
                return made;
            });
        }
        return collectors;
    }

    @Override
    public void enter(VectorRegisters registers, int vectorRows) {}

    @Override
    public boolean take(VectorRegisters registers) {
        isNothing = false;
        if (build.kind() == HashJoinKind.NOT_IN) {
            findNull(registers.get(keys[0]), registers.count());
        }
        if (!partition.isWhole()) {
            int own = partition.select(
                    registers.getAll(keys), numeric, registers.count(), inPartition);
            registers.narrow(inPartition, own);
        }
        narrow(registers, inPartition);
        int count = registers.count();
        if (rowCount + count > capacity && !grow(count)) {
            boolean full = rowCount >= partRows;
            if (full && build.kind() != HashJoinKind.INNER && partition.mayDivide()) {
                isTooLarge = true;
                return false;
            }
            if (full && build.kind() == HashJoinKind.INNER && !finish()) {
                return false;
            }
            force(count);
        }
        used.forEach(collector -> collector.add(registers));
        rowCount += count;
        return true;
    }

    /** To the rows that somebody looks for. */
    private void narrow(VectorRegisters registers, int[] selection) {
        if (wanted != null) {
            wanted.keys().narrow(registers, keys[wanted.place()], selection);
        }
    }

    private void findNull(Vector values, int count) {
        for (int i = 0; i < count && !hasNull; i++) {
            hasNull = values.isNull(i);
        }
    }

    // ------------------------------------------------------------------ threads

    /** Whether threads can share the work. */
    public boolean isShared(MirroredRows table, VectorSizes sizes) {
        return partition.isWhole()
                && build.kind() != HashJoinKind.NOT_IN
                && SharedScan.isWorthThreads(table, sizes);
    }

    /** The rows of a segment. */
    final class Segment implements RowTaker {
        private final CollectedRows rows =
                new CollectedRows(used.stream().map(ChunkCollector::register).toList(), vectorRows);

        private final int[] selection = new int[vectorRows];

        @Override
        public void enter(VectorRegisters registers, int vectorRows) {}

        @Override
        public boolean take(VectorRegisters registers) {
            narrow(registers, selection);
            rows.add(registers);
            return true;
        }
    }

    /** Threads begin. */
    public void share(MirroredRows table) {
        segments = new CollectedRows[SharedScan.segmentCount(table)];
    }

    @Override
    public RowTaker begin() {
        return new Segment();
    }

    @Override
    public boolean end(int number, RowTaker taker, int rows) {
        CollectedRows found = ((Segment) taker).rows;
        found.finish();
        segments[number] = found;
        sharing.lock();
        try {
            if (rowCount + found.count() > capacity && !grow(found.count())) {
                return false;
            }
            rowCount += found.count();
            return true;
        } finally {
            sharing.unlock();
        }
    }

    /** Threads have ended: their rows are this table's, in the order of the segments. */
    public void joinSegments() {
        isNothing = rowCount == 0;
        for (int i = 0; i < used.size(); i++) {
            ChunkCollector column = used.get(i);
            column.expect(rowCount);
            for (CollectedRows segment : segments) {
                column.addAll(segment.chunk(i), segment.count());
            }
        }
        segments = null;
    }

    /** Threads have ended early, since there was no memory: all begins anew, in one. */
    public void dropSegments() {
        segments = null;
        rowCount = 0;
    }

    // ------------------------------------------------------------------ one thread

    /** Whether all has ended because there is no memory for the partition. */
    public boolean isTooLarge() {
        return isTooLarge;
    }

    private boolean grow(int more) {
        int wanted = Math.max(rowCount + more, 2 * capacity);
        long bytes = size(wanted);
        if (!workspace.mayGrow(taken, bytes - taken)) {
            return false;
        }
        take(wanted);
        return true;
    }

    private void force(int more) {
        if (rowCount + more > capacity) {
            take(rowCount + more);
        }
    }

    private void take(int rows) {
        workspace.take(size(rows) - taken);
        taken = size(rows);
        capacity = rows;
    }

    private long size(int rows) {
        return rows * (long) (used.size() * ChunkCollector.ROW_SIZE + JoinTable.ROW_SIZE);
    }

    /**
     * The rows since the last table are one.
     *
     * @return false if all is to end
     */
    public boolean finish() {
        if (rowCount == 0 && build.kind() == HashJoinKind.INNER) {
            return true;
        }
        if (build.kind() == HashJoinKind.LEFT) {
            for (ChunkCollector column : columns) {
                column.addNull();
            }
        }
        Map<ChunkCollector, Chunk> chunks = new HashMap<>();
        used.forEach(collector -> chunks.put(collector, collector.finish()));
        JoinTable table = new JoinTable(
                build,
                partition,
                hasNull ? null : of(keyColumns, chunks),
                of(columns, chunks),
                rowCount,
                isNothing,
                vectorRows,
                workspace);
        try {
            return rest.goOn(table, rowCount);
        } finally {
            table.release();
            rowCount = 0;
        }
    }

    private static Chunk[] of(ChunkCollector[] collectors, Map<ChunkCollector, Chunk> chunks) {
        return Arrays.stream(collectors).map(chunks::get).toArray(Chunk[]::new);
    }

    /** Gives back its memory. */
    public void release() {
        workspace.take(-taken);
        taken = 0;
    }
}
