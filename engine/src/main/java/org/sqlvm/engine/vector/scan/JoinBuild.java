package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.cache.CachedRows;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.column.VectorSizes;
import org.sqlvm.engine.vector.expression.ChunkCollector;
import org.sqlvm.engine.vector.expression.CollectedRows;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.join.JoinTable;
import org.sqlvm.engine.vector.join.RadixPartition;
import org.sqlvm.engine.vector.query.HashJoinKind;
import org.sqlvm.engine.vector.query.VectorBuild;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The sink that makes {@link JoinTable}s of the build side's rows: one, or several if memory is
 * short. The rest of the query runs with each table before the next one is begun. An inner join may
 * divide the rows in any way; if it matters which probe rows find nothing, a table has the rows of
 * one {@link RadixPartition}, which is halved if it does not fit.
 */
public final class JoinBuild implements VectorSink, SharedScan.Work {
    /** A table of fewer rows is not given up for lack of memory. */
    private final int partRows;

    private final VectorBuild build;
    private final RadixPartition partition;
    private final int vectorRows;
    private final Workspace workspace;
    private final int[] keys;
    private final boolean[] numeric;

    /** Collect the keys and the columns that are kept. */
    private final ChunkCollector[] keyColumns;

    private final ChunkCollector[] columns;

    /** All of these, each once. */
    private final List<ChunkCollector> used = new ArrayList<>();

    private final Rest rest;
    private final int[] inPartition;

    /** The dynamic filter: the rows that can be found; null if it is not known. */
    private final KeySearch.KeyFilter filter;

    /** By segment: the rows that threads have collected. */
    private CollectedRows[] segments;

    private final ReentrantLock sharing = new ReentrantLock();
    private int rowCount;
    private int capacity;
    private long taken;
    private boolean isNothing = true;
    private boolean hasNull;
    private boolean isTooLarge;

    /** Runs the rest of the query with a table. */
    public interface Rest {
        /**
         * Runs the rest of the query.
         *
         * @param rows the number of rows in the table
         * @return false if the run is to end
         */
        boolean goOn(JoinTable table, int rows);
    }

    /**
     * Creates the sink for an input.
     *
     * @param partition the radix partition whose rows are kept
     * @param filter says which of those can be found; null if all can
     */
    public JoinBuild(
            VectorBuild build,
            RadixPartition partition,
            KeySearch.KeyFilter filter,
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
        this.filter = filter;
        this.numeric = build.areNumeric();
        keys = build.keys().stream().mapToInt(Integer::intValue).toArray();
        inPartition = new int[partition.isWhole() && filter == null ? 0 : vectorRows];
        Map<Integer, ChunkCollector> known = new HashMap<>();
        keyColumns = collectors(build.keys(), known);
        if (build.kind() == HashJoinKind.LEFT) {
            known.clear(); // Those have a row more.
        }
        columns = collectors(build.outputs(), known);
    }

    /** The plan of the build side. */
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
    public boolean consume(VectorRegisters registers) {
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
        assert rowCount <= capacity : rowCount + " of " + capacity;
        return true;
    }

    /** Drops rows that the dynamic filter rules out. */
    private void narrow(VectorRegisters registers, int[] selection) {
        if (filter != null) {
            filter.filter().narrow(registers, keys[filter.key()], selection);
        }
    }

    private void findNull(Vector values, int count) {
        for (int i = 0; i < count && !hasNull; i++) {
            hasNull = values.isNull(i);
        }
    }

    // ------------------------------------------------------------------ threads

    /** Whether threads can share the work. */
    public boolean isShared(CachedRows table, VectorSizes sizes) {
        return partition.isWhole()
                && build.kind() != HashJoinKind.NOT_IN
                && SharedScan.isWorthThreads(table, sizes);
    }

    /** Collects the rows of one segment. */
    final class Segment implements VectorSink {
        private final CollectedRows rows =
                new CollectedRows(used.stream().map(ChunkCollector::register).toList(), vectorRows);

        private final int[] selection = new int[vectorRows];

        @Override
        public void enter(VectorRegisters registers, int vectorRows) {}

        @Override
        public boolean consume(VectorRegisters registers) {
            narrow(registers, selection);
            rows.add(registers);
            return true;
        }
    }

    /** Prepares for threads. */
    public void share(CachedRows table) {
        segments = new CollectedRows[SharedScan.segmentCount(table)];
    }

    @Override
    public VectorSink begin() {
        return new Segment();
    }

    @Override
    public boolean end(int number, VectorSink sink, int rows) {
        CollectedRows found = ((Segment) sink).rows;
        found.finish();
        assert segments[number] == null : number;
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

    /** Takes over the rows that threads have collected, in the order of the segments. */
    public void joinSegments() {
        isNothing = rowCount == 0;
        assert Arrays.stream(segments).mapToLong(CollectedRows::count).sum() == rowCount : rowCount;
        for (int i = 0; i < used.size(); i++) {
            ChunkCollector column = used.get(i);
            column.expect(rowCount);
            for (CollectedRows segment : segments) {
                column.addAll(segment.chunk(i), segment.count());
            }
        }
        segments = null;
    }

    /**
     * Drops what threads have collected: they ended early for lack of memory, and one thread starts
     * over.
     */
    public void dropSegments() {
        segments = null;
        rowCount = 0;
    }

    // ------------------------------------------------------------------ one thread

    /** Whether the run ended because the radix partition does not fit into memory. */
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
     * Makes a table of the rows since the last one.
     *
     * @return false if the run is to end
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

    /** Releases the memory. */
    public void release() {
        workspace.take(-taken);
        taken = 0;
    }
}
