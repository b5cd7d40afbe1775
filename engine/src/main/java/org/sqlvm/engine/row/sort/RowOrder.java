package org.sqlvm.engine.row.sort;

import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.row.RowThreads;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The stable order of rows by their keys, and the positions in it at which a key changes. Most
 * comparisons never touch the values: the bits of the keys' {@link KeyWords} that differ between
 * rows are packed into one number or a few, and these are sorted.
 *
 * <p>If a user's collation compares inconsistently, the rows come in some order, as in SQLite.
 */
public final class RowOrder {
    /** Rows that are compared without a question whether to go on: a power of two. */
    private static final int UNINTERRUPTED_COUNT = 1 << 10;

    /** Runs up to here are sorted by insertion. */
    private static final int SHORT_RUN = 16;

    /**
     * If more than one in this many rows have the same first bits, all bits are sorted by radix.
     */
    private static final int TIED_SHARE = 16;

    /** A row whose keys differ from those of the row before. */
    public static final byte NEW_PLACE = 1;

    /** A row that begins a partition, with {@link #NEW_PLACE}. */
    public static final byte NEW_PARTITION = 2;

    private final ValueColumn[] columns;
    private final int count;
    private final List<RowKey> keys;
    private final int partitionKeys;
    private final RowThreads threads;
    private final Interruption interruption;

    /** The number of first keys that are the same where their words are. */
    private int decided;

    /** The words in the order of their weight, each with its remaining bits. */
    private final List<Packed> packed = new ArrayList<>();

    /** The number of the row at each position. */
    private int[] rows;

    private int comparisons;

    /** The rows have come in their order. */
    private boolean given = true;

    /** The first bits of the number at each position; null if the rows have come in their order. */
    private long[] firstBits;

    /** Whether these are all bits of the numbers, of which there is one for each row. */
    private boolean hasAllBits;

    /** Rows with the same first bits are in the order of their numbers. */
    private boolean numbersSorted = true;

    /** Some bits of the numbers: {@code width} from {@code lowest} on. */
    private record Piece(Packed of, int lowest, int width) {}

    /** Words of some keys in one number for each row. */
    private static final class Packed {
        private long[] numbers;
        private int bits;

        /** The bits that come from a partition's keys. */
        private long partition;

        Packed(int count) {
            numbers = new long[count];
        }

        void add(long[] words, long mask, int width, boolean ofPartition, RowThreads threads) {
            if (width == Long.SIZE) {
                System.arraycopy(words, 0, numbers, 0, words.length);
            } else {
                threads.run(words.length, (from, to) -> {
                    for (int i = from; i < to; i++) {
                        numbers[i] = numbers[i] << width | Long.compress(words[i], mask);
                    }
                });
                partition <<= width;
            }
            bits += width;
            if (ofPartition) {
                partition |= width == Long.SIZE ? -1 : (1L << width) - 1;
            }
        }

        /** Brings the numbers into the order of the rows. */
        void reorder(int[] rows, RowThreads threads) {
            long[] target = new long[rows.length];
            threads.run(rows.length, (from, to) -> {
                for (int i = from; i < to; i++) {
                    target[i] = numbers[rows[i]];
                }
            });
            numbers = target;
        }
    }

    private RowOrder(
            ValueColumn[] columns,
            int count,
            List<RowKey> keys,
            int partitionKeys,
            RowThreads threads,
            Interruption interruption) {
        this.columns = columns;
        this.count = count;
        this.keys = keys;
        this.partitionKeys = partitionKeys;
        this.threads = threads;
        this.interruption = interruption;
        rows = new int[count];
        Arrays.setAll(rows, i -> i);
    }

    /**
     * Sorts the first {@code count} rows.
     *
     * @param keys the keys that they are sorted by
     * @param partitionKeys the number of first keys that make a partition
     */
    public static RowOrder of(
            ValueColumn[] columns,
            int count,
            List<RowKey> keys,
            int partitionKeys,
            RowThreads threads,
            Interruption interruption) {
        RowOrder order = new RowOrder(columns, count, keys, partitionKeys, threads, interruption);
        order.pack();
        order.sortNumbers();
        if (!order.numbersSorted || order.decided < keys.size()) {
            order.sortTies();
        }
        return order;
    }

    /** The numbers of the rows in their order. */
    public int[] rows() {
        return rows;
    }

    /** Whether the rows have come in their order. */
    public boolean isGiven() {
        return given;
    }

    private void pack() {
        boolean exact = true;
        for (int key = 0; key < keys.size() && exact; key++) {
            interruption.check();
            RowKey by = keys.get(key);
            KeyWords words = KeyWords.of(columns[by.column()], count, by.field(), threads);
            for (long[] word : words.words()) {
                pack(word, key < partitionKeys);
            }
            exact = words.exact();
            decided += exact ? 1 : 0;
        }
    }

    private void pack(long[] words, boolean ofPartition) {
        long mask = threads.or(count, (from, to) -> {
            long differing = 0;
            for (int i = from; i < to; i++) {
                differing |= words[i] ^ words[0];
            }
            return differing;
        });
        int width = Long.bitCount(mask);
        if (width == 0) {
            return;
        }
        if (packed.isEmpty() || packed.getLast().bits + width > Long.SIZE) {
            packed.add(new Packed(count));
        }
        packed.getLast().add(words, mask, width, ofPartition, threads);
    }

    /**
     * Sorts the rows by the numbers: by their first bits, as many as fit into a number with a row's
     * position, and then those few with the same first bits; by all bits if they are not few.
     */
    private void sortNumbers() {
        if (isInOrder()) {
            return;
        }
        given = false;
        int placeBits = Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
        List<List<Piece>> parts = parts(Long.SIZE - placeBits);
        hasAllBits = parts.size() == 1;
        assert !hasAllBits || packed.size() == 1 : packed.size();
        sortPart(parts.getFirst(), placeBits);
        if (hasAllBits) {
            return;
        }
        numbersSorted = false;
        if (tiedCount() > count / TIED_SHARE) {
            Arrays.setAll(rows, i -> i);
            parts.reversed().forEach(part -> sortPart(part, placeBits));
            numbersSorted = true;
        }
    }

    /** The bits of the numbers, {@code width} at a time, from the first. */
    private List<List<Piece>> parts(int width) {
        List<List<Piece>> parts = new ArrayList<>();
        int room = 0;
        for (Packed one : packed) {
            for (int left = one.bits; left > 0; ) {
                if (room == 0) {
                    parts.add(new ArrayList<>());
                    room = width;
                }
                int taken = Math.min(left, room);
                left -= taken;
                room -= taken;
                parts.getLast().add(new Piece(one, left, taken));
            }
        }
        return parts;
    }

    /** Sorts the rows, from the order that they are in, by a part of the bits. */
    private void sortPart(List<Piece> part, int placeBits) {
        int[] before = rows;
        long[] places = new long[count];
        int width = 0;
        for (Piece piece : part) {
            add(piece, before, places);
            width += piece.width;
        }
        threads.run(count, (from, to) -> {
            for (int i = from; i < to; i++) {
                places[i] = places[i] << placeBits | i;
            }
        });
        long[] sorted = RadixSort.sort(places, placeBits, width, threads);
        int[] after = new int[count];
        int placeMask = (1 << placeBits) - 1;
        threads.run(count, (from, to) -> {
            for (int i = from; i < to; i++) {
                after[i] = before[(int) sorted[i] & placeMask];
                sorted[i] >>>= placeBits;
            }
        });
        rows = after;
        firstBits = sorted;
    }

    private void add(Piece piece, int[] before, long[] places) {
        long[] numbers = piece.of.numbers;
        int lowest = piece.lowest;
        int width = piece.width;
        long mask = (1L << width) - 1;
        threads.run(count, (from, to) -> {
            for (int i = from; i < to; i++) {
                long bits = numbers[before[i]] >>> lowest & mask;
                places[i] = places[i] << width | bits;
            }
        });
    }

    /** The number of rows with the same first bits as the one before. */
    private int tiedCount() {
        int tied = 0;
        for (int i = 1; i < count; i++) {
            tied += firstBits[i] == firstBits[i - 1] ? 1 : 0;
        }
        return tied;
    }

    private boolean isInOrder() {
        long disorder = threads.or(count, (from, to) -> {
            for (int i = Math.max(1, from); i < to; i++) {
                if (compareNumbers(i - 1, i) > 0) {
                    return 1;
                }
            }
            return 0;
        });
        return disorder == 0;
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

    /** Sorts rows with the same first bits by their numbers, and by their values. */
    private void sortTies() {
        for (int from = 0; from < count; ) {
            int to = from + 1;
            while (to < count && isTied(to)) {
                to++;
            }
            sortTies(from, to);
            from = to;
        }
    }

    private boolean isTied(int place) {
        return firstBits == null
                ? compareNumbers(place - 1, place) == 0
                : firstBits[place - 1] == firstBits[place];
    }

    private void sortTies(int from, int to) {
        boolean inOrder = true;
        for (int i = from + 1; i < to && inOrder; i++) {
            inOrder = compareRows(rows[i - 1], rows[i]) <= 0;
        }
        if (inOrder) {
            return;
        }
        given = false;
        if (to - from <= SHORT_RUN) {
            sortByInsertion(from, to);
            return;
        }
        Integer[] tied = new Integer[to - from];
        Arrays.setAll(tied, i -> rows[from + i]);
        MergeSort.sort(tied, tied.length, this::compareRows);
        for (int i = from; i < to; i++) {
            rows[i] = tied[i - from];
        }
    }

    private void sortByInsertion(int from, int to) {
        for (int i = from + 1; i < to; i++) {
            int row = rows[i];
            int place = i;
            while (place > from && compareRows(rows[place - 1], row) > 0) {
                rows[place] = rows[place - 1];
                place--;
            }
            rows[place] = row;
        }
    }

    private int compareRows(int left, int right) {
        int compared = compareNumbers(left, right);
        return compared == 0 ? compareValues(left, right, keys.size()) : compared;
    }

    /** Compares two rows by those of the first {@code end} keys that the numbers do not decide. */
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

    /** By row in the order: {@link #NEW_PLACE}, {@link #NEW_PARTITION} or 0. Asked once at most. */
    public byte[] starts() {
        if (hasAllBits) {
            packed.getFirst().numbers = firstBits;
        } else if (firstBits != null) {
            packed.forEach(one -> one.reorder(rows, threads));
        }
        byte[] starts = new byte[count];
        // A user's function may decide whether values are the same.
        RowThreads all = decided == keys.size() ? threads : RowThreads.one(interruption);
        all.run(count, (from, to) -> {
            for (int i = from; i < to; i++) {
                starts[i] = i == 0 ? NEW_PLACE | NEW_PARTITION : start(i);
            }
        });
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
