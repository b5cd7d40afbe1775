package org.sqlvm.engine.virtual.files;

import org.sqlvm.engine.data.Affinity;

/** What the values of a file's column are. */
public enum ColumnType {
    INTEGER,
    REAL,
    /** Numbers where the text is one, else text: DATE, DECIMAL and their kind. */
    NUMERIC,
    TEXT,
    /** Whatever the file says. */
    ANY;

    static ColumnType of(Affinity affinity) {
        return switch (affinity) {
            case INTEGER -> INTEGER;
            case REAL -> REAL;
            case NUMERIC -> NUMERIC;
            case TEXT -> TEXT;
            default -> ANY;
        };
    }
}
