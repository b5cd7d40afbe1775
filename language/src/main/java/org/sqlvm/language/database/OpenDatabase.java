package org.sqlvm.language.database;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.TruffleLanguage.Env;
import com.oracle.truffle.api.source.SourceSection;

import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.KnownShapes;
import org.sqlvm.language.callbacks.Registration;
import org.sqlvm.language.callbacks.guest.GuestSandbox;
import org.sqlvm.language.statement.PreparedStatement;
import org.sqlvm.language.statement.SpareRuns;
import org.sqlvm.language.statement.StatementText;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A database that a context has open: its connection, and the state that statements and callbacks
 * need. Java callers and other languages see it through objects of their own.
 */
public final class OpenDatabase {
    private final OpenDatabases databases;
    private final Connection connection;
    /** One thread is inside at a time, wherever it comes from. */
    private final ReentrantLock lock = new ReentrantLock();

    /** Where functions of its file run; null for none. */
    private final GuestSandbox sandbox;

    private final KnownShapes shapes = new KnownShapes();
    private final SpareRuns spareRuns = new SpareRuns();

    private boolean closed;

    /** @param sandbox is closed with it; or null */
    OpenDatabase(OpenDatabases databases, Connection connection, GuestSandbox sandbox) {
        this.databases = databases;
        this.connection = connection;
        this.sandbox = sandbox;
    }

    /** The open connection. */
    public Connection connection() {
        if (closed) {
            throw new SqlException(ResultCode.MISUSE, "Cannot operate on a closed database.");
        }
        return connection;
    }

    public boolean isClosed() {
        return closed;
    }

    /** Held by the thread that uses the database. */
    public ReentrantLock lock() {
        return lock;
    }

    /** The context that it is open in. */
    public Env env() {
        return databases.env();
    }

    /** The file's name, also of a closed one; empty in memory. */
    public String path() {
        return connection.btree().path();
    }

    /** The language that root nodes for it belong to. */
    public TruffleLanguage<?> language() {
        return databases.hostTargets().language();
    }

    /** Where callbacks are registered. */
    public Registration registration() {
        return new Registration(connection(), databases.hostTargets(), databases.failures());
    }

    public PreparedStatement prepare(String sql) {
        return prepare(sql, null);
    }

    /** @param origin where tools see the statement; null for a text of its own */
    public PreparedStatement prepare(String sql, SourceSection origin) {
        return PreparedStatement.prepare(databases.programs(), connection(), sql, origin);
    }

    /**
     * The first statement of a text from {@code start} on; null if there is none.
     *
     * @throws org.sqlvm.engine.error.SqlException a syntax error
     */
    public StatementText text(String sql, int start) {
        return StatementText.first(shapes, sql, start);
    }

    /** Runs of statements that were closed. */
    public SpareRuns spareRuns() {
        return spareRuns;
    }

    /** Prepares a statement of a text, in which the positions of its errors count. */
    public PreparedStatement prepare(StatementText text) {
        return PreparedStatement.prepare(databases.programs(), connection(), text);
    }

    @TruffleBoundary
    public void close() {
        if (!closed) {
            closed = true;
            databases.forget(this);
            try {
                connection.close();
            } finally {
                if (sandbox != null) {
                    sandbox.close();
                }
            }
        }
    }

    @Override
    public String toString() {
        return "database " + (path().isEmpty() ? ":memory:" : path());
    }
}
