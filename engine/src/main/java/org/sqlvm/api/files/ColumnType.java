package org.sqlvm.api.files;

/** What the values of a file's column are, besides NULL. */
public enum ColumnType {
    INTEGER,
    REAL,
    /** Numbers where the text is one, else text: DATE, DECIMAL and their kind. */
    NUMERIC,
    TEXT,
    /** Whatever the file says. */
    ANY
}
