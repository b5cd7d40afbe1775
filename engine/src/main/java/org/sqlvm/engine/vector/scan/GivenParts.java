package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.row.Workers;
import org.sqlvm.engine.vector.scan.GivenRows.Partition;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Parts of a table that are read by several threads. Their partitions come out in the order of the
 * parts, to the thread of the statement, which reads parts itself while it would wait. A part is
 * read by one thread at a time, but not always by the same one.
 */
final class GivenParts {
    /** The most partitions of a part that wait, unless it is the part that is taken now. */
    private static final int WAITING_MAX = 2;

    /** How long a thread sleeps before it looks whether the run is to end. */
    private static final long PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final List<Part> parts;
    private final int threadCount;
    private final Runnable poll;
    private final Workers workers = new Workers();

    /** Held while this and the states of parts change or are read. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition news = lock.newCondition();

    /** The part that partitions are taken of. */
    private int current;

    /** Nothing more is taken. */
    private boolean over;

    private static final class Part {
        private final GivenRows rows;
        private final Queue<Partition> waiting = new ArrayDeque<>();
        private boolean busy;
        private boolean ended;

        Part(GivenRows rows) {
            this.rows = rows;
        }
    }

    /** @param poll called by the statement's thread; it throws if the run is to end */
    GivenParts(List<GivenRows> parts, int threadCount, Runnable poll) {
        this.parts = parts.stream().map(Part::new).toList();
        this.threadCount = threadCount;
        this.poll = poll;
    }

    /**
     * Has other threads read while this one takes partitions ({@link #next}), then closes the
     * parts.
     *
     * @return what {@code taking} has returned
     */
    boolean run(BooleanSupplier taking) {
        boolean[] result = new boolean[1];
        int helpers = Math.min(threadCount, parts.size()) - 1;
        try {
            workers.run(
                    () -> {
                        try {
                            result[0] = taking.getAsBoolean();
                        } finally {
                            end();
                        }
                    },
                    Collections.nCopies(helpers, this::help));
        } finally {
            parts.forEach(part -> part.rows.source.close());
        }
        return result[0];
    }

    /** The next partition; null at the end, or if another thread has failed. */
    Partition next() {
        while (true) {
            Partition waiting = ready();
            if (waiting != null || isOver()) {
                return waiting;
            }
            readOrWait(poll);
        }
    }

    /** The next partition if it has been read; else null. */
    private Partition ready() {
        lock.lock();
        try {
            while (!over) {
                Part part = parts.get(current);
                if (!part.waiting.isEmpty()) {
                    news.signalAll();
                    return part.waiting.remove();
                }
                if (!part.ended) {
                    return null;
                }
                current++;
                over = current == parts.size();
                news.signalAll();
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void help() {
        boolean done = false;
        try {
            while (!isOver()) {
                readOrWait(workers::poll);
            }
            done = true;
        } finally {
            if (!done) {
                end();
            }
        }
    }

    private boolean isOver() {
        lock.lock();
        try {
            return over;
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            over = true;
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Reads a partition of the first part that nobody reads, or sleeps until something is new. */
    private void readOrWait(Runnable ownPoll) {
        Part part = claim();
        if (part == null) {
            ownPoll.run();
            return;
        }
        Partition read = null;
        boolean done = false;
        try {
            read = part.rows.next(ownPoll);
            done = true;
        } finally {
            release(part, read, done);
        }
    }

    /** Null after some sleep. */
    private Part claim() {
        lock.lock();
        try {
            int last = Math.min(parts.size(), current + 2 * threadCount);
            for (int i = current; i < last && !over; i++) {
                Part part = parts.get(i);
                boolean hasRoom = i == current || part.waiting.size() < WAITING_MAX;
                if (!part.busy && !part.ended && hasRoom) {
                    part.busy = true;
                    return part;
                }
            }
            if (!over) {
                news.awaitNanos(PATIENCE_NS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        return null;
    }

    /** @param done whether there was no error */
    private void release(Part part, Partition read, boolean done) {
        lock.lock();
        try {
            part.busy = false;
            part.ended = read == null || !done;
            if (read != null) {
                part.waiting.add(read);
            }
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
