package org.sqlvm.engine.row;

import org.sqlvm.engine.error.Interruption;

import java.util.Comparator;
import java.util.List;

/**
 * A stable merge sort of rows of values. Most comparisons never touch the rows: each is accompanied
 * by its first two keys as numbers ({@link KeyPrefixes}).
 *
 * <p>Orders may be wrong: a collation of the user's may say anything. The rows are then in some
 * order, as in SQLite.
 */
final class RowSort {
    private static final int PREFIXES_MAX = 2;

    /** Below this count insertion is faster than merging. */
    private static final int INSERTION_COUNT = 12;

    /** So many are sorted without a question whether to go on. */
    private static final int UNINTERRUPTED_COUNT = 1 << 14;

    private final Comparator<Object[]> order;

    /** Keys that are the same as numbers are the same. */
    private final boolean exact;

    private final Interruption interruption;

    /** What is moved together: a row, and its first keys. */
    private record Range(Object[][] rows, long[] firsts, long[] seconds) {
        Range copy() {
            long[] copied = firsts.clone();
            return new Range(rows.clone(), copied, seconds == firsts ? copied : seconds.clone());
        }
    }

    private RowSort(Comparator<Object[]> order, boolean exact, Interruption interruption) {
        this.order = order;
        this.exact = exact;
        this.interruption = interruption;
    }

    /**
     * Sorts the first {@code count} rows.
     *
     * @param keys what they are sorted by
     * @param order by all keys
     */
    static void sort(
            Object[][] rows,
            int count,
            List<RowKey> keys,
            Comparator<Object[]> order,
            Interruption interruption) {
        if (count < 2 || keys.isEmpty()) {
            return;
        }
        boolean exact = keys.size() <= PREFIXES_MAX;
        long[][] prefixes = new long[Math.min(PREFIXES_MAX, keys.size())][];
        for (int i = 0; i < prefixes.length; i++) {
            KeyPrefixes found = KeyPrefixes.of(rows, count, keys.get(i));
            prefixes[i] = found.prefixes();
            exact &= found.exact();
            if (!found.exact()) {
                // Who differs in the next key may differ in this one.
                break;
            }
        }
        long[] firsts = prefixes[0];
        long[] seconds = prefixes[prefixes.length - 1];
        Range target = new Range(rows, firsts, seconds == null ? firsts : seconds);
        new RowSort(order, exact, interruption).sort(target.copy(), target, 0, count);
    }

    /** Sorts a range of {@code target}, whose contents {@code source} has, too. */
    private void sort(Range source, Range target, int from, int to) {
        if (to - from <= INSERTION_COUNT) {
            insert(target, from, to);
            return;
        }
        if (to - from > UNINTERRUPTED_COUNT) {
            interruption.check();
        }
        int middle = (from + to) >>> 1;
        sort(target, source, from, middle);
        sort(target, source, middle, to);
        if (compare(source, middle - 1, source, middle) <= 0) {
            // Already in order, as rows often come.
            System.arraycopy(source.rows, from, target.rows, from, to - from);
            System.arraycopy(source.firsts, from, target.firsts, from, to - from);
            System.arraycopy(source.seconds, from, target.seconds, from, to - from);
            return;
        }
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            boolean takesLeft =
                    right == to || (left < middle && compare(source, left, source, right) <= 0);
            move(source, takesLeft ? left++ : right++, target, i);
        }
    }

    private void insert(Range range, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            Object[] row = range.rows[i];
            long first = range.firsts[i];
            long second = range.seconds[i];
            int hole = i;
            while (hole > from && compare(range, hole - 1, row, first, second) > 0) {
                move(range, hole - 1, range, hole);
                hole--;
            }
            range.rows[hole] = row;
            range.firsts[hole] = first;
            range.seconds[hole] = second;
        }
    }

    private static void move(Range source, int from, Range target, int to) {
        target.rows[to] = source.rows[from];
        target.firsts[to] = source.firsts[from];
        target.seconds[to] = source.seconds[from];
    }

    private int compare(Range range, int left, Range other, int right) {
        return compare(range, left, other.rows[right], other.firsts[right], other.seconds[right]);
    }

    private int compare(Range range, int left, Object[] row, long first, long second) {
        int compared = Long.compareUnsigned(range.firsts[left], first);
        if (compared == 0) {
            compared = Long.compareUnsigned(range.seconds[left], second);
        }
        return compared != 0 || exact ? compared : order.compare(range.rows[left], row);
    }
}
