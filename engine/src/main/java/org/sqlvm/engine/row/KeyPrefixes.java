package org.sqlvm.engine.row;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;

/**
 * A column of rows as unsigned numbers that are in the order of its values, where all of them are
 * numbers, or texts that compare by their bytes, or NULL. Different values may have the same one.
 *
 * @param prefixes by row
 * @param exact values with the same number are equal
 */
record KeyPrefixes(long[] prefixes, boolean exact) {
    /** Every integer up to here is a double. */
    private static final long EXACT_MAX = 1L << 53;

    private static final long LEAST = 0;
    private static final long GREATEST = -1;

    static KeyPrefixes of(Object[][] rows, int count, RowKey key) {
        boolean numbers = true;
        boolean texts = key.field().collation() == Collation.BINARY;
        for (int i = 0; i < count && (numbers || texts); i++) {
            Object value = rows[i][key.column()];
            numbers &= value instanceof Long || value instanceof Double || value == SqlNull.NULL;
            texts &= value instanceof Text || value == SqlNull.NULL;
        }
        long[] prefixes = new long[count];
        boolean exact = false;
        if (numbers) {
            exact = ofNumbers(rows, key, prefixes);
        } else if (texts) {
            exact = ofTexts(rows, key, prefixes);
        }
        if (key.field().descending()) {
            for (int i = 0; i < count; i++) {
                prefixes[i] = ~prefixes[i];
            }
        }
        return new KeyPrefixes(prefixes, exact);
    }

    private static long ofNull(RowKey key) {
        return key.field().bigNull() ? GREATEST : LEAST;
    }

    /** As doubles. */
    private static boolean ofNumbers(Object[][] rows, RowKey key, long[] prefixes) {
        boolean exact = true;
        for (int i = 0; i < prefixes.length; i++) {
            Object value = rows[i][key.column()];
            if (value == SqlNull.NULL) {
                prefixes[i] = ofNull(key);
                continue;
            }
            if (value instanceof Long whole) {
                exact &= whole <= EXACT_MAX && whole >= -EXACT_MAX;
                prefixes[i] = KeyOrder.orderedBits(whole);
            } else {
                prefixes[i] = KeyOrder.orderedBits((double) value);
            }
        }
        return exact;
    }

    /** Eight bytes behind those that all texts begin with; NULL may be the same as few bytes. */
    private static boolean ofTexts(Object[][] rows, RowKey key, long[] prefixes) {
        Text first = null;
        int same = 0;
        boolean exact = true;
        for (int i = 0; i < prefixes.length; i++) {
            if (rows[i][key.column()] instanceof Text text) {
                if (first == null) {
                    first = text;
                    same = text.length;
                }
                same = sameBytes(first, text, same);
                exact &= text.length == first.length;
            } else {
                exact = false;
            }
        }
        for (int i = 0; i < prefixes.length; i++) {
            prefixes[i] =
                    rows[i][key.column()] instanceof Text text ? bytes(text, same) : ofNull(key);
        }
        return exact && first.length - same <= Long.BYTES;
    }

    private static int sameBytes(Text one, Text other, int most) {
        int end = Math.min(most, other.length);
        int at = 0;
        while (at < end && one.array[one.offset + at] == other.array[other.offset + at]) {
            at++;
        }
        return at;
    }

    private static long bytes(Text text, int from) {
        long bytes = 0;
        for (int at = from; at < from + Long.BYTES; at++) {
            bytes = bytes << 8 | (at < text.length ? text.array[text.offset + at] & 0xff : 0);
        }
        return bytes;
    }
}
