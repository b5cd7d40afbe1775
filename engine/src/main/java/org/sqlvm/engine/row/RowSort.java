package org.sqlvm.engine.row;

import org.sqlvm.engine.error.Interruption;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A stable merge sort of rows of values. Most comparisons never touch the rows: it is their numbers
 * that are sorted, beside their first two keys as numbers ({@link KeyPrefixes}).
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

    private final Object[][] rows;
    private final Comparator<Object[]> order;

    /** Keys that are the same as numbers are the same. */
    private final boolean exact;

    private final Interruption interruption;

    /** What is moved together: the number of a row, and its first keys. */
    private record Range(int[] numbers, long[] firsts, long[] seconds) {
        Range copy() {
            long[] copied = firsts.clone();
            return new Range(numbers.clone(), copied, seconds == firsts ? copied : seconds.clone());
        }
    }

    /**
     * The first keys of sorted rows.
     *
     * @param firsts by row, what stands for the first key; not of use where rows differ by a
     *     comparison alone
     * @param firstExact whether rows with the same number have the same key
     * @param seconds the same of the second key; null if it is not known
     */
    record SortedKeys(long[] firsts, boolean firstExact, long[] seconds, boolean secondExact) {}

    private RowSort(
            Object[][] rows, Comparator<Object[]> order, boolean exact, Interruption interruption) {
        this.rows = rows;
        this.order = order;
        this.exact = exact;
        this.interruption = interruption;
    }

    /**
     * Sorts the first {@code count} rows.
     *
     * @param keys what they are sorted by
     * @param order by all keys
     * @return null if there is nothing to sort
     */
    static SortedKeys sort(
            Object[][] rows,
            int count,
            List<RowKey> keys,
            Comparator<Object[]> order,
            Interruption interruption) {
        if (count < 2 || keys.isEmpty()) {
            return null;
        }
        boolean exact = keys.size() <= PREFIXES_MAX;
        KeyPrefixes first = KeyPrefixes.of(rows, count, keys.get(0));
        // Who differs in the next key may differ in one that is not exact.
        KeyPrefixes second =
                first.exact() && keys.size() > 1 ? KeyPrefixes.of(rows, count, keys.get(1)) : null;
        exact &= first.exact() && (second == null || second.exact());
        int[] numbers = new int[count];
        Arrays.setAll(numbers, i -> i);
        Range target = new Range(
                numbers, first.prefixes(), second == null ? first.prefixes() : second.prefixes());
        new RowSort(rows, order, exact, interruption).sort(target.copy(), target, 0, count);
        Object[][] sorted = new Object[count][];
        for (int i = 0; i < count; i++) {
            sorted[i] = rows[numbers[i]];
        }
        System.arraycopy(sorted, 0, rows, 0, count);
        return new SortedKeys(
                target.firsts,
                first.exact(),
                second == null ? null : target.seconds,
                second != null && second.exact());
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
            System.arraycopy(source.numbers, from, target.numbers, from, to - from);
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
            int row = range.numbers[i];
            long first = range.firsts[i];
            long second = range.seconds[i];
            int hole = i;
            while (hole > from && compare(range, hole - 1, row, first, second) > 0) {
                move(range, hole - 1, range, hole);
                hole--;
            }
            range.numbers[hole] = row;
            range.firsts[hole] = first;
            range.seconds[hole] = second;
        }
    }

    private static void move(Range source, int from, Range target, int to) {
        target.numbers[to] = source.numbers[from];
        target.firsts[to] = source.firsts[from];
        target.seconds[to] = source.seconds[from];
    }

    private int compare(Range range, int left, Range other, int right) {
        return compare(
                range, left, other.numbers[right], other.firsts[right], other.seconds[right]);
    }

    private int compare(Range range, int left, int row, long first, long second) {
        int compared = Long.compareUnsigned(range.firsts[left], first);
        if (compared == 0) {
            compared = Long.compareUnsigned(range.seconds[left], second);
        }
        return compared != 0 || exact
                ? compared
                : order.compare(rows[range.numbers[left]], rows[row]);
    }
}
