package org.sqlvm.spark;

import org.sqlvm.api.DeclaredType.Affinity;

import java.io.Serializable;

/**
 * A column that a scan can read.
 *
 * @param affinity the affinity by which SQLite converts what the column is compared with
 * @param isCast whether values of any storage class are read as text
 * @param isKey whether the column is the rowid, which is always an integer
 */
record ReadColumn(String name, ValueKind kind, Affinity affinity, boolean isCast, boolean isKey)
        implements Serializable {

    /** The values as SQL. */
    String sql() {
        String quoted = Location.quoted(name);
        return isCast ? "CAST(" + quoted + " AS TEXT)" : quoted;
    }

    /**
     * Whether a comparison in SQL has the result that Spark's has. The affinity must leave literals
     * of the column's kind as they are.
     */
    boolean isComparable() {
        return switch (kind) {
            case LONG, INT, SHORT, BYTE, DOUBLE, BOOLEAN -> affinity != Affinity.TEXT;
            // No text of this form is a number.
            case DATE -> true;
            case STRING -> isCast || affinity == Affinity.TEXT || affinity == Affinity.BLOB;
            case BINARY -> affinity == Affinity.BLOB;
            // The same time has several texts, and a float is compared as one.
            case FLOAT, LOCAL_TIME, INSTANT -> false;
        };
    }

    /** The values as SQL that compares by bytes, whatever the column's collation. */
    String compared() {
        return kind == ValueKind.STRING ? sql() + " COLLATE BINARY" : sql();
    }

    /** A condition for values that cannot be read as this kind. */
    String mismatch() {
        String quoted = Location.quoted(name);
        String type = "typeof(" + quoted + ")";
        return switch (kind) {
            case LONG -> type + " NOT IN ('null', 'integer')";
            case INT, SHORT, BYTE, BOOLEAN ->
                type + " NOT IN ('null', 'integer') OR " + quoted + " NOT BETWEEN " + least()
                        + " AND " + greatest();
            case DOUBLE, FLOAT -> type + " NOT IN ('null', 'real', 'integer')";
            case STRING -> isCast ? "0" : type + " NOT IN ('null', 'text')";
            case BINARY -> type + " NOT IN ('null', 'blob')";
            case DATE -> type + " NOT IN ('null', 'text') OR date(" + quoted + ") IS NOT " + quoted;
            case LOCAL_TIME, INSTANT ->
                type + " NOT IN ('null', 'text') OR (datetime(" + quoted + ") IS NULL AND " + quoted
                        + " IS NOT NULL)";
        };
    }

    private long least() {
        return switch (kind) {
            case INT -> Integer.MIN_VALUE;
            case SHORT -> Short.MIN_VALUE;
            case BYTE -> Byte.MIN_VALUE;
            default -> 0;
        };
    }

    private long greatest() {
        return switch (kind) {
            case INT -> Integer.MAX_VALUE;
            case SHORT -> Short.MAX_VALUE;
            case BYTE -> Byte.MAX_VALUE;
            default -> 1;
        };
    }
}
