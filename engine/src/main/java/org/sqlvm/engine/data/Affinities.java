package org.sqlvm.engine.data;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

/**
 * The conversion of a value on the way into a column or a comparison (sqlite.org/datatype3.html
 * sections 3 and 4.2). Affinity, unlike a cast, changes nothing that would lose information.
 */
public final class Affinities {
    /**
     * Integers of more than 48 bits take eight bytes in a record, as a real does, so a REAL column
     * does not store them as integers.
     */
    private static final long INT48_MAX = (1L << 47) - 1;

    private Affinities() {}

    /** The value after that affinity. */
    public static Object apply(Object value, Affinity affinity) {
        return switch (affinity) {
            case NONE, BLOB -> value;
            case TEXT -> toText(value);
            case NUMERIC, INTEGER -> toNumeric(value);
            case REAL -> toReal(value);
        };
    }

    /**
     * The value after that affinity, as a record holds it: a REAL column stores a whole number as
     * an integer where that is shorter.
     */
    public static Object stored(Object value, Affinity affinity) {
        Object applied = apply(value, affinity);
        if (affinity == Affinity.REAL && applied instanceof Double number) {
            long whole = (long) (double) number;
            if (whole == number && whole <= INT48_MAX && whole >= -INT48_MAX - 1) {
                return whole;
            }
        }
        return applied;
    }

    /** Numbers become text; anything else stays. */
    public static Object toText(Object value) {
        if (value instanceof Long number) {
            return Numbers.text(number);
        }
        return value instanceof Double number ? Numbers.text(number) : value;
    }

    /** Text that is wholly a number becomes an integer or a real; reals that are integers, too. */
    public static Object toNumeric(Object value) {
        if (value instanceof Long) {
            return value;
        }
        if (value instanceof Double number) {
            return wholeOrSame(number);
        }
        return value instanceof Text text ? textToNumeric(text) : value;
    }

    /**
     * Converts as {@link #toNumeric} does, for a rowid or a count: the real that equals the
     * smallest integer becomes an integer here, while a column's affinity leaves it a real.
     */
    public static Object toInteger(Object value) {
        Object number = toNumeric(value);
        boolean least = number instanceof Double real && real == Long.MIN_VALUE;
        return least ? (Object) Long.MIN_VALUE : number;
    }

    /** Converts as {@link #toNumeric} does, and then numbers to reals. */
    public static Object toReal(Object value) {
        if (value instanceof Long number) {
            return (double) number;
        }
        if (value instanceof Text text) {
            Object number = textToNumeric(text);
            return number instanceof Long whole ? (Object) (double) whole : number;
        }
        return value;
    }

    /** The integer a real equals, but for the two outermost; else the real. */
    private static Object wholeOrSame(Double number) {
        double real = number;
        long whole = (long) real;
        boolean same = whole == real && whole > Long.MIN_VALUE && whole < Long.MAX_VALUE;
        return same ? (Object) whole : number;
    }

    @TruffleBoundary
    private static Object textToNumeric(Text text) {
        NumberText number = NumberText.parse(text);
        if (!number.isComplete()) {
            return text;
        }
        if (number.isInteger() && number.fitsLong()) {
            return number.longValue();
        }
        return wholeOrSame(number.doubleValue());
    }

    /**
     * The number that the text wholly is, as Long or Double, or NULL. A number with a point or an
     * exponent is a Double, even if it equals an integer.
     */
    @TruffleBoundary
    public static Object number(Text text) {
        NumberText number = NumberText.parse(text);
        if (!number.isComplete()) {
            return SqlNull.NULL;
        }
        return number.isInteger() && number.fitsLong()
                ? (Object) number.longValue()
                : (Object) number.doubleValue();
    }

    /** The comparison affinity of both sides, applied to one of them before a comparison. */
    public static Object forComparison(Object value, Affinity affinity) {
        if (affinity.isNumeric()) {
            return value instanceof Text text ? textToNumeric(text) : value;
        }
        return affinity == Affinity.TEXT ? toText(value) : value;
    }
}
