package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.Workers;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.VectorSizes;
import org.sqlvm.engine.vector.mirror.MirroredRows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
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
public final class SegmentedScan implements TableScan.Taker {
    /**
     * A segment may have a group for so many of its rows: to add what they make of it to what all
     * rows have costs about what it costs to find the groups of two rows.
     */
    private static final int ROWS_PER_GROUP = 2;

    /** The first partitions are a segment each, so that threads share a table of a few, too. */
    private static final int SINGLE_SEGMENTS = 4;

    /** So many segments wait to join while one does before others wait for that. */
    private static final int WAITING_MAX = 4;

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

    /** So many groups has the last segment that has joined. */
    private volatile int lastCount;

    /** So many segments have come to their end. */
    private int ended;

    /** In threads: held by the one who has segments join. */
    private final ReentrantLock joining = new ReentrantLock();

    /** In threads: the segments whose groups have not joined those of all rows. */
    private AtomicReferenceArray<Groups> waiting;

    /** In threads: so many segments have joined; changes while {@link #joining} is held. */
    private volatile int joined;

    public SegmentedScan(VectorSizes sizes, Workspace workspace, Pipeline pipeline, Groups total) {
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
        int wanted = firstPartition(ended + 1) - firstPartition(ended);
        return (fits && pending.size() < wanted) || endSegment(fits);
    }

    /** Where a segment begins. */
    private static int firstPartition(int number) {
        int others = Math.max(0, number - SINGLE_SEGMENTS);
        return number - others + others * SharedScan.SEGMENT_PARTITIONS;
    }

    private static int segmentCount(MirroredRows table) {
        int count = 0;
        while (firstPartition(count) < table.partitionCount()) {
            count++;
        }
        return count;
    }

    /**
     * The last partition has been taken.
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
        ended++;
        return done;
    }

    /** Gives back the memory of segments. */
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
    public boolean isShared(MirroredRows table) {
        return sizes.threadCount() > 1 && table.partitionCount() > 1;
    }

    /**
     * Takes all partitions of a table.
     *
     * @param pipelines makes the pipeline of a helper, which calls what it is given
     * @return false if there is no memory for the groups
     */
    public boolean takeAll(MirroredRows table, Function<Runnable, Pipeline> pipelines) {
        int segmentCount = segmentCount(table);
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
        for (int partition = firstPartition(joined);
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
        int last = Math.min(firstPartition(number + 1), table.partitionCount());
        for (int partition = firstPartition(number); partition < last; partition++) {
            if (!own.scan(table, partition, groups)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Has the groups of segments join the others as soon as it is their turn: this thread, or the
     * one that is about it already.
     */
    private void join(int number, Groups groups, AtomicInteger end) {
        waiting.set(number, groups);
        while (mayJoin(end)) {
            if (number - joined > WAITING_MAX) {
                joining.lock();
            } else if (!joining.tryLock()) {
                // Who holds it looks once more when it has let go.
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
