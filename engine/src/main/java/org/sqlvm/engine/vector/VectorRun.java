package org.sqlvm.engine.vector;

import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.HashTable;

import java.util.Arrays;
import java.util.List;

/**
 * One run of a {@link VectorScan}: partition by partition the table's columns, from the mirror or
 * decoded now, and vector by vector the rows that pass into their groups.
 */
public final class VectorRun {
    private final VectorScan scan;
    private final TableCursor cursor;
    private final Mirror mirror;
    private final VectorSizes sizes;
    private final Workspace workspace;
    private final Runnable poll;

    private final VectorRegisters registers;
    private final Filter filter;
    private final long[] selected;
    private final int[] lanes;

    /**
     * A run.
     *
     * @param cursor on the table
     * @param constants the values of the instruction's operands
     * @param context what functions are called in
     * @param poll called with every vector; it throws if the run is to end
     */
    public VectorRun(
            VectorScan scan,
            TableCursor cursor,
            Mirror mirror,
            Object[] constants,
            VectorSizes sizes,
            Workspace workspace,
            CallContext context,
            Runnable poll) {
        this.scan = scan;
        this.cursor = cursor;
        this.mirror = mirror;
        this.sizes = sizes;
        this.workspace = workspace;
        this.poll = poll;
        int vectorRows = sizes.vectorRows();
        registers = new VectorRegisters(scan.query(), constants, vectorRows);
        filter = new Filter(registers, context, vectorRows);
        selected = new long[Bits.words(vectorRows)];
        lanes = new int[vectorRows];
    }

    /**
     * Computes the groups.
     *
     * @param target an empty table, whose rows they become: keys, then the aggregates' values. Of
     *     an aggregate that is an error, and where memory was short, there are accumulators instead
     */
    public void run(HashTable target) {
        Groups groups = new Groups(scan.query(), sizes.vectorRows(), workspace);
        try {
            if (scan(groups)) {
                groups.finish(target);
                return;
            }
        } finally {
            groups.release();
        }
        boolean done = scan(new RowGroups(scan.query(), target));
        assert done;
    }

    /** All rows; false if the taker has no memory for more. */
    private boolean scan(RowTaker taker) {
        List<StoredColumn> columns = scan.columns();
        MirroredTable held = mirror.table(cursor.btree(), cursor.root(), scan.table());
        Chunk[][] known = new Chunk[columns.size()][];
        boolean[] wanted = new boolean[columns.size()];
        boolean complete = held.isComplete();
        for (int i = 0; i < known.length; i++) {
            known[i] = held.chunks(columns.get(i));
            wanted[i] = known[i] == null;
            complete &= !wanted[i];
        }
        return complete ? scanMirror(taker, held, known) : read(taker, held, known, wanted);
    }

    private boolean scanMirror(RowTaker taker, MirroredTable held, Chunk[][] known) {
        Chunk[] chunks = new Chunk[known.length];
        for (int partition = 0; partition < held.partitionCount(); partition++) {
            int at = partition;
            Arrays.setAll(chunks, i -> known[i][at]);
            if (!scan(taker, chunks, held.rows(partition))) {
                return false;
            }
        }
        return true;
    }

    /** Decodes what the mirror does not have, and leaves it there. */
    private boolean read(RowTaker taker, MirroredTable held, Chunk[][] known, boolean[] wanted) {
        List<StoredColumn> columns = scan.columns();
        int partitionRows = sizes.partitionRows();
        int readCount = 0;
        for (boolean each : wanted) {
            readCount += each ? 1 : 0;
        }
        long buffers = (long) partitionRows * readCount * ChunkBuilder.rowSize();
        workspace.take(buffers);
        try {
            PartitionReader reader = new PartitionReader(cursor, columns, wanted, partitionRows);
            MirrorFill fill = new MirrorFill(mirror, held, columns, wanted);
            Chunk[] chunks = new Chunk[known.length];
            int rows = partitionRows;
            for (int partition = 0; rows == partitionRows; partition++) {
                rows = reader.read(chunks, poll);
                for (int i = 0; i < known.length; i++) {
                    if (known[i] != null && rows > 0) {
                        chunks[i] = known[i][partition];
                    }
                }
                if (rows > 0) {
                    fill.add(chunks, rows);
                    if (!scan(taker, chunks, rows)) {
                        return false;
                    }
                }
            }
            fill.finish();
            return true;
        } finally {
            workspace.take(-buffers);
        }
    }

    /** The rows of one partition. */
    private boolean scan(RowTaker taker, Chunk[] chunks, int rows) {
        registers.move(chunks, 0, 0);
        BoundCondition condition = filter.prepareAll(scan.query().filters());
        if (condition instanceof BoundCondition.Never) {
            poll.run();
            return true;
        }
        taker.enter(registers, sizes.vectorRows());
        for (int from = 0; from < rows; from += sizes.vectorRows()) {
            poll.run();
            int count = Math.min(rows - from, sizes.vectorRows());
            registers.move(chunks, from, count);
            if (!(condition instanceof BoundCondition.Always)) {
                Bits.fill(selected, count);
                filter.keep(condition, selected);
                int kept = Bits.count(selected, selected.length);
                if (kept == 0) {
                    continue;
                }
                if (kept < count) {
                    Bits.toLanes(selected, selected.length, lanes);
                    registers.select(lanes, kept);
                }
            }
            if (!taker.take(registers)) {
                return false;
            }
        }
        return true;
    }
}
