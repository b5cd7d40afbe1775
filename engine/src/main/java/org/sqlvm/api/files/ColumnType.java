package org.sqlvm.api.files;

/** The type of a file's column, whose values may also be NULL. */
public enum ColumnType {
    INTEGER,
    REAL,
    /** Numbers where the text is one, else text: DATE, DECIMAL and their kind. */
    NUMERIC,
    TEXT,
    /** Whatever the file says. */
    ANY
}
