package org.sqlvm.engine.db;

import org.sqlvm.engine.error.ResultCode;
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

    private boolean undoable;

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
     * @param undoable the statement may fail when it has written something
     * @param compiledFor the schema the program was compiled for
     * @throws SchemaChangedException if the schema has changed since; the statement is to be
     *     compiled again
     */
    public void begin(
            int database, boolean write, boolean exclusive, boolean undoable, Schema compiledFor) {
        if (write && !places.containsKey(database)) {
            boolean first = places.isEmpty();
            int place = transaction.beginWriting(database, exclusive, undoable, first);
            this.undoable |= undoable;
            if (first) {
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
        boolean stopped = switch (ResultCode.primary(code)) {
            case ResultCode.IOERR -> true;
            case ResultCode.INTERRUPT -> !places.isEmpty();
            case ResultCode.FULL, ResultCode.NOMEM, ResultCode.CORRUPT, ResultCode.INTERNAL ->
                !places.isEmpty() && !undoable;
            default -> false;
        };
        end(stopped ? Undo.TRANSACTION : undo);
    }

    private void end(Undo undo) {
        if (ended) {
            return;
        }
        ended = true;
        try {
            transaction.countWriter(places.isEmpty() ? 0 : -1);
            if (undo == Undo.NOTHING) {
                places.forEach(transaction::keepStatement);
            } else {
                places.forEach(
                        (database, place) -> transaction.undoStatement(database, place, undoable));
                if (!places.isEmpty()) {
                    connection.addDeferredViolations(
                            deferredBefore - connection.deferredViolations());
                }
            }
            if (undo == Undo.TRANSACTION) {
                connection.rollbackAll();
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
