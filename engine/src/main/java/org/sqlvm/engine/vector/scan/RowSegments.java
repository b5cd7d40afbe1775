package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.mirror.MirroredRows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Rows that threads find, segment by segment: they wait until it is their turn, so that they come
 * in the order of the scanned table. Only the thread that wants them writes them to their table,
 * which may leave memory for a file.
 */
public final class RowSegments implements SharedScan.Work {
    /** A value, as a number or a reference to a text that others have, too, and whether it is. */
    private static final int VALUE_SIZE = 2 * Long.BYTES;

    private final RowOutput output;
    private final int[] values;
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
    public RowSegments(
            RowOutput output, List<Integer> values, Workspace workspace, MirroredRows table) {
        this.output = output;
        this.values = values.stream().mapToInt(Integer::intValue).toArray();
        this.workspace = workspace;
        waiting = new Segment[SharedScan.segmentCount(table)];
    }

    /** The rows of a segment. */
    final class Segment implements RowTaker {
        /** Of the rows of one vector after the other. */
        private final List<Vector[]> vectors = new ArrayList<>();

        /** How many rows those are, and all. */
        private final List<Integer> counts = new ArrayList<>();

        private long rowCount;

        @Override
        public void enter(VectorRegisters registers, int rows) {}

        @Override
        public boolean take(VectorRegisters registers) {
            int count = registers.count();
            if (count > 0) {
                Vector[] all = registers.getAll(values);
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
    public RowTaker begin() {
        return new Segment();
    }

    @Override
    public boolean end(int number, RowTaker taker, int rows) {
        Segment segment = (Segment) taker;
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
    public int give() {
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

    /** Gives back the memory of what has not been given away. */
    public void release() {
        workspace.take(-held);
        held = 0;
    }
}
