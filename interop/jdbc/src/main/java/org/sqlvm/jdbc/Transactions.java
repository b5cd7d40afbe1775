package org.sqlvm.jdbc;

import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.jdbc.error.Errors;
import org.sqlvm.jdbc.link.Link;

import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.HashMap;
import java.util.Map;

/**
 * JDBC's transactions, on top of SQLite's. With autocommit off, the first statement that needs a
 * transaction begins one; settings such as PRAGMA journal_mode run outside of it.
 */
final class Transactions {
    private final Link link;
    /** The word after BEGIN. */
    private String mode;

    private final boolean strict;
    private final java.util.function.Function<SqlvmException, SQLException> errors;

    private boolean autocommit = true;
    /** A transaction has begun and cannot have ended since; else SQLite is asked. */
    private boolean begun;

    private int savepointCount;
    /** BEGIN, COMMIT and ROLLBACK, compiled. */
    private final Map<String, Statement> statements = new HashMap<>();

    /** A savepoint with a name, or with a number. */
    private record NamedSavepoint(String name, int number) implements Savepoint {
        @Override
        public int getSavepointId() throws SQLException {
            if (number == 0) {
                throw Errors.invalid("the savepoint has a name: " + name);
            }
            return number;
        }

        @Override
        public String getSavepointName() throws SQLException {
            if (number != 0) {
                throw Errors.invalid("the savepoint has a number: " + number);
            }
            return name;
        }
    }

    /**
     * Makes the transactions of a connection.
     *
     * @param mode the word after BEGIN
     * @param strict whether a savepoint requires autocommit to be off
     * @param errors converts an error of the engine to the exception that is thrown
     */
    Transactions(
            Link link,
            String mode,
            boolean strict,
            java.util.function.Function<SqlvmException, SQLException> errors) {
        this.link = link;
        this.strict = strict;
        this.errors = errors;
        this.mode = mode;
    }

    void setMode(String value) {
        mode = value;
    }

    boolean isAutocommit() {
        return autocommit;
    }

    private void run(String sql) throws SQLException {
        try {
            statements.computeIfAbsent(sql, link::prepare).execute();
        } catch (SqlvmException e) {
            begun = false;
            throw errors.apply(e);
        }
    }

    /** A statement is to run. */
    void before(TransactionPart part) throws SQLException {
        if (part == TransactionPart.BOUNDARY) {
            begun = false;
        } else if (part == TransactionPart.WORK && !autocommit && !begun) {
            begin();
        }
    }

    private void begin() throws SQLException {
        if (!isOpen()) {
            run("BEGIN " + mode);
        }
        begun = true;
    }

    /** The engine may have ended the transaction. */
    void afterError() {
        begun = false;
    }

    /** Whether SQLite is in a transaction. */
    boolean isOpen() throws SQLException {
        try {
            return !link.isAutocommit();
        } catch (SqlvmException e) {
            throw errors.apply(e);
        }
    }

    void setAutocommit(boolean on) throws SQLException {
        if (on && !autocommit && isOpen()) {
            run("COMMIT");
        }
        begun = false;
        autocommit = on;
    }

    private void checkManual() throws SQLException {
        if (autocommit) {
            throw new SQLException("the connection is in autocommit mode", "25000");
        }
    }

    void commit() throws SQLException {
        checkManual();
        if (isOpen()) {
            run("COMMIT");
        }
        begun = false;
    }

    void rollback() throws SQLException {
        checkManual();
        if (isOpen()) {
            run("ROLLBACK");
        }
        begun = false;
    }

    /**
     * Rows of a batch are one transaction in autocommit mode, too: otherwise each of them would
     * wait for the disk.
     *
     * @return whether {@link #endBatch} has to end it
     */
    boolean beginBatch() throws SQLException {
        if (!autocommit || isOpen()) {
            return false;
        }
        run("BEGIN");
        return true;
    }

    /** Keeps the rows before one that has failed, as if each had been a transaction. */
    void endBatch() throws SQLException {
        if (!isOpen()) {
            return;
        }
        boolean committed = false;
        try {
            run("COMMIT");
            committed = true;
        } finally {
            if (!committed && isOpen()) {
                run("ROLLBACK");
            }
        }
    }

    /**
     * Sets a savepoint. In autocommit mode that mode ends, as in sqlite-jdbc: the savepoint begins
     * the transaction, and its release commits.
     *
     * @param name null for a savepoint with a number
     */
    Savepoint setSavepoint(String name) throws SQLException {
        if (strict) {
            checkManual();
        }
        if (autocommit) {
            autocommit = false;
        } else if (!begun) {
            begin();
        }
        NamedSavepoint savepoint = name == null
                ? new NamedSavepoint("savepoint " + ++savepointCount, savepointCount)
                : new NamedSavepoint(name, 0);
        execute("SAVEPOINT " + SqlText.quoted(savepoint.name()));
        return savepoint;
    }

    void rollback(Savepoint savepoint) throws SQLException {
        checkManual();
        execute("ROLLBACK TO " + SqlText.quoted(own(savepoint).name()));
    }

    void release(Savepoint savepoint) throws SQLException {
        checkManual();
        execute("RELEASE " + SqlText.quoted(own(savepoint).name()));
        begun = false; // It may have been the outermost one, which commits.
    }

    private static NamedSavepoint own(Savepoint savepoint) throws SQLException {
        if (savepoint instanceof NamedSavepoint known) {
            return known;
        }
        throw Errors.invalid("a savepoint of another driver: " + savepoint);
    }

    private void execute(String sql) throws SQLException {
        try {
            link.execute(sql);
        } catch (SqlvmException e) {
            throw errors.apply(e);
        }
    }
}
