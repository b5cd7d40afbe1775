package org.sqlvm.engine.vector;

import org.sqlvm.engine.file.Workspace;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Rows that threads find, segment by segment: they wait until it is their turn, so that they come
 * in the order of the scanned table. Only the thread that wants them writes them to their table,
 * which may leave memory for a file.
 */
final class RowSegments implements SharedScan.Work {
    private final RowOutput output;
    private final List<Integer> values;
    private final int vectorRows;
    private final Workspace workspace;
    private final Thread owner = Thread.currentThread();
    private final ReentrantLock lock = new ReentrantLock();

    /** By number; null for those that nobody has done, and for those that have been given away. */
    private final Segment[] waiting;

    /** So many segments have been given away. */
    private int given;

    /** Bytes counted in the workspace. */
    private long held;

    /** @param values registers */
    RowSegments(
            RowOutput output,
            List<Integer> values,
            int vectorRows,
            Workspace workspace,
            MirroredRows table) {
        this.output = output;
        this.values = values;
        this.vectorRows = vectorRows;
        this.workspace = workspace;
        waiting = new Segment[SharedScan.segmentCount(table)];
    }

    /** The rows of a segment. */
    final class Segment implements RowTaker {
        private final CollectedRows rows = new CollectedRows(values, vectorRows);

        @Override
        public void enter(VectorRegisters registers, int rows) {}

        @Override
        public boolean take(VectorRegisters registers) {
            rows.add(registers);
            return true;
        }

        private long bytes() {
            return (long) rows.count() * values.size() * ChunkCollector.ROW_SIZE;
        }
    }

    @Override
    public RowTaker begin() {
        return new Segment();
    }

    @Override
    public boolean end(int number, RowTaker taker, int rows) {
        Segment segment = (Segment) taker;
        segment.rows.finish();
        lock.lock();
        try {
            if (!workspace.mayGrow(held, segment.bytes())) {
                return false;
            }
            hold(segment.bytes());
            waiting[number] = segment;
        } finally {
            lock.unlock();
        }
        if (Thread.currentThread() == owner) {
            give();
        }
        return true;
    }

    private void hold(long bytes) {
        workspace.take(bytes);
        held += bytes;
    }

    /**
     * Gives rows away as far as it is their turn.
     *
     * @return how many segments have been given away by now
     */
    int give() {
        for (Segment segment = next(); segment != null; segment = next()) {
            give(segment);
        }
        return given;
    }

    private Segment next() {
        lock.lock();
        try {
            Segment segment = given < waiting.length ? waiting[given] : null;
            if (segment != null) {
                waiting[given] = null;
                given++;
                hold(-segment.bytes());
            }
            return segment;
        } finally {
            lock.unlock();
        }
    }

    private void give(Segment segment) {
        Vector[] vectors = new Vector[values.size()];
        for (int i = 0; i < vectors.length; i++) {
            vectors[i] = new Vector(vectorRows);
        }
        for (int from = 0; from < segment.rows.count(); from += vectorRows) {
            int count = Math.min(vectorRows, segment.rows.count() - from);
            for (int i = 0; i < vectors.length; i++) {
                segment.rows.chunk(i).load(from, null, count, vectors[i]);
            }
            output.add(vectors, count);
        }
    }

    /** Gives back the memory of what has not been given away. */
    void release() {
        workspace.take(-held);
        held = 0;
    }
}
