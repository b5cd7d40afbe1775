package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.List;

/**
 * What one {@link Pipeline} does in a run that counts: rows and time of each of its stages. The
 * clock is read when a stage begins and ends with the rows of a vector, so that nothing is done for
 * a single row.
 */
public final class PipelineCounts {
    /** Stages: the table's own conditions, the taker of the rows, and the probes by source. */
    static final int FILTER = 0;

    static final int TAKER = 1;
    private static final int FIRST_PROBE = 2;

    final ScanCounts scan;

    /** By stage: rows that have come to it, rows that it has handed on, nanoseconds. */
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

    /** The stage of the probe that is source {@code source}. */
    static int probe(int source) {
        return FIRST_PROBE + source - 1;
    }

    /** Rows of a partition come to the first stage. */
    void begin(Chunk[] chunks, int rows) {
        scan.enter(chunks, rows);
        partitionRows = rows;
        in[FILTER] += rows;
        stage = FILTER;
        since = System.nanoTime();
    }

    /** No row of the partition can pass. */
    void skip() {
        in[FILTER] -= partitionRows;
        scan.skip(partitionRows);
    }

    /** The partition has ended. */
    void end() {
        enter(FILTER);
    }

    /**
     * Rows go on to another stage.
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

    /** Back to a stage, with what follows it done. */
    void enter(int next) {
        long now = System.nanoTime();
        time[stage] += now - since;
        stage = next;
        since = now;
    }

    /** Something else has been done meanwhile, which does not count here. */
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
