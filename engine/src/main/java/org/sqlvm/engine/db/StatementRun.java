package org.sqlvm.engine.db;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.Undo;
import org.sqlvm.engine.schema.Schema;

/**
 * One run of a statement as its connection sees it: which part of a transaction it holds. Ended
 * exactly once, by {@link #end}; a second ending does nothing.
 */
public final class StatementRun {
    private final Connection connection;
    private final Transaction transaction;
    private boolean reading;
    private boolean writing;
    /** Of one that writes: where it stands among the parts of the transaction. */
    private int place;

    private boolean ended;
    /** Deferred violations before the statement. */
    private long deferredBefore;

    StatementRun(Connection connection, Transaction transaction) {
        this.connection = connection;
        this.transaction = transaction;
        transaction.beginStatement();
    }

    /**
     * The Transaction instruction: a read transaction, and a write transaction if {@code write}.
     *
     * @param exclusive nobody else may read, either
     * @param compiledFor the schema the program was compiled for
     * @throws SchemaChangedException if the schema has changed since; the statement is to be
     *     compiled again
     */
    public void begin(boolean write, boolean exclusive, Schema compiledFor) {
        if (write && !writing) {
            place = transaction.beginWriting(exclusive);
            writing = true;
            deferredBefore = connection.deferredViolations();
        }
        if (!reading) {
            transaction.beginReading();
            reading = true;
        }
        connection.checkSchema();
        if (connection.schema().fingerprint() != compiledFor.fingerprint()) {
            throw new SchemaChangedException();
        }
    }

    /** The statement has run to its end, or its caller wants no more rows. */
    public void succeed() {
        end(Undo.NOTHING);
    }

    /**
     * The statement has failed. Where the disk or the user has stopped it in the middle of a
     * change, the whole transaction is undone, as in SQLite.
     *
     * @param code of the error; SQLITE_INTERNAL for one that is not the user's
     * @param undo how much the error undoes
     */
    public void fail(int code, Undo undo) {
        int primary = ResultCode.primary(code);
        boolean stopped =
                primary == ResultCode.IOERR || (primary == ResultCode.INTERRUPT && writing);
        end(stopped ? Undo.TRANSACTION : undo);
    }

    private void end(Undo undo) {
        if (ended) {
            return;
        }
        ended = true;
        try {
            if (writing && undo == Undo.NOTHING) {
                transaction.keepStatement(place);
            } else if (writing) {
                transaction.undoStatement(place);
                connection.addDeferredViolations(deferredBefore - connection.deferredViolations());
            }
            if (undo == Undo.TRANSACTION) {
                connection.rollbackAll();
            }
            transaction.endStatement();
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
