package org.sqlvm.api;

import org.jspecify.annotations.Nullable;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.Numbers;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;

/**
 * Converts SQL values to Java types, for the getters of columns, arguments and keys, as SQLite's
 * {@code sqlite3_column_*} do (sqlite.org/c3ref/column_blob.html).
 *
 * <p>A value is what {@link Rows#getObject} gives: a Long, a Double, a String, a {@code byte[]} or
 * null. The engine's own Text, Blob and SqlNull are values, too. A text must not have lone
 * surrogates, which SQL cannot store. Any other object causes an AssertionError.
 */
public final class JavaValues {
    private JavaValues() {}

    /** Returns the storage class. */
    public static Rows.Type typeOf(@Nullable Object value) {
        return switch (value) {
            case Long _ -> Rows.Type.INTEGER;
            case Double _ -> Rows.Type.REAL;
            case Text _ -> Rows.Type.TEXT;
            case String _ -> Rows.Type.TEXT;
            case Blob _ -> Rows.Type.BLOB;
            case byte[] _ -> Rows.Type.BLOB;
            case SqlNull _ -> Rows.Type.NULL;
            case null -> Rows.Type.NULL;
            default -> throw new AssertionError(value.getClass());
        };
    }

    /** Returns whether the value is NULL. */
    public static boolean isNull(@Nullable Object value) {
        return value == null || value == SqlNull.NULL;
    }

    /** Returns the value in the form that the engine converts: numbers, Text, Blob and SqlNull. */
    private static Object engineValue(@Nullable Object value) {
        return switch (value) {
            case String text -> Text.of(text);
            case byte[] bytes -> Blob.of(bytes);
            case null -> SqlNull.NULL;
            default -> value;
        };
    }

    /**
     * Returns the value as an integer: a real is truncated, and clamped to the range of a long;
     * TEXT and BLOB give the integer that they begin with; NULL gives 0.
     */
    public static long toLong(@Nullable Object value) {
        return value instanceof Long number ? number : Casts.toLong(engineValue(value));
    }

    /** Returns the value as a real: TEXT and BLOB give the number they begin with, NULL gives 0. */
    public static double toDouble(@Nullable Object value) {
        return value instanceof Double number ? number : Casts.toDouble(engineValue(value));
    }

    /** Returns whether the value counts as true in WHERE: whether it is not 0 as a number. */
    public static boolean toBoolean(@Nullable Object value) {
        return value instanceof Long number ? number != 0 : toDouble(value) != 0;
    }

    /** Returns the value as text, a number as SQL writes it: {@code 1.0e+20}; null for NULL. */
    public static @Nullable String toText(@Nullable Object value) {
        return switch (value) {
            case Text text -> string(text);
            case String text -> text;
            case Long number -> Long.toString(number);
            case Double number -> Numbers.string(number);
            case SqlNull _ -> null;
            case null -> null;
            default -> Casts.toText(engineValue(value)).toString();
        };
    }

    /**
     * An optimization: a Text object that occurs in many rows, as in results of joins, is decoded
     * once.
     */
    private static String string(Text text) {
        if (text.made instanceof String known) {
            return known;
        }
        String string = text.toString();
        if (text.made == null) {
            text.made = string;
        }
        return string;
    }

    /** Returns the bytes of the value, or of its text if it is a number; null for NULL. */
    public static byte @Nullable [] toBlob(@Nullable Object value) {
        Object own = engineValue(value);
        return switch (own) {
            case SqlNull _ -> null;
            case Bytes bytes -> bytes.toArray();
            default -> Casts.toText(own).toArray();
        };
    }

    /** Returns a Long, a Double, a String, a fresh {@code byte[]} or null. */
    public static @Nullable Object toObject(@Nullable Object value) {
        return switch (value) {
            case Text text -> string(text);
            case Blob blob -> blob.toArray();
            case byte[] bytes -> bytes.clone();
            case SqlNull _ -> null;
            case null, default -> value;
        };
    }
}
