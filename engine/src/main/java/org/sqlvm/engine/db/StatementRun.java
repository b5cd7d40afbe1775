package org.sqlvm.engine.db;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.schema.Schema;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/**
 * One run of a statement as its connection sees it: which part of a transaction it holds. Ended
 * exactly once, by {@link #succeed} or {@link #fail}; a second ending does nothing.
 */
public final class StatementRun {
    private final Connection connection;
    private final Transaction transaction;
    /** The databases that it reads, by number. */
    private final BitSet reading = new BitSet();
    /** Of each that it writes to: where it stands among the parts of the transaction there. */
    private final Map<Integer, Integer> places = new TreeMap<>();

    private boolean ended;

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
            transaction.countWriter(places.isEmpty() ? 1 : 0);
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

    /** The statement has run to its end, or its caller wants no more rows. */
    public void succeed() {
        end(ResultCode.OK);
    }

    /**
     * The statement has failed: its own changes are undone. Where the disk or the user has stopped
     * it in the middle of a change, so is the whole transaction, as in SQLite.
     *
     * @param code of the error; SQLITE_INTERNAL for one that is not the user's
     */
    public void fail(int code) {
        assert code != ResultCode.OK;
        end(code);
    }

    private void end(int code) {
        if (ended) {
            return;
        }
        ended = true;
        try {
            transaction.countWriter(places.isEmpty() ? 0 : -1);
            if (code == ResultCode.OK) {
                places.forEach(transaction::keepStatement);
            } else {
                undo(ResultCode.primary(code));
            }
            transaction.endStatement();
        } finally {
            reading.stream().forEach(database -> connection.btree(database).endRead());
        }
    }

    private void undo(int code) {
        places.forEach(transaction::undoStatement);
        if (code == ResultCode.IOERR || (code == ResultCode.INTERRUPT && !places.isEmpty())) {
            transaction.rollbackAll();
        }
    }
}
