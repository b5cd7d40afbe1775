package org.sqlvm.api.arrow;

import org.jspecify.annotations.Nullable;
import org.sqlvm.api.DeclaredType;
import org.sqlvm.api.Rows;

/** The Arrow type of a result's column. */
enum ColumnType {
    /** Null: a column whose values are all NULL. */
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

    /** @param code the type's number in the union Type of Schema.fbs */
    ColumnType(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }

    boolean isOfBytes() {
        return this == TEXT || this == BLOB;
    }

    /** Returns the type for values of one storage class. */
    static ColumnType of(Rows.Type storage) {
        return switch (storage) {
            case INTEGER -> INTEGER;
            case REAL -> REAL;
            case TEXT -> TEXT;
            case BLOB -> BLOB;
            case NULL -> NULL;
        };
    }

    /** Returns the type for a declared type; null if that does not determine the storage class. */
    static @Nullable ColumnType ofDeclared(@Nullable String declared) {
        Rows.Type storage = DeclaredType.of(declared).storage();
        return storage == null ? null : of(storage);
    }

    /** Whether there is a real of the same value. */
    static boolean isExact(long number) {
        // Converted back, 2^63 would be the greatest integer.
        return number != Long.MAX_VALUE && (long) (double) number == number;
    }
}
