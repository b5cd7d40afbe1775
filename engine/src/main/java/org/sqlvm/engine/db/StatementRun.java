package org.sqlvm.engine.db;

import org.sqlvm.engine.schema.Schema;

/**
 * One run of a statement as its connection sees it: which part of a transaction it holds. Ended
 * exactly once, by {@link #succeed} or {@link #fail}; a second ending does nothing.
 */
public final class StatementRun {
    private final Connection connection;
    private boolean reading;
    private boolean writing;
    private boolean ended;

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
        }
        connection.checkSchema();
        if (connection.schema().fingerprint() != compiledFor.fingerprint()) {
            throw new SchemaChangedException();
        }
    }

    /** The statement has run to its end, or its caller wants no more rows. */
    public void succeed() {
        end(true);
    }

    /** The statement has failed: its own changes are undone. */
    public void fail() {
        end(false);
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
            }
            connection.end();
        } finally {
            if (reading) {
                connection.btree().endRead();
            }
        }
    }
}
