package org.sqlvm.engine.row;

import org.sqlvm.engine.error.Interruption;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Work on arrays that have something for each of many rows: some threads do it, each for ranges of
 * rows.
 */
public final class RowThreads {
    private final int threadCount;
    private final int rangeMin;
    private final Interruption interruption;

    /** Work on rows {@code from .. to - 1}. */
    public interface Work {
        void run(int from, int to);
    }

    /** A computation of a number about rows {@code from .. to - 1}. */
    public interface Question {
        long of(int from, int to);
    }

    /**
     * Creates threads.
     *
     * @param threadCount the number of threads, including the caller's
     * @param rangeMin the number of rows below which another thread does not pay
     * @param interruption checked before each piece of work
     */
    public RowThreads(int threadCount, int rangeMin, Interruption interruption) {
        assert threadCount > 0 && rangeMin > 0 : threadCount + " " + rangeMin;
        this.threadCount = threadCount;
        this.rangeMin = rangeMin;
        this.interruption = interruption;
    }

    /** The caller's alone. */
    public static RowThreads one(Interruption interruption) {
        return new RowThreads(1, Integer.MAX_VALUE, interruption);
    }

    /** The number of ranges of {@code count} rows: a power of two. */
    public int rangeCount(int count) {
        return Integer.highestOneBit(Math.max(1, Math.min(threadCount, count / rangeMin)));
    }

    /** Where a range begins, and the one before ends. */
    public int rangeStart(int count, int range) {
        return (int) ((long) count * range / rangeCount(count));
    }

    /** Runs some work for all of {@code count} rows, a range at a time. */
    public void run(int count, Work work) {
        runAll(
                rangeCount(count),
                range -> work.run(rangeStart(count, range), rangeStart(count, range + 1)));
    }

    /** All bits of the answers that ranges give. */
    public long or(int count, Question question) {
        AtomicLong all = new AtomicLong();
        run(count, (from, to) -> {
            long answer = question.of(from, to);
            all.accumulateAndGet(answer, (a, b) -> a | b);
        });
        return all.get();
    }

    /** Runs tasks {@code 0 .. count - 1}, in any order and some at the same time. */
    public void runAll(int count, IntConsumer task) {
        interruption.check();
        if (count == 1) {
            task.accept(0);
            return;
        }
        AtomicInteger next = new AtomicInteger();
        Runnable tasks = () -> {
            for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                task.accept(i);
            }
        };
        int helpers = Math.min(threadCount, count) - 1;
        List<Runnable> others = IntStream.range(0, helpers).mapToObj(_ -> tasks).toList();
        new Workers().run(tasks, others);
    }
}
