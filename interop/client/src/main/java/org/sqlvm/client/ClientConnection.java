package org.sqlvm.client;

import org.sqlvm.client.MessageInput.Message;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

/**
 * A connection to a server of sqlvm. One statement runs at a time; any thread may {@link #cancel}
 * it, or close the connection.
 *
 * <pre>{@code
 * try (ClientConnection connection = ClientConnection.at("localhost", 5432).open();
 *         ClientStatement statement = connection.prepare("SELECT name FROM parts WHERE id = ?");
 *         ClientRows rows = statement.bind(1, 7).query()) {
 *     …
 * }
 * }</pre>
 */
public final class ClientConnection implements AutoCloseable {
    /** The server's own port. */
    public static final int PORT = 5432;

    private static final int CANCEL_REQUEST = 80877102;
    private static final int EXISTS = 1;
    private static final int TOO_BIG = 18;

    private final ClientSettings settings;
    private final Wire wire;
    private final MessageInput in;
    private final MessageOutput out;
    private final int processId;
    private final int secret;
    private final int messageSizeMax;
    private final boolean isReadOnly;

    /** Held while messages are sent and read. */
    private final ReentrantLock lock = new ReentrantLock();

    private int lastNumber;
    /** The run whose answers have not all been read; null if there is none. */
    private ClientRows pending;
    /** The SQL text that the positions of errors refer to. */
    private String text = "";

    private boolean isAutocommit;
    private long changes;
    private long totalChanges;
    private long lastRowid;

    private volatile boolean isClosed;
    /** The error that has broken the connection; null if it works. */
    private volatile ClientException failure;

    /** Begins a connection to a server at a TCP port. */
    public static Builder at(String host, int port) {
        Builder builder = new Builder();
        builder.host = Objects.requireNonNull(host);
        builder.port = port;
        return builder;
    }

    /**
     * Begins a connection to a server at a Unix socket.
     *
     * @param path the path of the socket, or of its folder; the socket's name in the folder
     *     contains the port
     */
    public static Builder at(Path path) {
        Builder builder = new Builder();
        builder.socket = Objects.requireNonNull(path);
        return builder;
    }

    /** The settings of a new connection. */
    public static final class Builder {
        private String host;
        private int port = PORT;
        private Path socket;
        private String user = System.getProperty("user.name", "sqlvm");
        private String password;
        private String application = "";
        private SSLContext tls;
        private boolean verifiesHost = true;
        private Duration connectTimeout = Duration.ofSeconds(10);
        private Duration loginTimeout = Duration.ofSeconds(30);

        private Builder() {}

        /** Sets the port, which is part of the socket's name in a folder; the default is 5432. */
        public Builder port(int number) {
            port = number;
            return this;
        }

        /** Sets the user's name; the default is the user of this process. */
        public Builder user(String name) {
            user = Objects.requireNonNull(name);
            return this;
        }

        /** Sets the password. The server's own user needs none at a Unix socket. */
        public Builder password(String value) {
            password = value;
            return this;
        }

        /** Sets the name that the server shows for this client in {@code pg_stat_activity}. */
        public Builder application(String name) {
            application = Objects.requireNonNull(name);
            return this;
        }

        /** Encrypts the connection, and checks the server's certificate with the given context. */
        public Builder tls(SSLContext context) {
            tls = context;
            return this;
        }

        /** Sets whether the certificate must be for the host's name; the default is true. */
        public Builder verifyHost(boolean on) {
            verifiesHost = on;
            return this;
        }

        /** Sets the time limit for connecting; the default is 10 seconds, zero means no limit. */
        public Builder connectTimeout(Duration time) {
            connectTimeout = time;
            return this;
        }

        /** Sets the time limit for the login; the default is 30 seconds, zero means no limit. */
        public Builder loginTimeout(Duration time) {
            loginTimeout = time;
            return this;
        }

        /**
         * Connects and logs in.
         *
         * @throws ClientException if the server cannot be reached, or refuses the client
         */
        public ClientConnection open() {
            return ClientConnection.open(new ClientSettings(
                    host,
                    port,
                    socket,
                    user,
                    password,
                    application,
                    tls,
                    verifiesHost,
                    connectTimeout,
                    loginTimeout));
        }
    }

    private static ClientConnection open(ClientSettings settings) {
        Wire wire = null;
        ClientConnection opened = null;
        try {
            wire = Wire.open(settings);
            try (Alarm _ = Alarm.after(settings.loginTimeout(), closing(wire))) {
                opened = new ClientConnection(settings, wire);
                return opened;
            }
        } catch (IOException e) {
            throw ClientException.lost(
                    "no connection to the server at " + settings.place() + ": " + reason(e),
                    ClientException.CANNOT_OPEN,
                    ClientException.NOT_OPENED,
                    e);
        } finally {
            if (opened == null && wire != null) {
                closing(wire).run();
            }
        }
    }

    private static Runnable closing(Wire wire) {
        return () -> {
            try {
                wire.close();
            } catch (IOException e) {
                // The connection is unusable, whether this succeeds or not.
                return;
            }
        };
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private ClientConnection(ClientSettings settings, Wire wire) throws IOException {
        this.settings = settings;
        this.wire = wire;
        this.in = new MessageInput(wire.in());
        this.out = new MessageOutput(wire.out());
        Login login = new Login(settings, in, out);
        readState(login.run());
        this.processId = login.processId();
        this.secret = login.secret();
        this.messageSizeMax = login.messageSizeMax();
        this.isReadOnly = login.isReadOnly();
    }

    // --- State

    /** Returns whether the server refuses all changes. */
    public boolean isReadOnly() {
        return isReadOnly;
    }

    /** Returns whether no transaction of BEGIN is open, so that every statement commits itself. */
    public boolean isAutocommit() {
        return afterAnswers(() -> isAutocommit);
    }

    /** Returns the number of rows that the last INSERT, UPDATE or DELETE has changed. */
    public long changes() {
        return afterAnswers(() -> changes);
    }

    /** Returns the number of rows that were changed since the connection was opened. */
    public long totalChanges() {
        return afterAnswers(() -> totalChanges);
    }

    public long lastInsertRowid() {
        return afterAnswers(() -> lastRowid);
    }

    private <T> T afterAnswers(Supplier<T> value) {
        return exchange(() -> {
            drain();
            return value.get();
        });
    }

    /** Returns the name of the user who has logged in. */
    public String user() {
        return settings.user();
    }

    /** Returns the server's address, for messages. */
    public String place() {
        return settings.place();
    }

    // --- Statements

    /**
     * Compiles the first statement of a text.
     *
     * @return the statement, or null if the text holds only white space and comments
     */
    public ClientStatement prepare(String sql) {
        return prepare(sql, 0);
    }

    /**
     * Compiles the first statement of a text within a time limit.
     *
     * @param timeLimitMs the time limit in milliseconds; 0 for none
     */
    public ClientStatement prepare(String sql, long timeLimitMs) {
        ServerMessages.unicode(sql);
        return exchange(() -> {
            drain();
            text = sql;
            int number = ++lastNumber;
            out.begin('P').writeInt(number);
            out.writeInt(Math.clamp(timeLimitMs, 0, Integer.MAX_VALUE));
            out.writeText(sql).end();
            sync();
            ClientStatement statement = null;
            ClientException error = null;
            while (true) {
                Message message = in.next();
                switch (message.kind()) {
                    case 'p' -> statement = statement(number, sql, message);
                    case 'E' -> error = error(message);
                    case 'Z' -> {
                        readState(message);
                        if (error != null) {
                            throw error;
                        }
                        return statement;
                    }
                    default -> throw unexpected(message);
                }
            }
        });
    }

    private ClientStatement statement(int number, String sql, Message message) throws IOException {
        int end = ServerMessages.index(sql, message.readInt());
        int flags = message.readByte();
        int parameterCount = message.readCount();
        List<String> names = new ArrayList<>(parameterCount);
        for (int i = 0; i < parameterCount; i++) {
            names.add(message.readText());
        }
        List<ClientColumn> columns = ServerMessages.columns(message);
        if ((flags & EXISTS) == 0) {
            return null;
        }
        if (end < 0) {
            throw unexpected(message);
        }
        return new ClientStatement(this, number, sql, end, flags, names, columns);
    }

    /**
     * Runs all statements of a text, and discards their rows.
     *
     * @return the number of rows that the last of them has changed
     */
    public long execute(String script) {
        ServerMessages.unicode(script);
        ClientRows result = new ClientRows(null, List.of());
        text = script;
        runToEnd(result, o -> o.begin('Q').writeInt(0).writeText(script).end());
        return result.count();
    }

    // --- Runs

    /** Runs a statement until rows have come, or the end. */
    void query(ClientRows rows, Consumer<MessageOutput> message) {
        exchange(() -> {
            send(rows, message);
            while (pending == rows && !rows.hasCome()) {
                take();
            }
            if (rows.error() != null) {
                drain();
                throwError(rows);
            }
            return null;
        });
    }

    /** Runs a statement to its end. */
    void runToEnd(ClientRows rows, Consumer<MessageOutput> message) {
        exchange(() -> {
            send(rows, message);
            drain();
            throwError(rows);
            return null;
        });
    }

    private static void throwError(ClientRows rows) {
        ClientException error = rows.error();
        if (error != null) {
            rows.detach();
            throw error;
        }
    }

    /** Asks for more rows without waiting for them. */
    void fetch(ClientRows rows, Consumer<MessageOutput> message) {
        exchange(() -> {
            send(rows, message);
            return null;
        });
    }

    /**
     * Waits until rows, the end or an error have arrived; returns false if nothing more will
     * arrive.
     */
    boolean receive(ClientRows rows) {
        return exchange(() -> {
            while (pending == rows && !rows.hasCome()) {
                take();
            }
            return rows.hasCome();
        });
    }

    /** Ends the run of a statement. */
    void reset(ClientRows rows, int number) {
        unlessLost(() -> {
            drain();
            if (rows.isRunning()) {
                rows.stop();
                out.begin('R').writeInt(number).end();
                syncAndWait();
            }
            return null;
        });
    }

    void closeStatement(ClientRows rows, int number) {
        unlessLost(() -> {
            drain();
            // Sent together with the next request, unless the statement may hold a lock.
            out.begin('C').writeInt(number).end();
            if (rows != null && rows.isRunning()) {
                rows.stop();
                syncAndWait();
            }
            return null;
        });
    }

    /** Does an exchange that is unnecessary once the connection is lost or closed. */
    private void unlessLost(Exchange<Void> work) {
        try {
            if (!isClosed && failure == null) {
                exchange(work);
            }
        } catch (ClientException e) {
            if (!e.isConnectionLost() && !isClosed) {
                throw e;
            }
        }
    }

    private void syncAndWait() throws IOException {
        sync();
        Message message = in.next();
        while (message.kind() != 'Z') {
            if (message.kind() == 'E') {
                throw error(message);
            }
            message = in.next();
        }
        readState(message);
    }

    // --- Messages

    /** An action that sends and reads messages. */
    private interface Exchange<T> {
        T run() throws IOException;
    }

    private <T> T exchange(Exchange<T> work) {
        lock.lock();
        try {
            checkOpen();
            return work.run();
        } catch (IOException e) {
            throw broken(e);
        } catch (ClientException e) {
            if (e.isConnectionLost()) {
                fail(e);
            }
            throw e;
        } finally {
            lock.unlock();
        }
    }

    private void checkOpen() {
        if (isClosed || failure != null) {
            throw ClientException.closed("connection");
        }
    }

    private ClientException broken(IOException e) {
        if (isClosed) {
            return ClientException.closed("connection");
        }
        ClientException error = ClientException.lost(
                "the connection to the server at " + settings.place() + " is lost: " + reason(e),
                ClientException.IO_ERROR,
                ClientException.LOST,
                e);
        fail(error);
        return error;
    }

    private void fail(ClientException error) {
        failure = error;
        pending = null;
        closing(wire).run();
    }

    private void send(ClientRows rows, Consumer<MessageOutput> message) throws IOException {
        drain();
        int before = out.size();
        message.accept(out);
        if (out.size() - before > messageSizeMax) {
            long size = out.size() - (long) before;
            out.takeBack(before);
            throw ClientException.ofServer(
                    "string or blob too big: a message of " + size + " bytes, and the server takes "
                            + messageSizeMax,
                    TOO_BIG,
                    -1,
                    "22001");
        }
        pending = rows;
        sync();
    }

    private void sync() throws IOException {
        out.begin('S').end();
        out.flush();
    }

    /** Reads all outstanding answers. */
    private void drain() throws IOException {
        while (pending != null) {
            take();
        }
    }

    /** Reads and processes the next message of a run. */
    private void take() throws IOException {
        ClientRows rows = pending;
        Message message = in.next();
        switch (message.kind()) {
            case 'D' -> rows.add(ServerMessages.block(message, rows.columnCount()));
            case 'T' -> rows.setColumns(ServerMessages.columns(message));
            case 'i' -> rows.setRowids(ServerMessages.numbers(message));
            case 'n' -> rows.setCounts(ServerMessages.numbers(message));
            case 'C' -> rows.complete(message.readLong());
            case 's' -> rows.suspend();
            case 'E' -> rows.fail(error(message));
            case 'Z' -> {
                readState(message);
                pending = null;
            }
            default -> throw unexpected(message);
        }
    }

    /**
     * Reads the error of a statement.
     *
     * @throws ClientException if the error ends the connection
     */
    private ClientException error(Message message) throws IOException {
        ClientException error = ServerMessages.error(message, text);
        if (error.isConnectionLost()) {
            throw ClientException.lost(
                    error.getMessage(), error.code(), ClientException.LOST, error);
        }
        return error;
    }

    private static IOException unexpected(Message message) {
        return new IOException("the server has sent a message of kind " + message.kind());
    }

    private void readState(Message message) throws IOException {
        isAutocommit = message.readByte() == 'I';
        changes = message.readLong();
        totalChanges = message.readLong();
        lastRowid = message.readLong();
    }

    // --- The connection

    /**
     * Ends the running statement, if any, with SQLITE_INTERRUPT (9). Any thread may call this.
     *
     * @throws ClientException if the server cannot be reached
     */
    public void cancel() {
        try (Wire other = Wire.open(settings);
                Alarm _ = Alarm.after(settings.loginTimeout(), closing(other))) {
            MessageOutput request = new MessageOutput(other.out());
            request.beginFirst().writeInt(CANCEL_REQUEST).writeInt(processId).writeInt(secret);
            request.end();
            request.flush();
            // The server closes this connection after it has cancelled the statement.
            while (other.in().read() >= 0) {}
        } catch (IOException e) {
            throw ClientException.lost(
                    "the statement cannot be cancelled: " + reason(e),
                    ClientException.IO_ERROR,
                    ClientException.NOT_OPENED,
                    e);
        }
    }

    /**
     * Returns whether the server answers.
     *
     * @param timeout the time limit, after which the connection is closed; zero for none
     */
    public boolean isValid(Duration timeout) {
        if (isClosed || failure != null) {
            return false;
        }
        try (Alarm alarm = Alarm.after(timeout, closing(wire))) {
            exchange(() -> {
                drain();
                syncAndWait();
                return null;
            });
            return !alarm.isRinging();
        } catch (ClientException e) {
            if (e.isConnectionLost() || isClosed) {
                return false;
            }
            throw e;
        }
    }

    public boolean isClosed() {
        return isClosed;
    }

    /** Returns whether the connection was lost. */
    public boolean isBroken() {
        return failure != null;
    }

    /**
     * Closes the connection and rolls back its open transaction. A statement that runs in another
     * thread fails.
     */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        if (failure == null && lock.tryLock()) {
            try {
                out.begin('X').end();
                out.flush();
            } catch (IOException e) {
                failure = ClientException.closed("connection");
            } finally {
                lock.unlock();
            }
        }
        closing(wire).run();
    }
}
