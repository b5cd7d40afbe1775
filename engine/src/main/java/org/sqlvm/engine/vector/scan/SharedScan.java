package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.row.Workers;
import org.sqlvm.engine.vector.cache.CachedRows;
import org.sqlvm.engine.vector.column.VectorSizes;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A scan of the column cache by several threads: each takes one segment after the other. Segments
 * are the same with any number of threads.
 */
public final class SharedScan {
    /** A segment has a quarter of a million rows, so that no thread waits long for the last one. */
    static final int SEGMENT_PARTITIONS = 4;

    /** The first segments have one partition each, so that threads share a small table, too. */
    private static final int SINGLE_SEGMENTS = 4;

    /** What is done with the rows. Threads call its methods at the same time. */
    interface Work {
        /** Creates the sink of a segment. */
        VectorSink begin();

        /** Begins a partition of the segment. */
        default void beginPartition(VectorSink sink, int partition) {}

        /**
         * Ends a segment.
         *
         * @param rows the number of rows that were read
         * @return false if no other segments are needed
         */
        boolean end(int segment, VectorSink sink, int rows);
    }

    private final CachedRows table;
    private final Work work;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger end;

    private SharedScan(CachedRows table, Work work) {
        this.table = table;
        this.work = work;
        end = new AtomicInteger(segmentCount(table));
    }

    /** Whether there is enough work for threads to share. */
    public static boolean isWorthThreads(CachedRows table, VectorSizes sizes) {
        return sizes.threadCount() > 1 && table.partitionCount() > 1;
    }

    /** Returns the number of partitions in a segment; the last one may have fewer. */
    static int partitions(int segment) {
        return segment < SINGLE_SEGMENTS ? 1 : SEGMENT_PARTITIONS;
    }

    /** Returns the number of a segment's first partition. */
    public static int firstPartition(int segment) {
        int singles = Math.min(segment, SINGLE_SEGMENTS);
        return singles + (segment - singles) * SEGMENT_PARTITIONS;
    }

    static int segmentCount(CachedRows table) {
        int singles = Math.min(table.partitionCount(), SINGLE_SEGMENTS);
        return singles + Math.ceilDiv(table.partitionCount() - singles, SEGMENT_PARTITIONS);
    }

    /**
     * Scans a table.
     *
     * @param own the pipeline of the calling thread
     * @param pipelines makes the pipeline of another thread, given its poll
     * @return false if the scan has ended early
     */
    public static boolean run(
            CachedRows table,
            int threadCount,
            Pipeline own,
            Function<Runnable, Pipeline> pipelines,
            Work work) {
        SharedScan scan = new SharedScan(table, work);
        int segmentCount = segmentCount(table);
        Workers workers = new Workers();
        List<Runnable> others = new ArrayList<>();
        for (int i = 1; i < Math.min(threadCount, segmentCount); i++) {
            Pipeline pipeline = pipelines.apply(workers::poll);
            others.add(() -> scan.takeSegments(pipeline));
        }
        workers.run(() -> scan.takeSegments(own), others);
        return scan.end.get() == segmentCount;
    }

    private void takeSegments(Pipeline pipeline) {
        int number = next.getAndIncrement();
        while (number < end.get()) {
            if (!takeSegment(pipeline, number)) {
                end.set(0);
            }
            number = next.getAndIncrement();
        }
    }

    private boolean takeSegment(Pipeline pipeline, int number) {
        VectorSink sink = work.begin();
        int first = firstPartition(number);
        int last = Math.min(firstPartition(number + 1), table.partitionCount());
        int rows = 0;
        for (int partition = first; partition < last; partition++) {
            rows += table.rows(partition);
            work.beginPartition(sink, partition);
            if (!pipeline.scan(table, partition, sink)) {
                return false;
            }
        }
        return work.end(number, sink, rows);
    }
}
