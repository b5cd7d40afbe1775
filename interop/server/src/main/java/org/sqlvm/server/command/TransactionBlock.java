package org.sqlvm.server.command;

import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;

/**
 * The transaction of a session, as PostgreSQL's clients expect it: after an error it takes no
 * statements but those that end it. Statements that are sent together are one transaction, unless
 * they say where it begins and ends.
 */
public final class TransactionBlock {
    private enum State {
        /** Each statement commits itself. */
        NONE,
        /** A transaction of statements that were sent together. */
        IMPLICIT,
        /** A transaction that BEGIN has started. */
        EXPLICIT
    }

    private final Database database;
    /** Called when a transaction has ended. */
    private final Runnable onEnd;

    private State state = State.NONE;
    private boolean hasFailed;

    TransactionBlock(Database database, Runnable onEnd) {
        this.database = database;
        this.onEnd = onEnd;
    }

    /** As ReadyForQuery says it: idle, in a transaction, in a failed one. */
    char status() {
        if (hasFailed) {
            return 'E';
        }
        return state == State.EXPLICIT ? 'T' : 'I';
    }

    boolean isExplicit() {
        return state == State.EXPLICIT;
    }

    /** Whether there is a transaction of either kind. */
    public boolean isOpen() {
        return state != State.NONE;
    }

    /** Refuses what a failed transaction does not take. */
    public void check(Command command) {
        if (hasFailed && !command.endsTransaction()) {
            throw new ServerError(
                    SqlState.FAILED_TRANSACTION,
                    "current transaction is aborted, commands ignored until end of transaction"
                            + " block");
        }
    }

    /** A command that has neighbours begins a transaction with them, if it changes something. */
    public void beginImplicit(Command command) {
        if (state == State.NONE && command.needsTransaction()) {
            execute("BEGIN");
            state = State.IMPLICIT;
        }
    }

    /** The last of the statements that were sent together has run. */
    public void endImplicit() {
        if (state == State.IMPLICIT) {
            end("COMMIT");
        }
    }

    /**
     * BEGIN.
     *
     * @param mode DEFERRED, IMMEDIATE or EXCLUSIVE
     * @return false if there is one already
     */
    boolean begin(String mode) {
        if (state == State.EXPLICIT) {
            return false;
        }
        if (state == State.NONE) {
            execute("BEGIN " + mode);
        }
        state = State.EXPLICIT;
        return true;
    }

    /** COMMIT. A failed transaction is rolled back; gives the tag of what was done. */
    String commit() {
        if (hasFailed) {
            rollback();
            return "ROLLBACK";
        }
        end("COMMIT");
        return "COMMIT";
    }

    void rollback() {
        end("ROLLBACK");
    }

    private void end(String sql) {
        state = State.NONE;
        hasFailed = false;
        boolean isDone = false;
        try {
            // SQLite may have rolled it back by itself.
            if (!database.isAutocommit()) {
                execute(sql);
            }
            isDone = true;
        } finally {
            if (!isDone && !database.isAutocommit()) {
                database.execute("ROLLBACK");
            }
            onEnd.run();
        }
    }

    /** A statement has failed. */
    void fail() {
        if (state == State.IMPLICIT) {
            end("ROLLBACK");
        } else if (state == State.EXPLICIT) {
            hasFailed = true;
        }
    }

    /** SAVEPOINT, RELEASE and ROLLBACK TO belong into a transaction. */
    void savepoint(String sql) {
        if (state != State.EXPLICIT) {
            throw new ServerError(
                    SqlState.NO_ACTIVE_TRANSACTION,
                    sql.substring(0, sql.indexOf(' ')) + " can only be used in transaction blocks");
        }
        execute(sql);
        hasFailed = false;
    }

    private void execute(String sql) {
        try {
            database.execute(sql);
        } catch (SqlvmException e) {
            throw ServerError.of(e);
        }
    }
}
