package org.sqlvm.engine.db;

import org.sqlvm.engine.error.Undo;
import org.sqlvm.engine.schema.Schema;

/**
 * One run of a statement as its connection sees it: which part of a transaction it holds. Ended
 * exactly once, by {@link #end}; a second ending does nothing.
 */
public final class StatementRun {
    private final Connection connection;
    private boolean reading;
    private boolean writing;
    private boolean ended;
    /** Deferred violations before the statement. */
    private long deferredBefore;

    StatementRun(Connection connection) {
        this.connection = connection;
    }

    /**
     * The Transaction instruction: a read transaction, and a write transaction if {@code write}.
     *
     * @param compiledFor the schema the program was compiled for
     * @throws SchemaChangedException if the schema has changed since; the statement is to be
     *     compiled again
     */
    public void begin(boolean write, Schema compiledFor) {
        if (!reading) {
            connection.btree().beginRead();
            reading = true;
        }
        if (write && !writing) {
            connection.beginWriting();
            writing = true;
            deferredBefore = connection.deferredViolations();
        }
        connection.checkSchema();
        if (connection.schema().fingerprint() != compiledFor.fingerprint()) {
            throw new SchemaChangedException();
        }
    }

    /** The statement has ended, in success or in a way that says how much is undone. */
    public void end(Undo undo) {
        if (undo == Undo.TRANSACTION && !ended) {
            connection.rollbackAll();
            deferredBefore = 0;
        }
        end(undo == Undo.NOTHING);
    }

    private void end(boolean success) {
        if (ended) {
            return;
        }
        ended = true;
        try {
            if (writing && success) {
                connection.keepStatement();
            } else if (writing) {
                connection.undoStatement();
                connection.addDeferredViolations(deferredBefore - connection.deferredViolations());
            }
            connection.end();
            if (reading && connection.isAutocommit()) {
                connection.endDeferral();
            }
        } finally {
            if (reading) {
                connection.btree().endRead();
            }
        }
    }
}
