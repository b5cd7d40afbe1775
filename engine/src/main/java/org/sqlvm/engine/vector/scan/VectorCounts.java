package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.query.VectorScan;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Counts what the runs of one {@link VectorScan} do, by input. Each pipeline, and so each thread,
 * has counts of its own; they are added up when they are read, which another thread may do during
 * the run: it gets numbers of about the same moment.
 */
public final class VectorCounts {
    private final VectorScan scan;

    /** By input: the counts of its pipelines. */
    private final List<List<PipelineCounts>> pipelines = new ArrayList<>();

    /** By input: the counts of searches for keys. */
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
     * @param in rows in
     * @param out rows out
     * @param time nanoseconds, those of all threads added up
     */
    public record Stage(long in, long out, long time) {}

    /** Creates counts of zero. */
    public VectorCounts(VectorScan scan) {
        this.scan = scan;
        int count = scan.inputs().size();
        for (int i = 0; i < count; i++) {
            pipelines.add(new CopyOnWriteArrayList<>());
            searches.add(new CopyOnWriteArrayList<>());
        }
        decodeTime = new long[count];
        tableTime = new long[count];
        tableRows = new long[count];
        runs = new long[count];
        results = new long[count];
        time = new long[count];
    }

    /** The scan that is counted. */
    public VectorScan scan() {
        return scan;
    }

    /** Counts of a new pipeline for an input, used by one thread. */
    public PipelineCounts pipeline(int input) {
        return added(pipelines, input);
    }

    /** Counts of a new pipeline that searches for keys. */
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

    /** Adds partitions of an input that were decoded, and the time that took or was waited for. */
    void addDecoded(int input, int partitions, long nanos) {
        for (int i = 0; i < partitions; i++) {
            pipelines.get(input).getFirst().scan.decode();
        }
        decodeTime[input] += nanos;
    }

    /** Adds a join table that was made of an input. */
    public void addTable(int input, int rows, long nanos) {
        tableRows[input] += rows;
        tableTime[input] += nanos;
    }

    /** Adds a run of a root, after which there are {@code rows} groups or rows. */
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

    /** What was read of an input. */
    public ScanCounts read(int input) {
        return total(input).scan;
    }

    /** The stage of the input's own conditions. */
    public Stage filter(int input) {
        return total(input).stage(PipelineCounts.FILTER);
    }

    /**
     * The stage of a probe.
     *
     * @param number its number in the input's pipeline, from 0
     */
    public Stage probe(int input, int number) {
        return total(input).stage(PipelineCounts.probe(number + 1));
    }

    /** The sink of an input: of a root the groups or rows, else the join table. */
    public Stage sink(int input) {
        return total(input).stage(PipelineCounts.SINK);
    }

    /** What the search for keys has read; it has no partitions if there was none. */
    public ScanCounts searched(int input) {
        return total(searches, input).scan;
    }

    /** Rows and time of the search for keys. */
    public Stage search(int input) {
        PipelineCounts total = total(searches, input);
        long time = total.stage(PipelineCounts.FILTER).time()
                + total.stage(PipelineCounts.SINK).time();
        for (int i = 0; i < scan.rows(input).probes().size(); i++) {
            time += total.stage(PipelineCounts.probe(i + 1)).time();
        }
        return new Stage(
                total.stage(PipelineCounts.FILTER).in(),
                total.stage(PipelineCounts.SINK).in(),
                time);
    }

    /** Nanoseconds in which the scan's thread has decoded columns or waited for them. */
    public long decodeTime(int input) {
        return decodeTime[input];
    }

    /** Nanoseconds that it took to make join tables of an input. */
    public long tableTime(int input) {
        return tableTime[input];
    }

    /** The rows of those tables. */
    public long tableRows(int input) {
        return tableRows[input];
    }

    /** The number of groups or rows. For UNION ALL it includes those of the SELECTs before. */
    public long results(int root) {
        return results[root];
    }

    /** The number of times a root has been scanned to its end. */
    public long runs(int root) {
        return runs[root];
    }

    /** Nanoseconds that those scans took, with all that they probe. */
    public long time(int root) {
        return time[root];
    }
}
