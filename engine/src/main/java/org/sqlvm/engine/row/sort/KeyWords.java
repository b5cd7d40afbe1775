package org.sqlvm.engine.row.sort;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.row.RowThreads;

import java.util.ArrayList;
import java.util.List;

/**
 * The values of a column as unsigned numbers in the same order. They exist if all values are
 * numbers or NULL, or all are NULL or texts that compare by their bytes. Different values may have
 * the same words.
 *
 * @param words by row; the second array decides where the first has equal words. Empty for a column
 *     of other values
 * @param exact values with the same words are equal
 */
record KeyWords(List<long[]> words, boolean exact) {
    /** Every integer up to here is a double. */
    private static final long EXACT_MAX = 1L << 53;

    private static final long LEAST = 0;
    private static final long GREATEST = -1;

    /** The maximum number of words of a text: of a longer one only the first bytes count. */
    private static final int TEXT_WORDS_MAX = 3;

    /** @param threads the threads that read the values */
    static KeyWords of(ValueColumn column, int count, KeyField field, RowThreads threads) {
        int kinds = column.kindsOf(count);
        KeyWords ascending;
        if ((kinds & ~(ValueKind.LONG | ValueKind.DOUBLE)) == 0) {
            ascending = kinds == ValueKind.LONG && !column.hasNull(count)
                    ? ofIntegers(column, count, threads)
                    : ofNumbers(column, count, field, threads);
        } else if (kinds == ValueKind.TEXT && field.collation() == Collation.BINARY) {
            ascending = new TextWords(column, count, ofNull(field), threads).make();
        } else {
            return new KeyWords(List.of(), false);
        }
        if (field.descending()) {
            for (long[] words : ascending.words) {
                threads.run(count, (from, to) -> {
                    for (int i = from; i < to; i++) {
                        words[i] = ~words[i];
                    }
                });
            }
        }
        return ascending;
    }

    private static long ofNull(KeyField field) {
        return field.bigNull() ? GREATEST : LEAST;
    }

    private static KeyWords ofIntegers(ValueColumn column, int count, RowThreads threads) {
        long[] words = new long[count];
        threads.run(count, (from, to) -> {
            for (int i = from; i < to; i++) {
                words[i] = column.number(i) ^ Long.MIN_VALUE;
            }
        });
        return new KeyWords(List.of(words), true);
    }

    /** As doubles. */
    private static KeyWords ofNumbers(
            ValueColumn column, int count, KeyField field, RowThreads threads) {
        long[] words = new long[count];
        long large = threads.or(count, (from, to) -> {
            long found = 0;
            for (int i = from; i < to; i++) {
                int kind = column.kind(i);
                if (kind == ValueKind.NULL) {
                    words[i] = ofNull(field);
                } else if (kind == ValueKind.LONG) {
                    long whole = column.number(i);
                    found |= whole > EXACT_MAX || whole < -EXACT_MAX ? 1 : 0;
                    words[i] = KeyOrder.orderedBits(whole);
                } else {
                    words[i] = KeyOrder.orderedBits(Double.longBitsToDouble(column.number(i)));
                }
            }
            return found;
        });
        return new KeyWords(List.of(words), large == 0);
    }

    /** The length and the common prefix of texts. */
    private static final class TextMeasure {
        private Text first;

        /** The number of bytes that all of them begin with. */
        private int same = Integer.MAX_VALUE;

        private int longest;
        private int shortest = Integer.MAX_VALUE;
        private boolean hasNull;

        void add(ValueColumn column, int from, int to) {
            Text before = null;
            for (int i = from; i < to; i++) {
                if (column.isNull(i)) {
                    hasNull = true;
                    continue;
                }
                Text text = (Text) column.object(i);
                if (text != before) { // As they often come of a dictionary.
                    before = text;
                    add(text, text.length);
                }
            }
        }

        private void add(Text text, int sameWithin) {
            first = first == null ? text : first;
            same = sameBytes(first, text, Math.min(same, sameWithin));
            longest = Math.max(longest, text.length);
            shortest = Math.min(shortest, text.length);
        }

        void addAll(TextMeasure others) {
            hasNull |= others.hasNull;
            if (others.first != null) {
                add(others.first, others.same);
                longest = Math.max(longest, others.longest);
                shortest = Math.min(shortest, others.shortest);
            }
        }

        private static int sameBytes(Text one, Text other, int most) {
            int end = Math.min(most, one.length);
            int at = 0;
            while (at < end && one.array[one.offset + at] == other.array[other.offset + at]) {
                at++;
            }
            return at;
        }
    }

    /** The bytes behind the common prefix of all texts; zeros behind the last byte. */
    private static final class TextWords {
        private final ValueColumn column;
        private final int count;
        private final long ofNull;
        private final RowThreads threads;
        private final TextMeasure all = new TextMeasure();

        TextWords(ValueColumn column, int count, long ofNull, RowThreads threads) {
            this.column = column;
            this.count = count;
            this.ofNull = ofNull;
            this.threads = threads;
        }

        KeyWords make() {
            TextMeasure[] measures = new TextMeasure[threads.rangeCount(count)];
            threads.runAll(measures.length, range -> {
                TextMeasure measure = new TextMeasure();
                int end = threads.rangeStart(count, range + 1);
                measure.add(column, threads.rangeStart(count, range), end);
                measures[range] = measure;
            });
            List.of(measures).forEach(all::addAll);
            int needed = Math.max(1, Math.ceilDiv(all.longest - all.same, Long.BYTES));
            boolean whole = needed <= TEXT_WORDS_MAX;
            List<long[]> words = new ArrayList<>();
            boolean hasZero = false;
            for (int number = 0; number < Math.min(needed, TEXT_WORDS_MAX); number++) {
                long[] word = new long[count];
                int skipped = all.same + number * Long.BYTES;
                hasZero |= threads.or(count, (from, to) -> fill(word, skipped, from, to)) != 0;
                words.add(word);
            }
            // NULL is the same as an empty text, or as one of the greatest bytes.
            boolean shortIsNull = ofNull == GREATEST || all.shortest == all.same || hasZero;
            boolean exact = whole
                    && (all.shortest == all.longest || !hasZero)
                    && !(all.hasNull && shortIsNull);
            return new KeyWords(List.copyOf(words), exact);
        }

        /**
         * Fills words; returns 1 if a text has a byte 0, which looks like the end of a text; else
         * 0.
         */
        private long fill(long[] words, int skipped, int from, int to) {
            boolean hasZero = false;
            for (int i = from; i < to; i++) {
                if (column.isNull(i)) {
                    words[i] = ofNull;
                    continue;
                }
                Text text = (Text) column.object(i);
                long bytes = 0;
                int end = Math.min(text.length, skipped + Long.BYTES);
                for (int at = skipped; at < end; at++) {
                    byte one = text.array[text.offset + at];
                    hasZero |= one == 0;
                    bytes |= (one & 0xffL) << (Long.SIZE - Byte.SIZE - (at - skipped) * Byte.SIZE);
                }
                words[i] = bytes;
            }
            return hasZero ? 1 : 0;
        }
    }
}
