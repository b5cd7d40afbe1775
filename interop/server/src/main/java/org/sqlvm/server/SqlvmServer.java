package org.sqlvm.server;

import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.server.columns.ColumnsDoor;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.http.HttpDoor;
import org.sqlvm.server.net.TlsKeys;
import org.sqlvm.server.postgres.PostgresPort;
import org.sqlvm.server.postgres.PostgresSocket;
import org.sqlvm.server.session.Activity;
import org.sqlvm.server.session.Clients;
import org.sqlvm.server.session.Door;
import org.sqlvm.server.session.PortDoor;
import org.sqlvm.server.settings.Access;
import org.sqlvm.server.settings.Limits;
import org.sqlvm.server.settings.ScramVerifier;
import org.sqlvm.server.settings.ServerSettings;
import org.sqlvm.server.settings.Timeouts;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

/**
 * Serves a database to other processes, which use it with any client of PostgreSQL: the protocol is
 * PostgreSQL's, the SQL is SQLite's.
 *
 * <pre>{@code
 * try (SqlvmServer server = SqlvmServer.builder("file.db").port(5432).start()) {
 *     …
 * }
 * }</pre>
 *
 * <p>Each session has a connection of its own to the database, and a thread. Sessions of the user
 * who runs the server come through a Unix socket without a password; through the network of the
 * machine itself they need one if one is set, and from other machines always.
 */
public final class SqlvmServer implements AutoCloseable {
    private static final System.Logger LOGGER = System.getLogger("org.sqlvm.server");

    private final ServerSettings settings;
    private final Clients clients;
    private final List<Door> doors;

    private SqlvmServer(ServerSettings settings, List<Door> doors) {
        this.settings = settings;
        this.clients = new Clients(settings);
        this.doors = doors;
    }

    /**
     * A server to be set up.
     *
     * @param file a path or a {@code file:} URI, as {@code Sqlvm.open} takes it. Each session opens
     *     it: a database in memory is one that sessions share
     */
    public static Builder builder(String file) {
        return new Builder(file);
    }

    /** How a server is to be. */
    public static final class Builder {
        /** PostgreSQL's. */
        private static final int PORT = 5432;

        private static final int BUFFER_SIZE = 64 << 10;
        private static final int BUFFER_SIZE_MIN = 1 << 10;
        private static final int MESSAGE_SIZE = 64 << 20;
        private static final int VALUE_SIZE_MIN = 1 << 10;
        /** SQLite's own limit. */
        private static final int VALUE_SIZE_MAX = 1_000_000_000;

        private final String file;
        private InetAddress host;
        private int port = PORT;
        private boolean isPortSet;
        private boolean listensNowhere;
        private final Map<Class<? extends Door>, Supplier<Door>> doors = new LinkedHashMap<>();
        private final Set<String> httpOrigins = new HashSet<>();
        private boolean isReadOnly;
        private final Map<String, ScramVerifier> passwords = new HashMap<>();
        private ScramVerifier anyPassword;
        private SSLContext tls;
        private boolean requiresTls = true;
        private int sessionsMax = 100;
        private Duration statementTimeout = Duration.ZERO;
        private Duration idleTransactionTimeout = Duration.ZERO;
        private Duration sendTimeout = Duration.ZERO;
        private Duration loginTimeout = Duration.ofSeconds(30);
        private Duration closeTimeout = Duration.ofSeconds(10);
        private long memoryLimit;
        private long rowsMax = Long.MAX_VALUE;
        private int bufferSize = BUFFER_SIZE;
        private boolean mayUseFiles;
        private int valueSizeMax = MESSAGE_SIZE;
        private Consumer<Database> onConnect = database -> {};
        private Consumer<String> log = line -> LOGGER.log(System.Logger.Level.INFO, line);

        private Builder(String file) {
            this.file = Objects.requireNonNull(file);
        }

        /**
         * Listens at a Unix socket.
         *
         * @param path the path of the socket, or of a folder in which {@code psql -h FOLDER} finds
         *     it
         */
        public Builder socket(Path path) {
            return door(PostgresSocket.class, () -> new PostgresSocket(path));
        }

        /**
         * Listens at a port of the machine's own network, or of {@link #host}. It is also part of
         * the name of a socket in a folder.
         *
         * @param number 0 for one that is free; see {@link SqlvmServer#port}
         */
        public Builder port(int number) {
            port = number;
            isPortSet = true;
            return this;
        }

        /** Listens at an address of the machine. Any but a loopback address needs a password. */
        public Builder host(InetAddress address) {
            host = address;
            return this;
        }

        /**
         * Answers requests of HTTP at a port, of the same address: {@code POST /query}. With
         * {@link #tls} it is HTTPS. Each request is a session, though connections to the database
         * are kept for a while if requests leave nothing behind.
         *
         * @param number 0 for one that is free; see {@link SqlvmServer#httpPort}
         */
        public Builder httpPort(int number) {
            return door(HttpDoor.class, () -> new HttpDoor(number));
        }

        /**
         * Pages of this origin may ask by HTTP, such as {@code https://shop.example}. Browsers let
         * no others, and neither does the server.
         */
        public Builder httpOrigin(String origin) {
            httpOrigins.add(origin);
            return this;
        }

        /**
         * Sends results as columns to processes of the same user on this machine, in memory files
         * or through pipes, whose descriptors are passed through a Unix socket; see
         * {@link org.sqlvm.columns.ColumnsClient}. Requires Linux and
         * {@code --enable-native-access}.
         *
         * @param path the path of the socket
         */
        public Builder columnsSocket(Path path) {
            return door(ColumnsDoor.class, () -> new ColumnsDoor(path));
        }

        /** Opens a door when the server starts; replaces another one of this kind. */
        <D extends Door> Builder door(Class<D> kind, Supplier<D> maker) {
            doors.put(kind, maker::get);
            return this;
        }

        /**
         * Listens nowhere unless it is told where: for clients that come by
         * {@link SqlvmServer#session}.
         */
        public Builder withoutPort() {
            listensNowhere = true;
            return this;
        }

        /** Sessions change nothing. */
        public Builder readOnly(boolean on) {
            isReadOnly = on;
            return this;
        }

        /**
         * The password of all users that have none of their own. Only what is needed to check it is
         * kept.
         *
         * @param password or its verifier as PostgreSQL's pg_authid has it, {@code SCRAM-SHA-256$…}
         */
        public Builder password(String password) {
            anyPassword = ScramVerifier.of(password);
            return this;
        }

        /** A user who may log in, with a password as {@link #password(String)} takes it. */
        public Builder password(String user, String password) {
            passwords.put(user, ScramVerifier.of(password));
            return this;
        }

        /**
         * Clients may encrypt their connections, and those of other machines must.
         *
         * @param keystore the server's key and certificate, in PKCS #12
         * @throws IOException if it cannot be read
         */
        public Builder tls(Path keystore, String password) throws IOException {
            return tls(TlsKeys.read(keystore, password.toCharArray()));
        }

        /** The same, with keys that the program has. */
        public Builder tls(SSLContext context) {
            tls = context;
            return this;
        }

        /**
         * Whether clients of other machines must encrypt their connections; they must if not set.
         * In a network that is encrypted itself they need not.
         */
        public Builder requireTls(boolean on) {
            requiresTls = on;
            return this;
        }

        /**
         * The most sessions at a time; 100 if not set.
         *
         * @param count at least 1
         */
        public Builder maxSessions(int count) {
            if (count < 1) {
                throw new IllegalArgumentException("most sessions: " + count);
            }
            sessionsMax = count;
            return this;
        }

        /** The longest time that a statement may compute; any if not set. */
        public Builder statementTimeout(Duration timeout) {
            statementTimeout = timeout;
            return this;
        }

        /**
         * How long a session may leave a transaction open and say nothing; any time if not set.
         * Other sessions wait for a transaction that has changed something. Sessions may set a
         * shorter time, {@code idle_in_transaction_session_timeout}.
         */
        public Builder idleTransactionTimeout(Duration timeout) {
            idleTransactionTimeout = timeout;
            return this;
        }

        /**
         * How long a client may take nothing of what it is sent; any time if not set. The rows that
         * it reads stay in the file until then.
         */
        public Builder sendTimeout(Duration timeout) {
            sendTimeout = timeout;
            return this;
        }

        /** The longest time that a client may take to log in; 30 seconds if not set. */
        public Builder loginTimeout(Duration timeout) {
            loginTimeout = timeout;
            return this;
        }

        /** How long {@link SqlvmServer#close} waits for statements; 10 seconds if not set. */
        public Builder closeTimeout(Duration timeout) {
            closeTimeout = timeout;
            return this;
        }

        /**
         * The most bytes of sorts, groups, joins and temporary tables that each session keeps in
         * memory; a quarter of the heap if not set.
         */
        public Builder memoryLimit(long bytes) {
            memoryLimit = bytes;
            return this;
        }

        /**
         * The most bytes of a TEXT or BLOB, and of a row, that statements of sessions read or make;
         * 64 MiB if not set. Functions cannot take more of the memory than that for one value.
         *
         * @param bytes 1,024 to 1,000,000,000
         */
        public Builder maxValueSize(int bytes) {
            if (bytes < VALUE_SIZE_MIN || bytes > VALUE_SIZE_MAX) {
                throw new IllegalArgumentException("size of a value: " + bytes);
            }
            valueSizeMax = bytes;
            return this;
        }

        /**
         * The most rows of a result; any number if not set.
         *
         * @param count at least 1
         */
        public Builder maxRows(long count) {
            if (count < 1) {
                throw new IllegalArgumentException("most rows: " + count);
            }
            rowsMax = count;
            return this;
        }

        /**
         * How many bytes of columns are sent at a time; 64 KiB if not set.
         *
         * @param bytes at least 1024
         */
        public Builder bufferSize(int bytes) {
            if (bytes < BUFFER_SIZE_MIN) {
                throw new IllegalArgumentException("size of a buffer: " + bytes);
            }
            bufferSize = bytes;
            return this;
        }

        /**
         * Sessions may open other files of the machine, with ATTACH, VACUUM INTO, COPY and
         * functions such as read_csv; otherwise they may not.
         */
        public Builder fileAccess(boolean on) {
            mayUseFiles = on;
            return this;
        }

        /**
         * Is called with the connection of each session before it is used: for PRAGMAs, and to
         * register functions and tables. Requests of HTTP may use a connection one after the other,
         * if they have left nothing behind in it. An authorizer that it sets is asked beside the
         * server's own.
         */
        public Builder onConnect(Consumer<Database> action) {
            onConnect = action;
            return this;
        }

        /** Where lines about sessions go; to the logger {@code org.sqlvm.server} if not set. */
        public Builder log(Consumer<String> target) {
            log = target;
            return this;
        }

        /**
         * Begins to listen: at port 5432 of the machine's own network if neither a socket nor any
         * port is set.
         *
         * @throws IOException if an address cannot be listened at
         * @throws SqlvmException if the file cannot be opened, or is no database
         * @throws IllegalStateException if others than this machine could come without a password,
         *     or not encrypted
         */
        public SqlvmServer start() throws IOException {
            InetAddress address = host != null ? host : InetAddress.getLoopbackAddress();
            ServerSettings settings = new ServerSettings(
                    file,
                    isReadOnly,
                    mayUseFiles,
                    new Access(
                            address,
                            port,
                            Set.copyOf(httpOrigins),
                            Map.copyOf(passwords),
                            anyPassword,
                            tls,
                            requiresTls),
                    new Limits(
                            sessionsMax,
                            memoryLimit,
                            rowsMax,
                            MESSAGE_SIZE,
                            valueSizeMax,
                            bufferSize),
                    new Timeouts(
                            statementTimeout,
                            idleTransactionTimeout,
                            sendTimeout,
                            loginTimeout,
                            closeTimeout),
                    onConnect,
                    line -> log.accept(LogText.escaped(line)));
            List<Door> opened = makeDoors();
            boolean hasPorts = opened.stream().anyMatch(PortDoor.class::isInstance);
            if (hasPorts && !address.isLoopbackAddress()) {
                checkSafe(address, settings);
            }
            settings.checkFile();
            SqlvmServer server = new SqlvmServer(settings, opened);
            server.listen();
            return server;
        }

        private List<Door> makeDoors() {
            List<Door> all = new ArrayList<>();
            doors.values().forEach(maker -> all.add(maker.get()));
            boolean isAlone = listensNowhere || all.stream().anyMatch(Door::hasSessions);
            boolean hasHost = host != null && !doors.containsKey(HttpDoor.class);
            if (isPortSet || !isAlone || hasHost) {
                all.add(new PostgresPort(port));
            }
            return all;
        }
    }

    private static void checkSafe(InetAddress address, ServerSettings settings) {
        String missing = !settings.access().hasPasswords() ? "a password" : "TLS";
        if (!settings.access().hasPasswords()
                || (settings.access().requiresTls() && settings.access().tls() == null)) {
            throw new IllegalStateException(
                    "a server at " + address.getHostAddress() + " needs " + missing);
        }
    }

    private void listen() throws IOException {
        boolean isListening = false;
        try {
            for (Door door : doors) {
                door.open(clients);
                settings.log().accept(door.announcement());
            }
            doors.forEach(Door::start);
            isListening = true;
        } finally {
            if (!isListening) {
                close();
            }
        }
    }

    /**
     * A session of a client that comes through this process. It is to be closed before the server.
     *
     * @param user its name, as others see it
     * @param address where it comes from, as others see it
     * @throws SqlvmException if there are too many, or the database cannot be opened
     */
    public LocalSession session(String user, String address) {
        try {
            return new LocalSession(clients, user, address);
        } catch (ServerError e) {
            // SQLITE_BUSY.
            throw new SqlvmException(e.getMessage(), 5, -1, e);
        }
    }

    /** The port that it listens at; 0 if it listens at a socket alone. */
    public int port() {
        return door(PostgresPort.class).map(PortDoor::port).orElse(0);
    }

    /** The port where it answers requests of HTTP; 0 if there is none. */
    public int httpPort() {
        return door(HttpDoor.class).map(PortDoor::port).orElse(0);
    }

    /** The socket that it listens at; null if there is none. */
    public Path socket() {
        return door(PostgresSocket.class).map(PostgresSocket::path).orElse(null);
    }

    /** The socket where it gives columns; null if there is none. */
    public Path columnsSocket() {
        return door(ColumnsDoor.class).map(ColumnsDoor::path).orElse(null);
    }

    /** The door of a kind that it has. */
    <D extends Door> Optional<D> door(Class<D> kind) {
        return doors.stream().filter(kind::isInstance).map(kind::cast).findFirst();
    }

    /** How many clients are connected. */
    public int sessionCount() {
        return clients.count();
    }

    /**
     * Returns the server's counters, as lines of text in the format of OpenMetrics, which
     * Prometheus and others read.
     */
    public String metrics() {
        return clients.metrics();
    }

    /** How many statements have begun. */
    long statementCount() {
        return clients.counters().statements().sum();
    }

    /** Whether no statement runs. */
    boolean isIdle() {
        return clients.activities().stream().noneMatch(Activity::isActive);
    }

    /**
     * Takes no more clients, ends the sessions that wait, lets statements end that run, and
     * interrupts those that take too long. Their transactions are undone.
     */
    @Override
    public void close() throws IOException {
        try {
            for (Door door : doors) {
                door.close();
            }
            clients.close(settings.times().close());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        settings.log().accept("has ended");
    }
}
