package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.cache.CachedRows;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.expression.VectorRegisters;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The rows that threads find, segment by segment. Segments wait for those before them, so that rows
 * come out in the order of the scanned table. Only the thread that owns the output writes to it,
 * since it can spill to a file.
 */
public final class RowSegments implements SharedScan.Work {
    /** Bytes of a value: a number or a reference to a shared text, and its kind. */
    private static final int VALUE_SIZE = 2 * Long.BYTES;

    private final RowOutput output;
    private final int query;
    private final int[] values;
    private final Workspace workspace;
    private final Thread owner = Thread.currentThread();
    private final ReentrantLock lock = new ReentrantLock();

    /** By number; null for segments that are not finished and for those that have been written. */
    private final Segment[] waiting;

    private final TopRows.Bound bound = new TopRows.Bound();

    /** The number of segments that have been written. */
    private int given;

    /** Bytes that were taken from the workspace. */
    private long held;

    /**
     * Creates the segments of a table.
     *
     * @param query the number of the query
     * @param values registers
     */
    public RowSegments(
            RowOutput output,
            int query,
            List<Integer> values,
            Workspace workspace,
            CachedRows table) {
        this.output = output;
        this.query = query;
        this.values = values.stream().mapToInt(Integer::intValue).toArray();
        this.workspace = workspace;
        waiting = new Segment[SharedScan.segmentCount(table)];
    }

    /** Collects the rows of one segment. */
    final class Segment implements VectorSink {
        /** The values, vector by vector. */
        private final List<Vector[]> vectors = new ArrayList<>();

        /** The number of rows in each vector. */
        private final List<Integer> counts = new ArrayList<>();

        /** Leaves out rows; null if all are wanted. */
        private final TopRows top = output.newTop(query, bound);

        private long rowCount;

        @Override
        public void enter(VectorRegisters registers, int rows) {}

        @Override
        public boolean consume(VectorRegisters registers) {
            Vector[] all = top == null ? registers.getAll(values) : top.narrow(registers, values);
            int count = registers.count();
            if (count > 0) {
                Arrays.setAll(all, i -> all[i].first(count));
                vectors.add(all);
                counts.add(count);
                rowCount += count;
            }
            return true;
        }

        private long bytes() {
            return rowCount * values.length * VALUE_SIZE;
        }

        private void give() {
            for (int i = 0; i < counts.size(); i++) {
                output.add(vectors.get(i), counts.get(i));
            }
        }
    }

    @Override
    public VectorSink begin() {
        return new Segment();
    }

    @Override
    public boolean end(int number, VectorSink sink, int rows) {
        Segment segment = (Segment) sink;
        lock.lock();
        try {
            if (!workspace.mayGrow(held, segment.bytes())) {
                return false;
            }
            assert number >= given && waiting[number] == null : number;
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
        assert held >= 0 : held;
    }

    /**
     * Writes the segments that follow those written so far.
     *
     * @return how many segments have been written
     */
    public int give() {
        assert Thread.currentThread() == owner : owner;
        for (Segment segment = next(); segment != null; segment = next()) {
            segment.give();
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

    /** Releases the memory of segments that have not been written. */
    public void release() {
        workspace.take(-held);
        held = 0;
    }
}
