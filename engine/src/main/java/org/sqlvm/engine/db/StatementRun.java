package org.sqlvm.engine.db;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.error.Undo;
import org.sqlvm.engine.schema.Schema;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/**
 * One run of a statement as its connection sees it: which part of a transaction it holds. Ended
 * exactly once, by {@link #end}; a second ending does nothing.
 */
public final class StatementRun {
    private final Connection connection;
    private final Transaction transaction;
    /** The databases that it reads, by number. */
    private final BitSet reading = new BitSet();
    /** Of each that it writes to: where it stands among the parts of the transaction there. */
    private final Map<Integer, Integer> places = new TreeMap<>();

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
     * @param database its number
     * @param exclusive nobody else may read, either
     * @param compiledFor the schema the program was compiled for
     * @throws SchemaChangedException if the schema has changed since; the statement is to be
     *     compiled again
     */
    public void begin(int database, boolean write, boolean exclusive, Schema compiledFor) {
        if (write && !places.containsKey(database)) {
            int place = transaction.beginWriting(database, exclusive);
            if (places.isEmpty()) {
                transaction.countWriter(1);
                deferredBefore = connection.deferredViolations();
            }
            places.put(database, place);
        }
        if (!reading.get(database)) {
            transaction.beginReading(database);
            reading.set(database);
        }
        connection.checkSchema(database);
        if (connection.schema().fingerprint() != compiledFor.fingerprint()) {
            throw new SchemaChangedException();
        }
    }

    /**
     * The statement has ended, in success or with an error that says how much is undone.
     *
     * @param undo nothing, in success
     */
    public void end(Undo undo) {
        if (undo == Undo.TRANSACTION && !ended) {
            connection.rollbackAll();
            deferredBefore = 0;
        }
        end(undo == Undo.NOTHING);
    }

    /**
     * The statement has failed. Where the disk or the user has stopped it in the middle of a
     * change, the whole transaction is undone, as in SQLite.
     */
    public void fail(SqlException error) {
        int code = ResultCode.primary(error.code());
        boolean torn =
                code == ResultCode.IOERR || (code == ResultCode.INTERRUPT && !places.isEmpty());
        end(torn ? Undo.TRANSACTION : error.undo());
    }

    private void end(boolean success) {
        if (ended) {
            return;
        }
        ended = true;
        try {
            transaction.countWriter(places.isEmpty() ? 0 : -1);
            if (success) {
                places.forEach(transaction::keepStatement);
            } else {
                places.forEach(transaction::undoStatement);
                if (!places.isEmpty()) {
                    connection.addDeferredViolations(
                            deferredBefore - connection.deferredViolations());
                }
            }
            transaction.endStatement();
            if (!reading.isEmpty() && connection.isAutocommit()) {
                connection.endDeferral();
            }
        } finally {
            reading.stream().forEach(database -> connection.btree(database).endRead());
        }
    }
}
