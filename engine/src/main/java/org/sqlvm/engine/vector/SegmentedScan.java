package org.sqlvm.engine.vector;

import org.sqlvm.engine.file.Workspace;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Rows of a scan into their groups, a segment of some partitions at a time: each begins from
 * nothing, and its groups join those of all rows in the order of the segments. So threads can take
 * a segment each, and what comes out depends neither on how many there are nor on who was first.
 *
 * <p>From the first segment on that has very many groups, or whose integers might not fit into a
 * sum, rows go into the groups of all rows one after the other.
 */
final class SegmentedScan implements TableScan.Taker {
    /** The groups of a segment stay in a core's own cache, and joining them costs little. */
    private static final int SEGMENT_GROUPS = 1 << 14;

    private final VectorQuery query;
    private final VectorSizes sizes;
    private final Workspace workspace;
    private final Pipeline pipeline;

    /** Of all rows. */
    private final Groups total;

    /** Of the segment at hand, whose partitions are {@link #pending}. */
    private Groups segment;

    private final List<Chunk[]> pending = new ArrayList<>();
    private final List<Integer> pendingRows = new ArrayList<>();

    /** All that follows goes into {@link #total} at once. */
    private boolean direct;

    /** In threads: held by the one whose segment joins. */
    private final ReentrantLock joining = new ReentrantLock();

    /** In threads: the segments whose groups have not joined those of all rows. */
    private Groups[] waiting;

    /** In threads: so many segments have joined. */
    private int joined;

    SegmentedScan(
            VectorQuery query,
            VectorSizes sizes,
            Workspace workspace,
            Pipeline pipeline,
            Groups total) {
        this.query = query;
        this.sizes = sizes;
        this.workspace = workspace;
        this.pipeline = pipeline;
        this.total = total;
    }

    private Groups newSegment() {
        return new Groups(query, sizes.vectorRows(), workspace, SEGMENT_GROUPS);
    }

    // ------------------------------------------------------------------ one thread

    @Override
    public boolean take(Chunk[] chunks, int rows) {
        if (direct) {
            return pipeline.scan(chunks, rows, total);
        }
        if (segment == null) {
            segment = newSegment();
        }
        pending.add(chunks.clone());
        pendingRows.add(rows);
        boolean fits = pipeline.scan(chunks, rows, segment);
        return (fits && pending.size() < SharedScan.SEGMENT_PARTITIONS) || endSegment(fits);
    }

    /**
     * The last partition has been taken.
     *
     * @return false if there is no memory for the groups
     */
    boolean finish() {
        return segment == null || endSegment(true);
    }

    private boolean endSegment(boolean fits) {
        direct = !fits || !total.add(segment);
        release();
        boolean done = true;
        for (int i = 0; direct && done && i < pending.size(); i++) {
            done = pipeline.scan(pending.get(i), pendingRows.get(i), total);
        }
        pending.clear();
        pendingRows.clear();
        return done;
    }

    /** Gives back the memory of segments. */
    void release() {
        if (segment != null) {
            segment.release();
            segment = null;
        }
        for (int i = 0; waiting != null && i < waiting.length; i++) {
            if (waiting[i] != null) {
                waiting[i].release();
            }
        }
        waiting = null;
    }

    // ------------------------------------------------------------------ threads

    /** Whether threads can share the work. */
    boolean isShared(MirroredRows table) {
        return SharedScan.isWorthThreads(table, sizes);
    }

    /**
     * Takes all partitions of a table.
     *
     * @param pipelines makes the pipeline of a helper, which calls what it is given
     * @return false if there is no memory for the groups
     */
    boolean takeAll(MirroredRows table, Function<Runnable, Pipeline> pipelines) {
        int segmentCount = SharedScan.segmentCount(table);
        waiting = new Groups[segmentCount];
        AtomicInteger next = new AtomicInteger();
        AtomicInteger end = new AtomicInteger(segmentCount);
        Workers workers = new Workers();
        List<Runnable> others = new ArrayList<>();
        for (int i = 1; i < Math.min(sizes.threadCount(), segmentCount); i++) {
            Pipeline own = pipelines.apply(workers::poll);
            others.add(() -> takeSegments(table, own, next, end));
        }
        workers.run(() -> takeSegments(table, pipeline, next, end), others);
        for (int partition = joined * SharedScan.SEGMENT_PARTITIONS;
                partition < table.partitionCount();
                partition++) {
            if (!pipeline.scan(table, partition, total)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Takes one segment after the other.
     *
     * @param next the segment that nobody has taken
     * @param end from this one on, rows go into the groups of all rows
     */
    private void takeSegments(
            MirroredRows table, Pipeline own, AtomicInteger next, AtomicInteger end) {
        int number = next.getAndIncrement();
        while (number < end.get()) {
            Groups groups = newSegment();
            boolean taken = false;
            try {
                taken = takeSegment(table, own, number, groups);
            } finally {
                if (!taken) {
                    groups.release();
                }
            }
            if (taken) {
                join(number, groups, end);
            } else {
                end.accumulateAndGet(number, Math::min);
            }
            number = next.getAndIncrement();
        }
    }

    private static boolean takeSegment(
            MirroredRows table, Pipeline own, int number, Groups groups) {
        int first = number * SharedScan.SEGMENT_PARTITIONS;
        int last = Math.min(first + SharedScan.SEGMENT_PARTITIONS, table.partitionCount());
        for (int partition = first; partition < last; partition++) {
            if (!own.scan(table, partition, groups)) {
                return false;
            }
        }
        return true;
    }

    /** Has the groups of segments join the others as soon as it is their turn. */
    private void join(int number, Groups groups, AtomicInteger end) {
        joining.lock();
        try {
            waiting[number] = groups;
            while (joined < end.get() && waiting[joined] != null) {
                if (!total.add(waiting[joined])) {
                    end.accumulateAndGet(joined, Math::min);
                    return;
                }
                waiting[joined].release();
                waiting[joined] = null;
                joined++;
            }
        } finally {
            joining.unlock();
        }
    }
}
