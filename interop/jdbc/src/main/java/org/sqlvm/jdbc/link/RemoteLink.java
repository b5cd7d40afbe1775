package org.sqlvm.jdbc.link;

import org.sqlvm.api.Database;
import org.sqlvm.api.Limit;
import org.sqlvm.api.Preparation;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.api.Statement.Bindings;
import org.sqlvm.client.ClientConnection;
import org.sqlvm.client.ClientException;
import org.sqlvm.client.ClientStatement;
import org.sqlvm.jdbc.error.Errors;
import org.sqlvm.jdbc.settings.Settings;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** A database that a server has. */
public final class RemoteLink implements Link {
    private final ClientConnection connection;

    public RemoteLink(ClientConnection connection) {
        this.connection = connection;
    }

    /** Runs what a client does; its errors become those of the API. */
    static <T> T call(Supplier<T> work) {
        try {
            return work.get();
        } catch (ClientException e) {
            throw error(e);
        }
    }

    /** {@link Errors} finds out by the cause whether the connection is lost. */
    static SqlvmException error(ClientException e) {
        return new SqlvmException(e.getMessage(), e.code(), e.position(), e);
    }

    @Override
    public Database database() throws SQLException {
        throw Errors.embeddedOnly("the database itself: functions, collations, hooks, backups");
    }

    @Override
    public boolean isEmbedded() {
        return false;
    }

    @Override
    public String userName() {
        return connection.user();
    }

    @Override
    public boolean isReadOnly() {
        return connection.isReadOnly();
    }

    @Override
    public Statement prepare(String sql) {
        return preparation().prepare(sql, 0).statement();
    }

    @Override
    public Preparation preparation() {
        return new RemotePreparation();
    }

    /** Compiles on the server. */
    private final class RemotePreparation implements Preparation {
        private long timeLimitMs;

        @Override
        public Database.Prepared prepare(String sql, int start) {
            String text = sql.substring(start);
            try {
                ClientStatement statement = connection.prepare(text, timeLimitMs);
                return statement == null
                        ? new Database.Prepared(null, sql.length())
                        : new Database.Prepared(
                                new RemoteStatement(connection, statement),
                                start + statement.end());
            } catch (ClientException e) {
                int position = e.position() < 0 ? -1 : e.position() + start;
                throw new SqlvmException(e.getMessage(), e.code(), position, e);
            }
        }

        @Override
        public Preparation timeLimit(long milliseconds) {
            timeLimitMs = milliseconds;
            return this;
        }

        @Override
        public void interrupt() {
            RemoteLink.this.interrupt();
        }
    }

    @Override
    public Rows query(String sql, Object... parameters) {
        return prepare(sql).bindAll(parameters).closeOnCompletion().query();
    }

    @Override
    public void execute(String sql) {
        call(() -> connection.execute(sql));
    }

    @Override
    public boolean isAutocommit() {
        return call(connection::isAutocommit);
    }

    @Override
    public long changes() {
        return call(connection::changes);
    }

    @Override
    public long lastInsertRowid() {
        return call(connection::lastInsertRowid);
    }

    /** Settings that would do this are refused before: see {@link Settings#checkRemote}. */
    @Override
    public void setLimit(Limit limit, int value) {
        throw new AssertionError(limit);
    }

    @Override
    public void runMany(
            Statement statement, List<Bindings> entries, BatchCounts run, boolean appends) {
        if (statement instanceof RemoteStatement own) {
            own.runMany(entries, run);
        }
    }

    @Override
    public boolean isValid(int seconds) {
        return connection.isValid(Duration.ofSeconds(seconds));
    }

    @Override
    public boolean isBroken() {
        return connection.isBroken();
    }

    @Override
    public void interrupt() {
        call(() -> {
            connection.cancel();
            return null;
        });
    }

    @Override
    public void close() {
        connection.close();
    }
}
