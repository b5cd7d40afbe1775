package org.sqlvm.engine.db;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

/**
 * The transaction of a connection: BEGIN, COMMIT, ROLLBACK, savepoints, and the part that each
 * running statement has in it (sqlite.org/lang_transaction.html).
 *
 * <p>Outside of BEGIN … COMMIT a transaction lasts as long as statements run. Inside, what has been
 * read once stays as it is until the end. In the b-tree, the parts that can be undone alone are the
 * savepoints, the outermost first, and then the statements that write.
 */
final class Transaction {
    private final Btree btree;
    private final Savepoints savepoints = new Savepoints();

    private boolean autocommit = true;
    /** Statements between their first instruction and their last. */
    private int runningCount;
    /** Those of them that write. */
    private int writingCount;
    /** BEGIN … COMMIT keeps its snapshot. */
    private boolean holdsRead;

    /** The schema has been read within this write transaction: it may not survive it. */
    private boolean schemaTouched;
    /** It has not. */
    private boolean schemaReplaced;

    Transaction(Btree btree) {
        this.btree = btree;
    }

    boolean isAutocommit() {
        return autocommit;
    }

    /** Whether another statement than the one that asks is between its first row and its last. */
    boolean hasOtherRuns() {
        return runningCount > 1;
    }

    // ------------------------------------------------------------------ statements

    void beginStatement() {
        runningCount++;
    }

    /** A statement reads from now on. */
    void beginReading() {
        btree.beginRead();
        if (!autocommit && !holdsRead) {
            btree.beginRead();
            holdsRead = true;
        }
    }

    /**
     * A statement writes from now on.
     *
     * @return its place among the parts of the transaction, for its end
     */
    int beginWriting(boolean exclusive) {
        boolean begins = !btree.isWriting();
        btree.beginWrite();
        if (exclusive) {
            lockExclusive(begins);
        }
        while (btree.statementDepth() < savepoints.count()) {
            btree.beginStatement();
        }
        btree.beginStatement();
        writingCount++;
        return btree.statementDepth();
    }

    private void lockExclusive(boolean begins) {
        boolean locked = false;
        try {
            btree.lockExclusive();
            locked = true;
        } finally {
            if (!locked && begins) {
                btree.rollback(false);
            }
        }
    }

    /** A statement that wrote has succeeded. */
    void keepStatement(int place) {
        writingCount--;
        while (btree.isWriting() && btree.statementDepth() >= place) {
            btree.releaseStatement();
        }
    }

    /** A statement that wrote has failed: what it wrote is undone, the transaction goes on. */
    void undoStatement(int place) {
        writingCount--;
        if (autocommit && writingCount == 0) {
            rollbackBtree();
            return;
        }
        while (btree.isWriting() && btree.statementDepth() >= place) {
            undoPart();
        }
    }

    private void undoPart() {
        schemaReplaced |= schemaTouched;
        btree.rollbackStatement(schemaTouched);
    }

    /**
     * A statement has ended; without BEGIN, its transaction with it.
     *
     * @throws SqlException if the transaction cannot be committed: it has been undone
     */
    void endStatement() {
        runningCount--;
        assert runningCount >= 0 : runningCount;
        assert runningCount > 0 || btree.openCursorCount() == 0 : btree.openCursorCount();
        if (autocommit && writingCount == 0 && btree.isWriting()) {
            commitBtree(true);
        }
    }

    /** The schema was read from pages that this transaction may have written. */
    void touchSchema() {
        schemaTouched |= btree.isWriting();
    }

    /** Whether the schema as it was last read may have been undone since this was last asked. */
    boolean takeSchemaReplaced() {
        boolean replaced = schemaReplaced;
        schemaReplaced = false;
        return replaced;
    }

    // ------------------------------------------------------------------ BEGIN … COMMIT

    /** BEGIN: autocommit goes off. */
    void begin() {
        if (!autocommit) {
            throw SqlException.error("cannot start a transaction within a transaction");
        }
        autocommit = false;
    }

    /** @throws SqlException SQLITE_BUSY: the transaction goes on */
    void commit() {
        if (autocommit) {
            throw SqlException.error("cannot commit - no transaction is active");
        }
        if (writingCount > 0) {
            throw new SqlException(
                    ResultCode.BUSY, "cannot commit transaction - SQL statements in progress");
        }
        commitBtree(false);
        end();
    }

    /** @param undoing a transaction that stays open has nobody who would end it */
    private void commitBtree(boolean undoing) {
        boolean done = false;
        boolean busy = false;
        try {
            btree.commit();
            schemaTouched = false;
            done = true;
        } catch (SqlException e) {
            busy = ResultCode.primary(e.code()) == ResultCode.BUSY;
            throw e;
        } finally {
            if (!done && (undoing || !busy)) {
                rollbackAll();
            }
        }
    }

    /** ROLLBACK. */
    void rollback() {
        if (autocommit) {
            throw SqlException.error("cannot rollback - no transaction is active");
        }
        rollbackAll();
    }

    /** Undoes everything and ends the transaction. */
    void rollbackAll() {
        try {
            rollbackBtree();
        } finally {
            end();
        }
    }

    private void rollbackBtree() {
        boolean replaced = schemaTouched;
        schemaTouched = false;
        schemaReplaced |= replaced;
        btree.rollback(replaced);
    }

    private void end() {
        autocommit = true;
        savepoints.truncate(0);
        if (holdsRead) {
            holdsRead = false;
            btree.endRead();
        }
    }

    // ------------------------------------------------------------------ savepoints

    /** @param deferred violations of foreign keys that wait for the end */
    void savepoint(String name, long deferred) {
        if (writingCount > 0) {
            throw new SqlException(
                    ResultCode.BUSY, "cannot open savepoint - SQL statements in progress");
        }
        savepoints.add(name, autocommit, deferred);
        autocommit = false;
        if (btree.isWriting()) {
            btree.beginStatement();
        }
    }

    /** @throws SqlException SQLITE_BUSY if that would commit and cannot: the transaction goes on */
    void release(String name) {
        int index = place(name);
        if (writingCount > 0) {
            throw new SqlException(
                    ResultCode.BUSY, "cannot release savepoint - SQL statements in progress");
        }
        if (savepoints.isTransaction(index)) {
            commit();
            return;
        }
        savepoints.truncate(index);
        while (btree.isWriting() && btree.statementDepth() > index) {
            btree.releaseStatement();
        }
    }

    /** Whether the savepoint's RELEASE is a COMMIT. */
    boolean isTransaction(String name) {
        int index = savepoints.find(name);
        return index >= 0 && savepoints.isTransaction(index);
    }

    /**
     * ROLLBACK TO: the savepoint stays.
     *
     * @return the violations of foreign keys that waited for the end when it was set
     */
    long rollbackTo(String name) {
        int index = place(name);
        savepoints.truncate(index + 1);
        if (btree.isWriting()) {
            while (btree.statementDepth() > index) {
                undoPart();
            }
            btree.beginStatement();
        }
        return savepoints.violations(index);
    }

    private int place(String name) {
        int index = savepoints.find(name);
        if (index < 0) {
            throw SqlException.error("no such savepoint: " + name);
        }
        return index;
    }
}
