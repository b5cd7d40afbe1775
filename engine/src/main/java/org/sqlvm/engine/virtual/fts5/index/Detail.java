package org.sqlvm.engine.virtual.fts5.index;

/** What an index keeps of the occurrences of a term: the option {@code detail}. */
public enum Detail {
    /** Row, column and position of each. */
    FULL,
    /** The columns of each row that have the term. */
    COLUMNS,
    /** The rows alone. */
    NONE
}
