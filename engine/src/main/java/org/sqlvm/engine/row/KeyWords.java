package org.sqlvm.engine.row;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.ValueKind;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A column of rows as unsigned numbers that are in the order of its values, where all of them are
 * numbers, or texts that compare by their bytes, or NULL. Different values may have the same ones.
 *
 * @param words by row; what is in the second counts where the first are the same. None where values
 *     are something else
 * @param exact values with the same words are equal
 */
record KeyWords(List<long[]> words, boolean exact) {
    /** Every integer up to here is a double. */
    private static final long EXACT_MAX = 1L << 53;

    private static final long LEAST = 0;
    private static final long GREATEST = -1;

    /** Of texts that take more words only the first bytes are taken. */
    private static final int TEXT_WORDS_MAX = 2;

    static KeyWords of(ValueColumn column, int count, KeyField field) {
        int kinds = column.kindsOf(count);
        KeyWords ascending;
        if ((kinds & ~(ValueKind.LONG | ValueKind.DOUBLE)) == 0) {
            ascending = kinds == ValueKind.LONG && !column.hasNull(count)
                    ? ofIntegers(column, count)
                    : ofNumbers(column, count, field);
        } else if (kinds == ValueKind.TEXT && field.collation() == Collation.BINARY) {
            ascending = new TextWords(column, count, ofNull(field)).make();
        } else {
            return new KeyWords(List.of(), false);
        }
        if (field.descending()) {
            for (long[] words : ascending.words) {
                for (int i = 0; i < count; i++) {
                    words[i] = ~words[i];
                }
            }
        }
        return ascending;
    }

    private static long ofNull(KeyField field) {
        return field.bigNull() ? GREATEST : LEAST;
    }

    private static KeyWords ofIntegers(ValueColumn column, int count) {
        long[] words = new long[count];
        for (int i = 0; i < count; i++) {
            words[i] = column.number(i) ^ Long.MIN_VALUE;
        }
        return new KeyWords(List.of(words), true);
    }

    /** As doubles. */
    private static KeyWords ofNumbers(ValueColumn column, int count, KeyField field) {
        boolean exact = true;
        long[] words = new long[count];
        for (int i = 0; i < count; i++) {
            int kind = column.kind(i);
            if (kind == ValueKind.NULL) {
                words[i] = ofNull(field);
            } else if (kind == ValueKind.LONG) {
                long whole = column.number(i);
                exact &= whole <= EXACT_MAX && whole >= -EXACT_MAX;
                words[i] = KeyOrder.orderedBits(whole);
            } else {
                words[i] = KeyOrder.orderedBits(Double.longBitsToDouble(column.number(i)));
            }
        }
        return new KeyWords(List.of(words), exact);
    }

    /** Bytes behind those that all texts begin with, which are left out; zeros behind the last. */
    private static final class TextWords {
        private final ValueColumn column;
        private final int count;
        private final long ofNull;

        /** So many bytes all texts begin with. */
        private int same = Integer.MAX_VALUE;

        private int longest;
        private int shortest = Integer.MAX_VALUE;
        private boolean hasNull;

        /** A text has a byte that is 0, as what stands behind its last. */
        private boolean hasZero;

        TextWords(ValueColumn column, int count, long ofNull) {
            this.column = column;
            this.count = count;
            this.ofNull = ofNull;
        }

        KeyWords make() {
            measure();
            int needed = Math.max(1, (longest - same + Long.BYTES - 1) / Long.BYTES);
            boolean whole = needed <= TEXT_WORDS_MAX;
            List<long[]> words =
                    IntStream.range(0, whole ? needed : 1).mapToObj(this::words).toList();
            // NULL is the same as an empty text, or as one of the greatest bytes.
            boolean exact = whole
                    && (shortest == longest || !hasZero)
                    && !(hasNull && (ofNull == GREATEST || shortest == same || hasZero));
            return new KeyWords(words, exact);
        }

        private void measure() {
            Text first = null;
            Text before = null;
            for (int i = 0; i < count; i++) {
                if (column.isNull(i)) {
                    hasNull = true;
                    continue;
                }
                Text text = (Text) column.object(i);
                if (text == before) {
                    continue; // As they often come of a dictionary.
                }
                before = text;
                first = first == null ? text : first;
                same = sameBytes(first, text, Math.min(same, text.length));
                longest = Math.max(longest, text.length);
                shortest = Math.min(shortest, text.length);
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

        private long[] words(int number) {
            int from = same + number * Long.BYTES;
            long[] words = new long[count];
            for (int i = 0; i < count; i++) {
                words[i] = column.isNull(i) ? ofNull : bytes((Text) column.object(i), from);
            }
            return words;
        }

        private long bytes(Text text, int from) {
            long bytes = 0;
            int end = Math.min(text.length, from + Long.BYTES);
            for (int at = from; at < end; at++) {
                byte one = text.array[text.offset + at];
                hasZero |= one == 0;
                bytes |= (one & 0xffL) << (Long.SIZE - Byte.SIZE - (at - from) * Byte.SIZE);
            }
            return bytes;
        }
    }
}
