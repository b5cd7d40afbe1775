package org.sqlvm.engine.sql.tree;

/**
 * The reaction to a violated constraint: a statement's {@code OR …}, a constraint's {@code ON
 * CONFLICT …}.
 */
public enum ConflictAction {
    /** Not said. */
    DEFAULT,
    ROLLBACK,
    ABORT,
    FAIL,
    IGNORE,
    REPLACE
}
