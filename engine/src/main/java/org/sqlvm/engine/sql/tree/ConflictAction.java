package org.sqlvm.engine.sql.tree;

/**
 * The reaction to a violated constraint: a statement's {@code OR …}, a constraint's {@code ON
 * CONFLICT …}.
 */
public enum ConflictAction {
    /** No conflict clause is written. */
    DEFAULT,
    ROLLBACK,
    ABORT,
    FAIL,
    IGNORE,
    REPLACE
}
