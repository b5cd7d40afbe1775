package org.sqlvm.engine.vector;

import org.sqlvm.engine.file.Workspace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes {@link JoinTable}s of the rows of an input: one, or as many as the memory wants. Each part
 * is given to whoever goes on with it before the next one is begun.
 */
final class JoinBuild implements RowTaker {
    /** A smaller part is not begun for want of memory. */
    private final int partRows;

    private final int vectorRows;
    private final Workspace workspace;
    private final int[] keys;
    private final boolean[] numeric;
    private final int[] outputs;

    /** By register: what is collected of it; null for nothing. */
    private final ChunkCollector[] collectors;

    private final List<ChunkCollector> used = new ArrayList<>();
    private final Rest rest;
    private int rowCount;
    private int capacity;
    private long taken;

    /** Who goes on with a part. */
    interface Rest {
        /**
         * Goes on.
         *
         * @param rows how many the part has
         * @return false if all is to end
         */
        boolean goOn(JoinTable table, int rows);
    }

    JoinBuild(VectorBuild build, VectorSizes sizes, Workspace workspace, Rest rest) {
        this.partRows = sizes.partitionRows();
        this.vectorRows = sizes.vectorRows();
        this.workspace = workspace;
        this.rest = rest;
        keys = build.keys().stream().mapToInt(Integer::intValue).toArray();
        outputs = build.outputs().stream().mapToInt(Integer::intValue).toArray();
        numeric = new boolean[keys.length];
        collectors = new ChunkCollector[build.rows().steps().size()];
        for (int i = 0; i < keys.length; i++) {
            numeric[i] = build.numeric().get(i);
            collect(keys[i]);
        }
        for (int output : outputs) {
            collect(output);
        }
    }

    private void collect(int register) {
        if (collectors[register] == null) {
            collectors[register] = new ChunkCollector(register, vectorRows);
            used.add(collectors[register]);
        }
    }

    @Override
    public void enter(VectorRegisters registers, int vectorRows) {}

    @Override
    public boolean take(VectorRegisters registers) {
        int count = registers.count();
        if (rowCount + count > capacity && !grow(count)) {
            boolean full = rowCount >= partRows;
            if (full && !finish()) {
                return false;
            }
            force(count);
        }
        used.forEach(collector -> collector.add(registers));
        rowCount += count;
        return true;
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
     * The rows since the last part are one.
     *
     * @return false if all is to end
     */
    boolean finish() {
        if (rowCount == 0) {
            return true;
        }
        Chunk[] columns = new Chunk[collectors.length];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = collectors[i] == null ? null : collectors[i].finish();
        }
        JoinTable table = new JoinTable(
                of(keys, columns), numeric, of(outputs, columns), rowCount, vectorRows, workspace);
        try {
            return rest.goOn(table, rowCount);
        } finally {
            table.release();
            rowCount = 0;
        }
    }

    private static Chunk[] of(int[] registers, Chunk[] columns) {
        return Arrays.stream(registers)
                .mapToObj(register -> columns[register])
                .toArray(Chunk[]::new);
    }

    /** Gives back its memory. */
    void release() {
        workspace.take(-taken);
        taken = 0;
    }
}
