package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.query.VectorScan;

import java.util.ArrayList;
import java.util.List;

/**
 * What the runs of one {@link VectorScan} in a statement's run have done, by input. Each pipeline,
 * so each thread, counts for itself; they are added up when somebody asks, after the run.
 */
public final class VectorCounts {
    private final VectorScan scan;

    /** By input. */
    private final List<List<PipelineCounts>> pipelines = new ArrayList<>();

    /** By input, while the keys that its rows look for are searched. */
    private final List<List<PipelineCounts>> searches = new ArrayList<>();

    private final long[] decodeTime;
    private final long[] tableTime;
    private final long[] tableRows;
    private final long[] runs;
    private final long[] results;
    private final long[] time;

    /**
     * A stage of a pipeline.
     *
     * @param in rows that have come to it
     * @param out rows that it has handed on
     * @param time in nanoseconds, that of all threads together
     */
    public record Stage(long in, long out, long time) {}

    /** Of a scan that has not run yet. */
    public VectorCounts(VectorScan scan) {
        this.scan = scan;
        int count = scan.inputs().size();
        for (int i = 0; i < count; i++) {
            pipelines.add(new ArrayList<>());
            searches.add(new ArrayList<>());
        }
        decodeTime = new long[count];
        tableTime = new long[count];
        tableRows = new long[count];
        runs = new long[count];
        results = new long[count];
        time = new long[count];
    }

    /** What is scanned. */
    public VectorScan scan() {
        return scan;
    }

    /** Those of a new pipeline for an input; they are of one thread. */
    public PipelineCounts pipeline(int input) {
        return added(pipelines, input);
    }

    /** As {@link #pipeline}, while the keys that the input's rows look for are searched. */
    public PipelineCounts keySearch(int input) {
        return added(searches, input);
    }

    private PipelineCounts added(List<List<PipelineCounts>> all, int input) {
        PipelineCounts counts = empty(input);
        all.get(input).add(counts);
        return counts;
    }

    private PipelineCounts empty(int input) {
        return new PipelineCounts(
                scan.inputs().get(input).columns(), scan.rows(input).probes().size());
    }

    /** Partitions of an input have been decoded, or other threads have been waited for. */
    void addDecoded(int input, int partitions, long nanos) {
        for (int i = 0; i < partitions; i++) {
            pipelines.get(input).getFirst().scan.decode();
        }
        decodeTime[input] += nanos;
    }

    /** Rows of an input have become a table. */
    public void addTable(int input, int rows, long nanos) {
        tableRows[input] += rows;
        tableTime[input] += nanos;
    }

    /** A root has been scanned; there are so many groups, or rows, by now. */
    public void addRun(int root, long rows, long nanos) {
        runs[root]++;
        results[root] += rows;
        time[root] += nanos;
    }

    private PipelineCounts total(int input) {
        return total(pipelines, input);
    }

    private PipelineCounts total(List<List<PipelineCounts>> all, int input) {
        PipelineCounts total = empty(input);
        all.get(input).forEach(total::add);
        return total;
    }

    /** What has been read of an input. */
    public ScanCounts read(int input) {
        return total(input).scan;
    }

    /** The conditions on an input alone. */
    public Stage filter(int input) {
        return total(input).stage(PipelineCounts.FILTER);
    }

    /**
     * A probe.
     *
     * @param number in the input's pipeline, from 0
     */
    public Stage probe(int input, int number) {
        return total(input).stage(PipelineCounts.probe(number + 1));
    }

    /** Those who take the rows of an input: of a root the groups, else what is looked up. */
    public Stage taker(int input) {
        return total(input).stage(PipelineCounts.TAKER);
    }

    /** What the search for the keys that rows look for has read; no partitions without one. */
    public ScanCounts searched(int input) {
        return total(searches, input).scan;
    }

    /** Rows and time of that search. */
    public Stage search(int input) {
        PipelineCounts total = total(searches, input);
        long time = total.stage(PipelineCounts.FILTER).time()
                + total.stage(PipelineCounts.TAKER).time();
        for (int i = 0; i < scan.rows(input).probes().size(); i++) {
            time += total.stage(PipelineCounts.probe(i + 1)).time();
        }
        return new Stage(
                total.stage(PipelineCounts.FILTER).in(),
                total.stage(PipelineCounts.TAKER).in(),
                time);
    }

    /** In nanoseconds, those in which the scan's thread has waited for columns or decoded them. */
    public long decodeTime(int input) {
        return decodeTime[input];
    }

    /** In nanoseconds: making the table that is looked up of the rows of an input. */
    public long tableTime(int input) {
        return tableTime[input];
    }

    /** The rows of those tables. */
    public long tableRows(int input) {
        return tableRows[input];
    }

    /**
     * Groups; or the rows that are handed on, where nothing is grouped. Of a UNION ALL those of the
     * SELECTs before, too.
     */
    public long results(int root) {
        return results[root];
    }

    /** How often a root has been scanned to its end. */
    public long runs(int root) {
        return runs[root];
    }

    /** How long that took, with all that it looks up, in nanoseconds. */
    public long time(int root) {
        return time[root];
    }
}
