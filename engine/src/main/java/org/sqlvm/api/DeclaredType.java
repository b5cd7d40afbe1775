package org.sqlvm.api;

import java.util.Locale;

/**
 * What a column is declared as, {@code DECIMAL(10, 2)}, and what SQLite makes of it. What a program
 * makes of it, such as a type of its own, is a mapping from this.
 *
 * @param name in capitals, without what stands in parentheses; empty if the column has no type
 * @param affinity by SQLite's rule (sqlite.org/datatype3.html section 3.1), of the whole text
 * @param length the first number in parentheses, a length or precision; 0 if there is none
 * @param scale the second number in parentheses; 0 if there is none
 */
public record DeclaredType(String name, Affinity affinity, int length, int scale) {
    /** What SQLite tries to make of values before it stores them. */
    public enum Affinity {
        INTEGER,
        TEXT,
        /** Nothing is tried: a BLOB, or no type at all. */
        BLOB,
        REAL,
        /** Numbers, where the value is one: also types that SQLite does not know, as DATE. */
        NUMERIC
    }

    private static final DeclaredType NONE = new DeclaredType("", Affinity.BLOB, 0, 0);

    /** @param declared the text of the declaration; null for none, as an expression has it */
    public static DeclaredType of(String declared) {
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
     * Returns the storage class that values of such a column have as a rule; null if the type does
     * not say: without a type, and for most that have the affinity NUMERIC, since dates are among
     * them. DECIMAL and NUMERIC are numbers.
     */
    public Rows.Type storage() {
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
