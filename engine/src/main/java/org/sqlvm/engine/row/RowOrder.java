package org.sqlvm.engine.row;

import org.sqlvm.engine.error.Interruption;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The order of rows by their keys, equal ones as they came, and where in it a key changes. Most
 * comparisons never touch the values: those bits of the keys' {@link KeyWords} that are not the
 * same in all rows are packed into one number, or few, and these are sorted.
 *
 * <p>Comparisons may be wrong: a collation of the user's may say anything. The rows are then in
 * some order, as in SQLite.
 */
final class RowOrder {
    /** So many rows are compared without a question whether to go on: a power of two. */
    private static final int UNINTERRUPTED_COUNT = 1 << 10;

    /** A row whose place is not that of the row before. */
    static final byte NEW_PLACE = 1;

    /** A row that begins a partition, with {@link #NEW_PLACE}. */
    static final byte NEW_PARTITION = 2;

    private final ValueColumn[] columns;
    private final int count;
    private final List<RowKey> keys;
    private final int partitionKeys;
    private final Interruption interruption;

    /** So many of the first keys are the same where their words are. */
    private int decided;

    /** The words in the order of their weight, each with what is left of its bits. */
    private final List<Packed> packed = new ArrayList<>();

    private final int[] rows;
    private int comparisons;

    /** The rows have come in their order. */
    private boolean given = true;

    /** Words of some keys in one number for each row. */
    private static final class Packed {
        private long[] numbers;
        private int bits;

        /** Those bits that come of a partition's keys. */
        private long partition;

        Packed(int count) {
            numbers = new long[count];
        }

        void add(long[] words, long mask, int width, boolean ofPartition) {
            if (width == Long.SIZE) {
                System.arraycopy(words, 0, numbers, 0, words.length);
            } else {
                for (int i = 0; i < words.length; i++) {
                    numbers[i] = numbers[i] << width | Long.compress(words[i], mask);
                }
                partition <<= width;
            }
            bits += width;
            if (ofPartition) {
                partition |= width == Long.SIZE ? -1 : (1L << width) - 1;
            }
        }

        /** The numbers of the rows in their order. */
        long[] of(int[] rows) {
            long[] target = new long[rows.length];
            for (int i = 0; i < rows.length; i++) {
                target[i] = numbers[rows[i]];
            }
            return target;
        }
    }

    private RowOrder(
            ValueColumn[] columns,
            int count,
            List<RowKey> keys,
            int partitionKeys,
            Interruption interruption) {
        this.columns = columns;
        this.count = count;
        this.keys = keys;
        this.partitionKeys = partitionKeys;
        this.interruption = interruption;
        rows = new int[count];
        Arrays.setAll(rows, i -> i);
    }

    /**
     * Sorts the first {@code count} rows.
     *
     * @param keys what they are sorted by
     * @param partitionKeys so many of the first of them make a partition
     */
    static RowOrder of(
            ValueColumn[] columns,
            int count,
            List<RowKey> keys,
            int partitionKeys,
            Interruption interruption) {
        RowOrder order = new RowOrder(columns, count, keys, partitionKeys, interruption);
        order.pack();
        order.sortNumbers();
        if (order.decided < keys.size()) {
            order.sortTies();
        }
        return order;
    }

    /** The numbers of the rows in their order. */
    int[] rows() {
        return rows;
    }

    /** Whether the rows have come in their order. */
    boolean isGiven() {
        return given;
    }

    private void pack() {
        boolean exact = true;
        for (int key = 0; key < keys.size() && exact; key++) {
            interruption.check();
            RowKey by = keys.get(key);
            KeyWords words = KeyWords.of(columns[by.column()], count, by.field());
            for (long[] word : words.words()) {
                pack(word, key < partitionKeys);
            }
            exact = words.exact();
            decided += exact ? 1 : 0;
        }
    }

    private void pack(long[] words, boolean ofPartition) {
        long mask = 0;
        for (long word : words) {
            mask |= word ^ words[0];
        }
        int width = Long.bitCount(mask);
        if (width == 0) {
            return;
        }
        if (packed.isEmpty() || packed.getLast().bits + width > Long.SIZE) {
            packed.add(new Packed(count));
        }
        packed.getLast().add(words, mask, width, ofPartition);
    }

    /** Sorts the rows by the numbers, and those into the order of the rows. */
    private void sortNumbers() {
        if (isInOrder()) {
            return;
        }
        given = false;
        for (int i = packed.size() - 1; i >= 0; i--) {
            Packed by = packed.get(i);
            long[] numbers = i == packed.size() - 1 ? by.numbers.clone() : by.of(rows);
            RadixSort.sort(numbers, rows, by.bits, interruption);
        }
        packed.forEach(one -> one.numbers = one.of(rows));
    }

    private boolean isInOrder() {
        for (int i = 1; i < count; i++) {
            if (compareNumbers(i - 1, i) > 0) {
                return false;
            }
        }
        return true;
    }

    private int compareNumbers(int left, int right) {
        for (Packed one : packed) {
            int compared = Long.compareUnsigned(one.numbers[left], one.numbers[right]);
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }

    /** Sorts rows with the same numbers by their values. */
    private void sortTies() {
        for (int from = 0; from < count; ) {
            int to = from + 1;
            while (to < count && compareNumbers(from, to) == 0) {
                to++;
            }
            sortTies(from, to);
            from = to;
        }
    }

    private void sortTies(int from, int to) {
        boolean inOrder = true;
        for (int i = from + 1; i < to && inOrder; i++) {
            inOrder = compareValues(rows[i - 1], rows[i], keys.size()) <= 0;
        }
        if (inOrder) {
            return;
        }
        given = false;
        Integer[] tied = new Integer[to - from];
        Arrays.setAll(tied, i -> rows[from + i]);
        MergeSort.sort(tied, tied.length, (a, b) -> compareValues(a, b, keys.size()));
        for (int i = from; i < to; i++) {
            rows[i] = tied[i - from];
        }
    }

    /** Compares two rows by those of the first {@code end} keys that numbers do not decide. */
    private int compareValues(int left, int right, int end) {
        if ((++comparisons & (UNINTERRUPTED_COUNT - 1)) == 0) {
            interruption.check();
        }
        for (int key = decided; key < end; key++) {
            RowKey by = keys.get(key);
            ValueColumn column = columns[by.column()];
            int compared = by.field().compare(column.get(left), column.get(right));
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }

    /** By row in the order: {@link #NEW_PLACE}, {@link #NEW_PARTITION} or 0. */
    byte[] starts() {
        byte[] starts = new byte[count];
        for (int i = 0; i < count; i++) {
            starts[i] = i == 0 ? NEW_PLACE | NEW_PARTITION : start(i);
        }
        return starts;
    }

    private byte start(int place) {
        boolean differs = false;
        for (Packed one : packed) {
            long difference = one.numbers[place] ^ one.numbers[place - 1];
            if ((difference & one.partition) != 0) {
                return NEW_PLACE | NEW_PARTITION;
            }
            differs |= difference != 0;
        }
        if (decided < partitionKeys
                && compareValues(rows[place - 1], rows[place], partitionKeys) != 0) {
            return NEW_PLACE | NEW_PARTITION;
        }
        boolean same = !differs
                && (decided == keys.size()
                        || compareValues(rows[place - 1], rows[place], keys.size()) == 0);
        return same ? 0 : NEW_PLACE;
    }
}
