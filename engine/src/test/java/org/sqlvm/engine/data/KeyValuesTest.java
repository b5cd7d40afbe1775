package org.sqlvm.engine.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;

/** When values are the same key. */
final class KeyValuesTest {
    private static final List<Object> VALUES = List.of(
            SqlNull.NULL,
            0L,
            1L,
            -1L,
            1L << 53,
            (1L << 53) + 1,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            0.0,
            -0.0,
            1.0,
            1.5,
            -1.0,
            0x1p53,
            0x1p63,
            -0x1p63,
            1e300,
            Double.MIN_VALUE,
            Double.POSITIVE_INFINITY,
            Text.EMPTY,
            Text.of("1"),
            Text.of("a"),
            Text.of("A"),
            Text.of("a "),
            JsonText.of(Text.of("a")),
            Blob.EMPTY,
            Blob.of(new byte[] {'1'}),
            Blob.of(new byte[] {'a'}));

    @Test
    void sameKeysAreThoseThatCompareEqual() {
        for (Collation collation : List.of(Collation.BINARY, Collation.NOCASE, Collation.RTRIM)) {
            for (Object left : VALUES) {
                for (Object right : VALUES) {
                    int compared = Values.compare(left, right, collation);
                    String pair = left + " " + right + " " + collation;
                    assertEquals(compared == 0, equal(left, right, collation), pair);
                    assertEquals(
                            Integer.signum(compared),
                            Integer.signum(compare(left, right, collation)),
                            pair);
                    if (compared == 0) {
                        assertEquals(code(left, collation), code(right, collation), pair);
                    }
                }
            }
        }
    }

    @Test
    void unboxedValuesAreBoxedAgain() {
        for (Object value : VALUES) {
            Object again =
                    KeyValues.valueOf(KeyValues.kindOf(value), KeyValues.bitsOf(value), value);
            assertEquals(value, again);
            assertEquals(KeyValues.code(value), code(value, Collation.BINARY));
        }
    }

    @Test
    void realsThatAreIntegers() {
        assertTrue(KeyValues.isWhole(-0.0));
        assertTrue(KeyValues.isWhole(-0x1p63));
        assertTrue(KeyValues.isWhole(0x1p62));
        assertFalse(KeyValues.isWhole(0x1p63));
        assertFalse(KeyValues.isWhole(0.5));
        assertFalse(KeyValues.isWhole(Double.NEGATIVE_INFINITY));
    }

    private static boolean equal(Object left, Object right, Collation collation) {
        return KeyValues.equal(
                KeyValues.kindOf(left),
                KeyValues.bitsOf(left),
                left,
                KeyValues.kindOf(right),
                KeyValues.bitsOf(right),
                right,
                collation);
    }

    private static int compare(Object left, Object right, Collation collation) {
        return KeyValues.compare(
                KeyValues.kindOf(left),
                KeyValues.bitsOf(left),
                left,
                KeyValues.kindOf(right),
                KeyValues.bitsOf(right),
                right,
                collation);
    }

    private static long code(Object value, Collation collation) {
        return KeyValues.code(KeyValues.kindOf(value), KeyValues.bitsOf(value), value, collation);
    }
}
