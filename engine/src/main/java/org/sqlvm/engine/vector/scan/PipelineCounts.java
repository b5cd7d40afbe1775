package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.List;

/**
 * Counts rows and time of each stage of one {@link Pipeline}. The clock is read when a stage begins
 * and ends a vector, never for a single row.
 */
public final class PipelineCounts {
    /** Numbers of stages: the table's own conditions, the sink, and the probes by source. */
    static final int FILTER = 0;

    static final int SINK = 1;
    private static final int FIRST_PROBE = 2;

    final ScanCounts scan;

    /** By stage: rows in, rows out, nanoseconds. */
    private final long[] in;

    private final long[] out;
    private final long[] time;
    private int stage;
    private long since;
    private int partitionRows;

    PipelineCounts(List<StoredColumn> columns, int probeCount) {
        scan = new ScanCounts(columns);
        in = new long[FIRST_PROBE + probeCount];
        out = new long[in.length];
        time = new long[in.length];
    }

    /** The stage of the probe whose build side is source {@code source}. */
    static int probe(int source) {
        return FIRST_PROBE + source - 1;
    }

    /** Begins a partition. */
    void begin(Chunk[] chunks, int rows) {
        scan.enter(chunks, rows);
        partitionRows = rows;
        in[FILTER] += rows;
        stage = FILTER;
        since = System.nanoTime();
    }

    /** Notes that the partition is skipped, since no row can pass. */
    void skip() {
        in[FILTER] -= partitionRows;
        scan.skip(partitionRows);
    }

    /** Ends the partition. */
    void end() {
        assert stage == FILTER : stage;
        enter(FILTER);
    }

    /**
     * Passes rows to another stage.
     *
     * @return the stage that they come from, for {@link #enter(int)}
     */
    int enter(int next, int rows) {
        int before = stage;
        out[before] += rows;
        in[next] += rows;
        enter(next);
        return before;
    }

    /** Returns to a stage after the stages that follow it. */
    void enter(int next) {
        long now = System.nanoTime();
        time[stage] += now - since;
        stage = next;
        since = now;
    }

    /** Leaves out a time in which something else was done. */
    void leaveOut(long nanos) {
        since += nanos;
    }

    void add(PipelineCounts other) {
        scan.add(other.scan);
        for (int i = 0; i < in.length; i++) {
            in[i] += other.in[i];
            out[i] += other.out[i];
            time[i] += other.time[i];
        }
    }

    VectorCounts.Stage stage(int number) {
        return new VectorCounts.Stage(in[number], out[number], time[number]);
    }
}
