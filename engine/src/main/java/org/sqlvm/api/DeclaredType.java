package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

import java.util.Locale;

/**
 * The declared type of a column, such as {@code DECIMAL(10, 2)}, in parts, with its affinity.
 * Programs that map columns to types of their own can start from it.
 *
 * @param name the type's name in capitals, without parentheses; empty if the column has no type
 * @param affinity the affinity of the whole text by SQLite's rules (sqlite.org/datatype3.html
 *     section 3.1)
 * @param length the first number in parentheses, a length or precision; 0 if there is none
 * @param scale the second number in parentheses; 0 if there is none
 */
public record DeclaredType(String name, Affinity affinity, int length, int scale) {
    /** The storage class that SQLite tries to convert values to before it stores them. */
    public enum Affinity {
        INTEGER,
        TEXT,
        /** No conversion: a BLOB, or a column without a type. */
        BLOB,
        REAL,
        /**
         * INTEGER or REAL if the value is a number. Also the affinity of types that SQLite does not
         * know, such as DATE.
         */
        NUMERIC
    }

    private static final DeclaredType NONE = new DeclaredType("", Affinity.BLOB, 0, 0);

    /**
     * @param declared the type as written in the table's definition; null or empty for none, as for
     *     an expression
     */
    public static DeclaredType of(@Nullable String declared) {
        if (declared == null || declared.isEmpty()) {
            return NONE;
        }
        int open = declared.indexOf('(');
        String name = open < 0 ? declared : declared.substring(0, open);
        return new DeclaredType(
                name.strip().toUpperCase(Locale.ROOT),
                affinity(declared),
                number(declared, open, 0),
                number(declared, open, 1));
    }

    private static Affinity affinity(String declared) {
        return switch (org.sqlvm.engine.data.Affinity.ofDeclared(declared)) {
            case INTEGER -> Affinity.INTEGER;
            case TEXT -> Affinity.TEXT;
            case REAL -> Affinity.REAL;
            case NUMERIC -> Affinity.NUMERIC;
            case BLOB, NONE -> Affinity.BLOB;
        };
    }

    private static int number(String declared, int open, int index) {
        int close = open < 0 ? -1 : declared.indexOf(')', open);
        if (close < 0) {
            return 0;
        }
        String[] numbers = declared.substring(open + 1, close).split(",", -1);
        try {
            return index < numbers.length ? Integer.parseInt(numbers[index].strip()) : 0;
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    /**
     * Returns the storage class that values of such a column usually have. Returns null without a
     * type, and for types of the affinity NUMERIC, since dates are among them; only DECIMAL and
     * NUMERIC are REAL.
     */
    public Rows.@Nullable Type storage() {
        return switch (affinity) {
            case INTEGER -> Rows.Type.INTEGER;
            case TEXT -> Rows.Type.TEXT;
            case REAL -> Rows.Type.REAL;
            case BLOB -> name.isEmpty() ? null : Rows.Type.BLOB;
            case NUMERIC ->
                name.startsWith("DECIMAL") || name.startsWith("NUMERIC") ? Rows.Type.REAL : null;
        };
    }
}
