package org.sqlvm.engine.error;

/** How much an error undoes (sqlite.org/lang_conflict.html). */
public enum Undo {
    /** The statement's changes: ABORT, and every error that says nothing else. */
    STATEMENT,
    /** Nothing: FAIL. */
    NOTHING,
    /** The transaction, which ends: ROLLBACK. */
    TRANSACTION
}
