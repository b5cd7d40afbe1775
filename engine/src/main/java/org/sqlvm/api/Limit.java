package org.sqlvm.api;

/**
 * What a connection's statements are limited in (sqlite.org/c3ref/c_limit_attached.html); the
 * ordinal is SQLite's number.
 */
public enum Limit {
    /** Bytes of a TEXT, BLOB or row. */
    LENGTH,
    /** Bytes of a statement's text. */
    SQL_LENGTH,
    COLUMN,
    EXPR_DEPTH,
    COMPOUND_SELECT,
    /** Instructions of a program. */
    VDBE_OP,
    FUNCTION_ARG,
    ATTACHED,
    LIKE_PATTERN_LENGTH,
    VARIABLE_NUMBER,
    TRIGGER_DEPTH,
    WORKER_THREADS
}
