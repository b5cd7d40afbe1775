package org.sqlvm.engine.db;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.Undo;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.virtual.module.SeenFiles;

import java.util.Arrays;

/**
 * One run of a statement as its connection sees it: which part of a transaction it holds. Ended
 * exactly once, by {@link #end}; a second ending does nothing. Then it may be begun again.
 */
public final class StatementRun {
    private final Connection connection;
    private final Transaction transaction;
    /** The databases that it reads: a bit for each, by number. */
    private long reading;
    /** The databases that it writes to. */
    private long writing;
    /** By database that it writes to: its number among the parts of the transaction there. */
    private int[] places = new int[1];

    private boolean undoable;
    /** The statement's savepoint in virtual tables, if it can be undone alone; else -1. */
    private int virtualSavepoint = -1;

    private boolean ended;
    /** Null before a file was read that is not attached. */
    private SeenFiles seenFiles;
    /** Deferred violations before the statement. */
    private long deferredBefore;

    StatementRun(Connection connection, Transaction transaction) {
        this.connection = connection;
        this.transaction = transaction;
        transaction.beginStatement();
    }

    /** The statement runs again. */
    public void restart() {
        assert ended;
        connection.endInterruption();
        reading = 0;
        writing = 0;
        undoable = false;
        ended = false;
        seenFiles = null;
        transaction.beginStatement();
    }

    /**
     * The Transaction instruction: a read transaction, and a write transaction if {@code write}.
     *
     * @param database its number
     * @param exclusive whether others may not even read
     * @param undoable the statement may fail when it has written something
     * @param compiledFor the schema the program was compiled for
     * @throws SchemaChangedException if the schema has changed since; the statement is to be
     *     compiled again
     */
    public void begin(
            int database, boolean write, boolean exclusive, boolean undoable, Schema compiledFor) {
        if (write && !has(writing, database)) {
            boolean first = writing == 0;
            boolean part = transaction.beginWriting(database, exclusive, undoable, first);
            this.undoable |= undoable;
            if (first) {
                transaction.countWriter(1);
                deferredBefore = connection.deferredViolations();
            }
            writing |= 1L << database;
            if (database >= places.length) {
                places = Arrays.copyOf(places, database + 1);
            }
            places[database] = Integer.MAX_VALUE;
            if (part) {
                beginPart(database);
            }
        }
        read(database);
        Schema now = connection.schema();
        if (now != compiledFor && now.fingerprint() != compiledFor.fingerprint()) {
            throw new SchemaChangedException();
        }
    }

    /** Begins the part that is undone if the statement fails, also if a virtual table throws. */
    private void beginPart(int database) {
        try {
            if (virtualSavepoint < 0) {
                virtualSavepoint = transaction.openVirtualStatement();
            }
        } finally {
            places[database] = transaction.beginPart(database);
        }
    }

    /** Notes that the statement reads a database, whose present state is known from now on. */
    public void read(int database) {
        if (!has(reading, database)) {
            transaction.beginReading(database);
            reading |= 1L << database;
        }
        connection.checkSchema(database);
    }

    /** Returns the states in which the run has read files that are not attached. */
    SeenFiles seenFiles() {
        if (seenFiles == null) {
            seenFiles = new SeenFiles();
        }
        return seenFiles;
    }

    private static boolean has(long databases, int number) {
        return (databases >>> number & 1) != 0;
    }

    /** Ends a statement that has run to its end, or whose caller needs no more rows. */
    public void succeed() {
        end(Undo.NOTHING);
    }

    /**
     * Ends a failed statement. If the disk, or an interruption of the whole connection, has stopped
     * it in the middle of a change, the transaction is undone, as in SQLite.
     *
     * @param code the error's code; SQLITE_INTERNAL for one that is not the user's
     * @param undo how much the error undoes
     */
    public void fail(int code, Undo undo) {
        int primary = ResultCode.primary(code);
        boolean stopped = switch (primary) {
            case ResultCode.IOERR -> true;
            case ResultCode.INTERRUPT -> writing != 0 && (undo == Undo.TRANSACTION || !undoable);
            case ResultCode.FULL, ResultCode.NOMEM, ResultCode.CORRUPT, ResultCode.INTERNAL ->
                writing != 0 && !undoable && code != ResultCode.CORRUPT_VTAB;
            default -> false;
        };
        Undo own = primary == ResultCode.INTERRUPT ? Undo.STATEMENT : undo;
        end(stopped ? Undo.TRANSACTION : own);
    }

    private void end(Undo undo) {
        if (ended) {
            return;
        }
        ended = true;
        seenFiles = null;
        try {
            endParts(undo);
        } finally {
            for (long left = reading; left != 0; left &= left - 1) {
                connection.btree(Long.numberOfTrailingZeros(left)).endRead();
            }
        }
    }

    private void endParts(Undo undo) {
        try {
            if (writing != 0) {
                endWriting(undo);
            }
        } finally { // A virtual table may have thrown.
            if (undo == Undo.TRANSACTION) {
                connection.rollbackAll();
            }
            transaction.endStatement();
            if (reading != 0 && connection.isAutocommit()) {
                connection.endDeferral();
            }
        }
    }

    private void endWriting(Undo undo) {
        transaction.countWriter(-1);
        int virtual = virtualSavepoint;
        virtualSavepoint = -1;
        for (long left = writing; left != 0; left &= left - 1) {
            int database = Long.numberOfTrailingZeros(left);
            if (undo == Undo.NOTHING) {
                transaction.keepStatement(database, places[database]);
            } else {
                transaction.undoStatement(database, places[database], undoable);
            }
        }
        if (undo != Undo.NOTHING) {
            connection.addDeferredViolations(deferredBefore - connection.deferredViolations());
        }
        if (virtual >= 0) {
            transaction.closeVirtualStatement(virtual, undo != Undo.NOTHING);
        }
        if (undo != Undo.NOTHING && transaction.isAlone()) {
            transaction.tellRollback();
        }
    }
}
