package org.sqlvm.api.arrow;

import org.sqlvm.api.Rows;

import java.util.Locale;

/** What a column of a result is in Arrow. */
enum ColumnType {
    /** No value but NULL. */
    NULL(1),
    /** Int64. */
    INTEGER(2),
    /** Float64. */
    REAL(3),
    /** Utf8. */
    TEXT(5),
    /** Binary. */
    BLOB(4);

    private final byte code;

    /** @param code of the union Type of Schema.fbs */
    ColumnType(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }

    boolean isOfBytes() {
        return this == TEXT || this == BLOB;
    }

    /** Of values of one storage class. */
    static ColumnType of(Rows.Type storage) {
        return switch (storage) {
            case INTEGER -> INTEGER;
            case REAL -> REAL;
            case TEXT -> TEXT;
            case BLOB -> BLOB;
            case NULL -> NULL;
        };
    }

    /**
     * What a declared type says of a column: by its affinity (sqlite.org/datatype3.html section
     * 3.1), of which NUMERIC and that of no type say nothing: those are dates, too. But DECIMAL and
     * NUMERIC are numbers.
     *
     * @param declared null for none
     * @return null if it says nothing
     */
    static ColumnType ofDeclared(String declared) {
        String name = declared == null ? "" : declared.toUpperCase(Locale.ROOT);
        if (name.contains("INT")) {
            return INTEGER;
        }
        if (name.contains("CHAR") || name.contains("CLOB") || name.contains("TEXT")) {
            return TEXT;
        }
        if (name.contains("BLOB")) {
            return BLOB;
        }
        boolean isReal = name.contains("REAL") || name.contains("FLOA") || name.contains("DOUB");
        boolean isNumber = name.startsWith("DECIMAL") || name.startsWith("NUMERIC");
        return isReal || isNumber ? REAL : null;
    }

    /** Whether there is a real of the same value. */
    static boolean isExact(long number) {
        // Converted back, 2^63 would be the greatest integer.
        return number != Long.MAX_VALUE && (long) (double) number == number;
    }
}
