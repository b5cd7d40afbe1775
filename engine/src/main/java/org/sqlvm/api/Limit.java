package org.sqlvm.api;

/**
 * A limit on a connection's statements (sqlite.org/c3ref/c_limit_attached.html). The ordinal is
 * SQLite's number.
 */
public enum Limit {
    /** The size of a TEXT, BLOB or row, in bytes. */
    LENGTH,
    /** The size of a statement's text, in bytes. */
    SQL_LENGTH,
    COLUMN,
    EXPR_DEPTH,
    COMPOUND_SELECT,
    /** The number of instructions of a program. */
    VDBE_OP,
    FUNCTION_ARG,
    ATTACHED,
    LIKE_PATTERN_LENGTH,
    VARIABLE_NUMBER,
    TRIGGER_DEPTH,
    WORKER_THREADS
}
