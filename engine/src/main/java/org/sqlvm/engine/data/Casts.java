package org.sqlvm.engine.data;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

/**
 * CAST (sqlite.org/lang_expr.html section 11) and the conversions that operators and functions make
 * of their operands. NULL stays NULL, and text that is no number counts with its longest numeric
 * prefix.
 */
public final class Casts {
    private Casts() {}

    /** {@code CAST(value AS type)} for a type of that affinity, in a database of UTF-8. */
    public static Object cast(Object value, Affinity affinity) {
        return cast(value, affinity, TextEncoding.UTF8);
    }

    /** {@code CAST(value AS type)} for a type of that affinity. */
    public static Object cast(Object value, Affinity affinity, TextEncoding encoding) {
        if (value == SqlNull.NULL) {
            return value;
        }
        return switch (affinity) {
            case NONE, BLOB -> toBlob(value, encoding);
            case TEXT -> toText(value);
            case NUMERIC -> toNumeric(value);
            case INTEGER -> toLong(value);
            case REAL -> toDouble(value);
        };
    }

    /** The bytes of the value, or of its text if it is a number. */
    private static Blob toBlob(Object value, TextEncoding encoding) {
        if (value instanceof Blob blob) {
            return blob;
        }
        Text text = toText(value);
        return encoding == TextEncoding.UTF8
                ? new Blob(text.array, text.offset, text.length)
                : Blob.of(encoded(text, encoding)).in(encoding);
    }

    /** The bytes of text in an encoding. */
    @TruffleBoundary
    public static byte[] encoded(Text text, TextEncoding encoding) {
        return encoding == TextEncoding.UTF8
                ? text.toArray()
                : text.toString().getBytes(encoding.charset);
    }

    /**
     * The value as text; a blob's bytes are taken to be text of its database's encoding. NULL must
     * not come here.
     */
    public static Text toText(Object value) {
        return switch (value) {
            case Text text -> text;
            case Blob blob -> blob.asText();
            case Long number -> Numbers.text(number);
            case Double number -> Numbers.text(number);
            default -> throw new AssertionError(value);
        };
    }

    @TruffleBoundary
    private static Object toNumeric(Object value) {
        return value instanceof Bytes bytes ? NumberText.parse(bytes).castToNumeric() : value;
    }

    /**
     * The value as an integer: a real is cut to its whole part and to the range, text gives the
     * integer it begins with, NULL gives 0.
     */
    public static long toLong(Object value) {
        if (value instanceof Long number) {
            return number;
        }
        if (value instanceof Double number) {
            return (long) (double) number; // Java's cast clamps, as SQLite's does.
        }
        return value instanceof Bytes bytes ? Numbers.longOf(bytes) : 0;
    }

    /** The value as a real; text gives the number it begins with, NULL gives 0. */
    public static double toDouble(Object value) {
        if (value instanceof Double number) {
            return number;
        }
        if (value instanceof Long number) {
            return number;
        }
        return value instanceof Bytes bytes ? Numbers.doubleOf(bytes) : 0;
    }

    /**
     * Whether the value counts as true in WHERE and AND: a number other than 0. The value must not
     * be NULL, which counts as true or false depending on the operator.
     */
    public static boolean isTrue(Object value) {
        assert value != SqlNull.NULL : "NULL is neither true nor false";
        return value instanceof Long number ? number != 0 : toDouble(value) != 0;
    }
}
