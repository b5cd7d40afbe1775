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

    /**
     * Returns the affinity of a column or CAST that is declared as {@code type}
     * (sqlite.org/datatype3.html section 3.1); null and empty are BLOB.
     */
    public static Affinity ofDeclared(String type) {
        if (type == null || type.isEmpty()) {
            return BLOB;
        }
        String upper = Ascii.toUpper(type);
        if (upper.contains("INT")) {
            return INTEGER;
        }
        if (upper.contains("CHAR") || upper.contains("CLOB") || upper.contains("TEXT")) {
            return TEXT;
        }
        if (upper.contains("BLOB")) {
            return BLOB;
        }
        boolean isReal = upper.contains("REAL") || upper.contains("FLOA") || upper.contains("DOUB");
        return isReal ? REAL : NUMERIC;
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
