package org.sqlvm.engine.virtual.fts5.index;

/** The occurrences of a term that an index keeps: the option {@code detail}. */
public enum Detail {
    /** Row, column and position of each. */
    FULL,
    /** The columns of each row that have the term. */
    COLUMNS,
    /** The rows alone. */
    NONE
}
