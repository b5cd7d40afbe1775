package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.Workers;
import org.sqlvm.engine.vector.cache.CachedRows;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.VectorSizes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Groups the rows of a scan a segment at a time: each segment of some partitions is grouped by
 * itself, and its groups are merged into the total in the order of the segments. Threads can take
 * one segment each, and the result depends neither on their number nor on their speed.
 *
 * <p>From the first segment that has many groups, or an integer sum that may overflow, all rows go
 * into the total one after the other.
 */
public final class SegmentedScan implements InputScan.PartitionSink {
    /**
     * A segment may have one group for this many of its rows: merging a group costs about as much
     * as finding the groups of two rows.
     */
    private static final int ROWS_PER_GROUP = 2;

    /**
     * A thread waits for the merge if its segment is this far ahead of the next one to be merged.
     */
    private static final int WAITING_MAX = 4;

    private final VectorSizes sizes;
    private final Workspace workspace;
    private final Pipeline pipeline;

    /** The groups of all rows. */
    private final Groups total;

    private final boolean joins;

    /** The groups of the current segment, whose partitions are {@link #pending}. */
    private Groups segment;

    private final List<Chunk[]> pending = new ArrayList<>();
    private final List<Integer> pendingRows = new ArrayList<>();

    /** The rows of the current segment. */
    private long segmentRows;

    /** With threads: the first partition of each segment, and the number of partitions. */
    private int[] firsts;

    /** Whether rows go into {@link #total} directly from now on. */
    private boolean direct;

    /** The number of groups in the segment that was merged last. */
    private volatile int lastCount;

    /** The number of segments that have ended. */
    private int ended;

    /** With threads: held while segments are merged. */
    private final ReentrantLock joining = new ReentrantLock();

    /** With threads: the groups of segments that have not been merged. */
    private AtomicReferenceArray<Groups> waiting;

    /** With threads: the number of merged segments; changes while {@link #joining} is held. */
    private volatile int joined;

    /**
     * Creates a scan.
     *
     * @param joins whether a segment has as many partitions as have the rows of whole ones
     */
    public SegmentedScan(
            VectorSizes sizes,
            Workspace workspace,
            Pipeline pipeline,
            Groups total,
            boolean joins) {
        this.joins = joins;
        this.sizes = sizes;
        this.workspace = workspace;
        this.pipeline = pipeline;
        this.total = total;
    }

    private Groups newSegment() {
        long rows = (long) SharedScan.SEGMENT_PARTITIONS * sizes.partitionRows();
        int most = (int) Math.min(Integer.MAX_VALUE, rows / ROWS_PER_GROUP);
        Groups groups = total.another(workspace, most);
        groups.expect(lastCount);
        return groups;
    }

    // ------------------------------------------------------------------ one thread

    @Override
    public boolean consume(Chunk[] chunks, int rows) {
        if (direct) {
            return pipeline.scan(chunks, rows, total);
        }
        if (segment == null) {
            segment = newSegment();
        }
        assert pending.size() == pendingRows.size() : pending.size();
        pending.add(chunks.clone());
        pendingRows.add(rows);
        segmentRows += rows;
        boolean fits = pipeline.scan(chunks, rows, segment);
        return (fits && !isWhole(ended, pending.size(), segmentRows)) || endSegment(fits);
    }

    /** Whether a segment ends with these partitions. */
    private boolean isWhole(int number, int partitions, long rows) {
        int wanted = SharedScan.partitions(number);
        return joins ? rows >= (long) wanted * sizes.partitionRows() : partitions == wanted;
    }

    /** Returns the first partition of each segment, and the number of partitions. */
    private int[] segments(CachedRows table) {
        int[] firsts = new int[table.partitionCount() + 1];
        int count = 0;
        long rows = 0;
        for (int partition = 0; partition < table.partitionCount(); partition++) {
            rows += table.rows(partition);
            if (isWhole(count, partition + 1 - firsts[count], rows)) {
                firsts[++count] = partition + 1;
                rows = 0;
            }
        }
        if (firsts[count] < table.partitionCount()) {
            firsts[++count] = table.partitionCount();
        }
        return Arrays.copyOf(firsts, count + 1);
    }

    /**
     * Ends the scan.
     *
     * @return false if there is no memory for the groups
     */
    public boolean finish() {
        return segment == null || endSegment(true);
    }

    private boolean endSegment(boolean fits) {
        direct = !fits || !total.add(segment);
        lastCount = segment.count();
        release();
        boolean done = true;
        for (int i = 0; direct && done && i < pending.size(); i++) {
            done = pipeline.scan(pending.get(i), pendingRows.get(i), total);
        }
        pending.clear();
        pendingRows.clear();
        segmentRows = 0;
        ended++;
        return done;
    }

    /** Releases the memory of the segments. */
    public void release() {
        if (segment != null) {
            segment.release();
            segment = null;
        }
        for (int i = 0; waiting != null && i < waiting.length(); i++) {
            Groups left = waiting.get(i);
            if (left != null) {
                left.release();
            }
        }
        waiting = null;
    }

    // ------------------------------------------------------------------ threads

    /** Whether threads can share the work. */
    public boolean isShared(CachedRows table) {
        return SharedScan.isWorthThreads(table, sizes);
    }

    /**
     * Groups all rows of a table.
     *
     * @param pipelines makes the pipeline of a helper thread, given its poll
     * @return false if there is no memory for the groups
     */
    public boolean takeAll(CachedRows table, Function<Runnable, Pipeline> pipelines) {
        firsts = segments(table);
        int segmentCount = firsts.length - 1;
        waiting = new AtomicReferenceArray<>(segmentCount);
        AtomicInteger next = new AtomicInteger();
        AtomicInteger end = new AtomicInteger(segmentCount);
        Workers workers = new Workers();
        List<Runnable> others = new ArrayList<>();
        for (int i = 1; i < Math.min(sizes.threadCount(), segmentCount); i++) {
            Pipeline own = pipelines.apply(workers::poll);
            others.add(() -> takeSegments(table, own, next, end));
        }
        workers.run(() -> takeSegments(table, pipeline, next, end), others);
        for (int partition = firsts[joined]; partition < table.partitionCount(); partition++) {
            if (!pipeline.scan(table, partition, total)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Takes one segment after the other.
     *
     * @param next the next segment that no thread has taken
     * @param end rows of this segment and later ones go into the total directly
     */
    private void takeSegments(
            CachedRows table, Pipeline own, AtomicInteger next, AtomicInteger end) {
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

    private boolean takeSegment(CachedRows table, Pipeline own, int number, Groups groups) {
        for (int partition = firsts[number]; partition < firsts[number + 1]; partition++) {
            if (!own.scan(table, partition, groups)) {
                return false;
            }
        }
        return true;
    }

    /** Merges the segments that are next in order, unless another thread is doing that. */
    private void join(int number, Groups groups, AtomicInteger end) {
        assert number >= joined && waiting.get(number) == null : number;
        waiting.set(number, groups);
        while (mayJoin(end)) {
            if (number - joined > WAITING_MAX) {
                joining.lock();
            } else if (!joining.tryLock()) {
                // The holder looks again after it has released the lock.
                return;
            }
            try {
                joinAll(end);
            } finally {
                joining.unlock();
            }
        }
    }

    private boolean mayJoin(AtomicInteger end) {
        int next = joined;
        return next < end.get() && waiting.get(next) != null;
    }

    private void joinAll(AtomicInteger end) {
        assert joining.isHeldByCurrentThread();
        while (mayJoin(end)) {
            int number = joined;
            Groups groups = waiting.get(number);
            if (!total.add(groups)) {
                end.accumulateAndGet(number, Math::min);
                return;
            }
            waiting.set(number, null);
            lastCount = groups.count();
            groups.release();
            joined = number + 1;
        }
    }
}
