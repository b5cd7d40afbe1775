package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.row.Workers;
import org.sqlvm.engine.vector.column.VectorSizes;
import org.sqlvm.engine.vector.mirror.MirroredRows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A scan of what the mirror holds, by all threads: each takes one segment of some partitions after
 * the other, which is the same segment with any number of threads.
 */
public final class SharedScan {
    /** A quarter of a million rows: a thread is not held up for the last of them. */
    public static final int SEGMENT_PARTITIONS = 4;

    /** What is done with the rows; its methods are called by all threads at the same time. */
    interface Work {
        /** Who takes the rows of a segment. */
        RowTaker begin();

        /** A partition of the segment begins. */
        default void beginPartition(RowTaker taker, int partition) {}

        /**
         * A segment has come to its end.
         *
         * @param rows that have been read
         * @return false if no others are wanted
         */
        boolean end(int segment, RowTaker taker, int rows);
    }

    private final MirroredRows table;
    private final Work work;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger end;

    private SharedScan(MirroredRows table, Work work) {
        this.table = table;
        this.work = work;
        end = new AtomicInteger(segmentCount(table));
    }

    /** Whether threads have something to share. */
    public static boolean isWorthThreads(MirroredRows table, VectorSizes sizes) {
        return sizes.threadCount() > 1 && table.partitionCount() > SEGMENT_PARTITIONS;
    }

    static int segmentCount(MirroredRows table) {
        return Math.ceilDiv(table.partitionCount(), SEGMENT_PARTITIONS);
    }

    /**
     * Takes all rows of a table.
     *
     * @param own the pipeline of the caller's thread
     * @param pipelines makes another thread's, which calls what it is given
     * @return false if it has ended early, since somebody wanted no more
     */
    public static boolean run(
            MirroredRows table,
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
        RowTaker taker = work.begin();
        int first = number * SEGMENT_PARTITIONS;
        int last = Math.min(first + SEGMENT_PARTITIONS, table.partitionCount());
        int rows = 0;
        for (int partition = first; partition < last; partition++) {
            rows += table.rows(partition);
            work.beginPartition(taker, partition);
            if (!pipeline.scan(table, partition, taker)) {
                return false;
            }
        }
        return work.end(number, taker, rows);
    }
}
