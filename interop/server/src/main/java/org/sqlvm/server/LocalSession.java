package org.sqlvm.server;

import org.sqlvm.api.Column;
import org.sqlvm.api.Hooks;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.request.Parameters;
import org.sqlvm.server.request.RequestSession;
import org.sqlvm.server.request.ResultTarget;
import org.sqlvm.server.rows.ArrowSink;
import org.sqlvm.server.rows.CopyWriter;
import org.sqlvm.server.session.Activity;
import org.sqlvm.server.session.ClientConnection;
import org.sqlvm.server.session.Clients;
import org.sqlvm.server.settings.ServerSettings;

import java.nio.channels.WritableByteChannel;
import java.util.List;

/**
 * A session of a client that comes to the server through this process, in a protocol that the
 * server does not speak itself: with the limits and the guard of all others, and to be seen among
 * them. One thread at a time, but for {@link #cancel}.
 */
public final class LocalSession implements AutoCloseable {
    private static final int MISUSE = 21;

    private final ServerSettings settings;
    private final Clients clients;
    private final Entry entry;
    private final Activity activity;
    private final RequestSession session;

    LocalSession(Clients clients, String user, String address) {
        this.settings = clients.settings();
        this.clients = clients;
        int id = clients.nextId();
        clients.checkRoom();
        this.activity = new Activity(id, user, address, clients.counters());
        this.session = new RequestSession(settings);
        session.begin(activity);
        this.entry = new Entry(id);
        clients.enter(entry);
    }

    /** The session's entry in the server's list of clients. */
    private final class Entry implements ClientConnection {
        private final int id;

        Entry(int id) {
            this.id = id;
        }

        @Override
        public int processId() {
            return id;
        }

        @Override
        public boolean isLoggedIn() {
            return true;
        }

        @Override
        public Activity activity() {
            return activity;
        }

        @Override
        public void start() {}

        @Override
        public void cancel() {
            session.cancel();
        }

        /** Closes the session; the program must do so before it closes the server. */
        @Override
        public void end() {}

        @Override
        public void kill() {}

        @Override
        public void join(long millis) {}
    }

    /**
     * Compiles the only statement of a text.
     *
     * @throws SqlvmException if there is none, there are several, or it is refused
     */
    public Statement prepare(String sql) {
        Statement statement = session.prepareOnly(sql);
        if (statement == null) {
            throw new SqlvmException("a single statement is needed", MISUSE, -1, null);
        }
        return statement;
    }

    /** A statement that has been prepared is about to run. */
    public void begin(Statement statement) {
        activity.begin(statement.sql());
        statement.timeLimit(settings.times().statement().toMillis());
    }

    /** A statement has come to its end, with an error or without. */
    public void end(boolean hasFailed) {
        if (hasFailed) {
            activity.fail();
        }
        activity.end(session.isInTransaction() ? 'T' : 'I', "", 0, 0);
    }

    /** @throws SqlvmException if a result has more rows than are allowed */
    public void checkRowCount(long count) {
        try {
            settings.limits().checkRowCount(count);
        } catch (ServerError e) {
            throw new SqlvmException(e.getMessage(), MISUSE, -1, e);
        }
    }

    /**
     * Runs statements one after the other.
     *
     * @param values the values of the parameters; empty for several statements
     * @param stream receives the rows of the last statement, as a stream of Apache Arrow
     * @return the number of rows that were written to the stream, or -1 - N if N rows were changed
     */
    public long run(String sql, List<Object> values, WritableByteChannel stream) {
        Target target = new Target(stream);
        boolean hasFailed = true;
        try {
            session.run(sql, new Parameters(values, java.util.Map.of()), target);
            hasFailed = false;
            return target.sink != null ? target.sink.rowCount() : -1 - target.changed;
        } catch (ServerError e) {
            throw e.getCause() instanceof SqlvmException cause
                    ? cause
                    : new SqlvmException(e.getMessage(), 1, e.position() - 1, e);
        } finally {
            end(hasFailed);
        }
    }

    private final class Target implements ResultTarget {
        private final WritableByteChannel stream;
        private ArrowSink sink;
        private long changed;

        Target(WritableByteChannel stream) {
            this.stream = stream;
        }

        @Override
        public CopyWriter rows(List<Column> columns) {
            sink = new ArrowSink(columns, stream, settings.limits().bufferSize());
            return sink;
        }

        @Override
        public void changed(long count) {
            changed = count;
        }
    }

    /** Whether a transaction is open. */
    public boolean isInTransaction() {
        return session.isInTransaction();
    }

    /** Returns the hooks of the session's connection. */
    public Hooks hooks() {
        return session.hooks();
    }

    /** Ends the statement that runs, if one does. Any thread may call. */
    public void cancel() {
        session.cancel();
    }

    @Override
    public void close() {
        try {
            session.close();
        } finally {
            clients.remove(entry);
        }
    }
}
