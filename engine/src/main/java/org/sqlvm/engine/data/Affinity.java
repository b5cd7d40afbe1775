package org.sqlvm.engine.data;

/**
 * A column's or expression's type affinity (sqlite.org/datatype3.html section 3). The code is
 * SQLite's own letter, so that P5 of a comparison and the string of an Affinity instruction read as
 * SQLite's.
 */
public enum Affinity {
    /** No affinity at all: an expression that is neither a column nor a cast. */
    NONE('@'),
    BLOB('A'),
    TEXT('B'),
    NUMERIC('C'),
    INTEGER('D'),
    REAL('E');

    public final char code;

    Affinity(char code) {
        this.code = code;
    }

    /** NUMERIC, INTEGER or REAL. */
    public boolean isNumeric() {
        return compareTo(NUMERIC) >= 0;
    }

    /** The affinity of {@code code}, as written in P5 or P4 of an instruction. */
    public static Affinity of(int code) {
        return switch (code) {
            case 'A' -> BLOB;
            case 'B' -> TEXT;
            case 'C' -> NUMERIC;
            case 'D' -> INTEGER;
            case 'E' -> REAL;
            default -> NONE;
        };
    }
}
