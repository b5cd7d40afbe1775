package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.files.ColumnType;

/** Finds the type of a column of texts by its values. */
final class TypeGuess {
    private boolean seen;
    private boolean integer = true;
    private boolean real = true;

    /** One more value that is not NULL. */
    void add(byte[] bytes, int from, int to) {
        seen = true;
        if (!real) {
            return;
        }
        int start = Fields.afterSpaces(bytes, from, to);
        int end = Fields.beforeSpaces(bytes, start, to);
        // Zeros before a number are seen in codes, and so many digits in identifiers.
        boolean plain = Fields.isPlainNumber(bytes, start, end);
        boolean isInteger = plain && Fields.integer(bytes, start, end) != null;
        integer &= isInteger;
        real = plain
                && (isInteger
                        || (!Fields.isDigits(bytes, start, end)
                                && !Double.isNaN(Fields.real(bytes, start, end))));
        integer &= real;
    }

    /** TEXT if there was no value. */
    ColumnType type() {
        if (!seen || !real) {
            return ColumnType.TEXT;
        }
        return integer ? ColumnType.INTEGER : ColumnType.REAL;
    }

    /** Whether a value would not change the type. */
    static boolean fits(ColumnType type, byte[] bytes, int from, int to) {
        TypeGuess guess = new TypeGuess();
        guess.add(bytes, from, to);
        return switch (type) {
            case INTEGER -> guess.integer;
            case REAL -> guess.real;
            default -> true;
        };
    }
}
