package org.sqlvm.engine.db;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.db.Databases.Database;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.util.List;

/**
 * The transaction of a connection: BEGIN, COMMIT, ROLLBACK, savepoints, and the part that each
 * running statement has in it (sqlite.org/lang_transaction.html). It is over all databases, each of
 * which takes part once it is used.
 *
 * <p>Outside of BEGIN … COMMIT a transaction lasts as long as statements run. Inside, content that
 * has been read once stays the same until the end. In a b-tree, the parts that can be undone alone
 * are the savepoints, the outermost first, and then the statements that write.
 */
final class Transaction {
    private final Databases databases;
    private final Savepoints savepoints = new Savepoints();

    private boolean autocommit = true;
    /** Statements between their first instruction and their last. */
    private int runningCount;
    /** How many statements have a module give up a table, and so do not read. */
    private int destroyingCount;
    /** The running statements that write. */
    private int writingCount;
    /** The running statements that can be undone alone. */
    private int undoableCount;

    Transaction(Databases databases) {
        this.databases = databases;
    }

    boolean isAutocommit() {
        return autocommit;
    }

    /** Whether another statement than the one that asks is between its first row and its last. */
    boolean hasOtherRuns() {
        return runningCount > 1 + destroyingCount;
    }

    /** Runs the work of a module that destroys a table: it drops tables of its own meanwhile. */
    void destroying(Runnable work) {
        destroyingCount++;
        try {
            work.run();
        } finally {
            destroyingCount--;
        }
    }

    /** Whether a statement is between its first instruction and its last. */
    boolean hasRuns() {
        return runningCount > 0;
    }

    // ------------------------------------------------------------------ statements

    void beginStatement() {
        runningCount++;
    }

    /** A statement reads a database from now on. */
    void beginReading(int number) {
        Database database = databases.get(number);
        if (!database.used) {
            databases.use(number);
        }
        database.btree.beginRead();
        if (!autocommit && !database.holdsRead) {
            database.btree.beginRead();
            database.holdsRead = true;
        }
    }

    /**
     * Notes that a statement writes to a database from now on.
     *
     * @param undoable whether it may have to be undone alone
     * @param first whether it writes to no other database yet
     * @return whether it can be undone alone: then {@link #beginPart} follows
     */
    boolean beginWriting(int number, boolean exclusive, boolean undoable, boolean first) {
        if (databases.settings().queryOnly()) {
            throw new SqlException(ResultCode.READONLY, "attempt to write a readonly database");
        }
        databases.use(number);
        Btree btree = databases.btree(number);
        boolean begins = !btree.isWriting();
        if (begins) {
            databases.prepare(number);
        }
        btree.beginWrite();
        if (exclusive && begins) {
            lockExclusive(btree);
        }
        while (btree.statementDepth() < savepoints.count()) {
            btree.beginStatement();
        }
        // Alone in a transaction of its own, it is undone with that.
        boolean alone = autocommit && writingCount == (first ? 0 : 1);
        return undoable && !alone;
    }

    /**
     * Begins a part of a database's transaction that can be undone alone. Virtual tables have been
     * told of it before, so that what they write down then stays.
     *
     * @return its depth in the database's stack of savepoints, for its end
     */
    int beginPart(int number) {
        Btree btree = databases.btree(number);
        btree.beginStatement();
        return btree.statementDepth();
    }

    /**
     * A statement that writes can be undone alone.
     *
     * @return the number of its savepoint, for virtual tables
     */
    int openVirtualStatement() {
        int number = savepointCount();
        databases.virtualTables().savepoint(number);
        undoableCount++;
        return number;
    }

    /** How many parts of the transaction can be undone alone, in the numbers of virtual tables. */
    int savepointCount() {
        return savepoints.innerCount() + undoableCount;
    }

    /** Ends the savepoint of a statement in virtual tables. */
    void closeVirtualStatement(int number, boolean undo) {
        undoableCount--;
        if (undo) {
            databases.virtualTables().rollbackTo(number);
        }
        databases.virtualTables().release(number);
    }

    /** A statement that writes has begun, or ended. */
    void countWriter(int more) {
        writingCount += more;
        assert writingCount >= 0 : writingCount;
    }

    private static void lockExclusive(Btree btree) {
        boolean locked = false;
        try {
            btree.lockExclusive();
            locked = true;
        } finally {
            if (!locked) {
                btree.rollback(false);
            }
        }
    }

    /** A statement that wrote to a database has succeeded. */
    void keepStatement(int number, int place) {
        if (place == Integer.MAX_VALUE) {
            return; // The statement is not a part of the transaction that can be undone alone.
        }
        Btree btree = databases.btree(number);
        while (btree.isWriting() && btree.statementDepth() >= place) {
            btree.releaseStatement();
        }
    }

    /**
     * Undoes the writes of a statement that has failed; the transaction goes on.
     *
     * @param undoable whether it may have written something
     */
    void undoStatement(int number, int place, boolean undoable) {
        Database database = databases.get(number);
        if (isAlone()) {
            rollback(number);
            return;
        }
        if (undoable && place == Integer.MAX_VALUE) {
            rollbackAll(); // The statement was alone when it began.
            return;
        }
        try {
            while (database.btree.isWriting() && database.btree.statementDepth() >= place) {
                undoPart(number);
            }
        } catch (SqlException e) {
            rollbackAll(); // Half of it may be undone. The statement has its error already.
        }
    }

    /** Whether the transaction has only the writes of the last statement. */
    boolean isAlone() {
        return autocommit && writingCount == 0;
    }

    /** A statement has been undone, and its own transaction with it. */
    void tellRollback() {
        databases.virtualTables().rollback();
        databases.hooks().rolledBack();
    }

    private void undoPart(int number) {
        Database database = databases.get(number);
        if (database.schemaTouched) {
            databases.forget(number);
        }
        database.btree.rollbackStatement(database.schemaTouched);
    }

    /**
     * A statement has ended; without BEGIN, its transaction with it.
     *
     * @throws SqlException if the transaction cannot be committed: it has been undone
     */
    void endStatement() {
        runningCount--;
        assert runningCount >= 0 : runningCount;
        assert runningCount > 0 || databases.openCursorCount() == 0 : databases.openCursorCount();
        if (autocommit && writingCount == 0 && hasTouched()) {
            commitAll(true);
            databases.virtualTables().commit();
        }
    }

    /** Whether there is anything to end: most statements only read. */
    private boolean hasTouched() {
        for (int i = 0; i < databases.count(); i++) {
            Database database = databases.get(i);
            if (database.btree.isWriting() || database.schemaTouched) {
                return true;
            }
        }
        return false;
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
        commitAll(false);
        end();
        databases.virtualTables().commit();
    }

    /**
     * Commits every database: files before databases in memory, since files may fail.
     *
     * @param undoing whether a transaction that stays open would never be ended
     */
    private void commitAll(boolean undoing) {
        boolean done = false;
        boolean busy = false;
        FilesCommit together = filesCommit();
        try {
            if (isWriting()) {
                databases.hooks().commits();
            }
            databases.virtualTables().sync();
            if (together != null) {
                together.run();
            }
            for (boolean memory : new boolean[] {false, true}) {
                for (Database database : databases.list()) {
                    if (database.btree.isMemory() == memory && database.btree.isWriting()) {
                        database.btree.commit();
                    }
                }
            }
            databases.list().forEach(database -> database.schemaTouched = false);
            done = true;
        } catch (SqlException e) {
            boolean begun = together != null && together.hasBegun();
            busy = ResultCode.primary(e.code()) == ResultCode.BUSY && !begun;
            throw e;
        } finally {
            if (!done && (undoing || !busy)) {
                undoCommit(together);
            }
        }
    }

    /** Null unless several files have changes. */
    private FilesCommit filesCommit() {
        int count = 0;
        for (Database database : databases.list()) {
            count += database.btree.hasChanges() ? 1 : 0;
        }
        if (count < 2) {
            return null;
        }
        List<Btree> files = databases.list().stream()
                .map(database -> database.btree)
                .filter(Btree::hasChanges)
                .toList();
        return new FilesCommit(databases.fileSystem(), databases.btree(0).path(), files);
    }

    private void undoCommit(FilesCommit together) {
        try {
            rollbackAll();
        } finally {
            if (together != null) {
                together.forget();
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

    /** Undoes everything and ends the transaction. An error at one does not spare the others. */
    void rollbackAll() {
        boolean tells = !autocommit || isWriting();
        SqlException error = null;
        for (int i = 0; i < databases.count(); i++) {
            try {
                rollback(i);
            } catch (SqlException e) {
                error = error == null ? e : error;
            }
        }
        end();
        databases.virtualTables().rollback();
        if (error != null) {
            throw error;
        }
        if (tells) {
            databases.hooks().rolledBack();
        }
    }

    private boolean isWriting() {
        for (Database database : databases.list()) {
            if (database.btree.isWriting()) {
                return true;
            }
        }
        return false;
    }

    private void rollback(int number) {
        Database database = databases.get(number);
        boolean replaced = database.schemaTouched;
        database.schemaTouched = false;
        if (replaced) {
            databases.forget(number);
        }
        database.btree.rollback(replaced);
    }

    private void end() {
        autocommit = true;
        savepoints.truncate(0);
        for (Database database : databases.list()) {
            if (database.holdsRead) {
                database.holdsRead = false;
                database.btree.endRead();
            }
        }
    }

    // ------------------------------------------------------------------ savepoints

    /** @param violations the number of violations of deferred foreign keys so far */
    void savepoint(String name, long violations) {
        if (writingCount > 0) {
            throw new SqlException(
                    ResultCode.BUSY, "cannot open savepoint - SQL statements in progress");
        }
        databases.virtualTables().savepoint(savepointCount());
        savepoints.add(name, autocommit, violations);
        autocommit = false;
        for (Database database : databases.list()) {
            if (database.btree.isWriting()) {
                database.btree.beginStatement();
            }
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
        databases.virtualTables().release(savepoints.number(index));
        savepoints.truncate(index);
        for (Database database : databases.list()) {
            Btree btree = database.btree;
            while (btree.isWriting() && btree.statementDepth() > index) {
                btree.releaseStatement();
            }
        }
    }

    /** Whether the release of a savepoint is a commit. */
    boolean commits(String name) {
        return savepoints.isTransaction(place(name));
    }

    /**
     * ROLLBACK TO: the savepoint stays.
     *
     * @return how many violations of deferred foreign keys there were then
     */
    long rollbackTo(String name) {
        int index = place(name);
        databases.virtualTables().rollbackTo(savepoints.number(index));
        savepoints.truncate(index + 1);
        for (int i = 0; i < databases.count(); i++) {
            Btree btree = databases.btree(i);
            if (btree.isWriting()) {
                while (btree.statementDepth() > index) {
                    undoPart(i);
                }
                btree.beginStatement();
            }
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
