package org.sqlvm.engine.sql.tree;

/**
 * What to do when a constraint is violated: {@code OR …} of a statement, {@code ON CONFLICT …} of a
 * constraint.
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
