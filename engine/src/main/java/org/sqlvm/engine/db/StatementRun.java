package org.sqlvm.engine.db;

import org.sqlvm.engine.schema.Schema;

import java.util.BitSet;

/**
 * One run of a statement as its connection sees it: which part of a transaction it holds. Ended
 * exactly once, by {@link #succeed} or {@link #fail}; a second ending does nothing.
 */
public final class StatementRun {
    private final Connection connection;
    /** The databases that it reads, and those that it writes, by number. */
    private final BitSet reading = new BitSet();

    private final BitSet writing = new BitSet();
    private boolean ended;

    StatementRun(Connection connection) {
        this.connection = connection;
    }

    /**
     * The Transaction instruction: a read transaction, and a write transaction if {@code write}.
     *
     * @param database its number
     * @param compiledFor the schema the program was compiled for
     * @throws SchemaChangedException if the schema has changed since; the statement is to be
     *     compiled again
     */
    public void begin(int database, boolean write, Schema compiledFor) {
        if (!reading.get(database)) {
            connection.btree(database).beginRead();
            reading.set(database);
        }
        if (write && !writing.get(database)) {
            connection.beginWriting(database);
            connection.countWriter(writing.isEmpty() ? 1 : 0);
            writing.set(database);
        }
        connection.checkSchema(database);
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
            connection.countWriter(writing.isEmpty() ? 0 : -1);
            for (int i = writing.nextSetBit(0); i >= 0; i = writing.nextSetBit(i + 1)) {
                if (success) {
                    connection.keepStatement(i);
                } else {
                    connection.undoStatement(i);
                }
            }
            connection.end();
        } finally {
            reading.stream().forEach(database -> connection.btree(database).endRead());
        }
    }
}
