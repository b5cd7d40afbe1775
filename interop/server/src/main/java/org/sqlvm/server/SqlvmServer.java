package org.sqlvm.server;

import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.server.columns.ColumnsDoor;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.http.HttpDoor;
import org.sqlvm.server.net.TlsKeys;
import org.sqlvm.server.page.HttpPages;
import org.sqlvm.server.page.SessionActivity;
import org.sqlvm.server.postgres.PostgresPort;
import org.sqlvm.server.postgres.PostgresSocket;
import org.sqlvm.server.session.Activity;
import org.sqlvm.server.session.Clients;
import org.sqlvm.server.session.Door;
import org.sqlvm.server.session.PortDoor;
import org.sqlvm.server.settings.Access;
import org.sqlvm.server.settings.HttpKey;
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
 * Serves a database to other processes, which connect with any client of PostgreSQL: the protocol
 * is PostgreSQL's, the SQL is SQLite's.
 *
 * <pre>{@code
 * try (SqlvmServer server = SqlvmServer.builder("file.db").port(5432).start()) {
 *     …
 * }
 * }</pre>
 *
 * <p>Each session has its own thread and its own connection to the database. The user who runs the
 * server needs no password at a Unix socket. Clients on the same machine need one if one is set,
 * clients on other machines always.
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
     * Returns a builder of a server.
     *
     * @param file a path or a {@code file:} URI, as for {@code Sqlvm.open}. Each session opens it;
     *     sessions share a database in memory
     */
    public static Builder builder(String file) {
        return new Builder(Objects.requireNonNull(file));
    }

    /**
     * Returns a builder of a server whose sessions name the files that they open, for programs of
     * one user: clients of sqlvm's own protocol at a Unix socket, and no others. They may do what a
     * program may that opens the file itself.
     */
    public static Builder builderForFiles() {
        return new Builder(null).fileAccess(true).maxValueSize(Builder.VALUE_SIZE_MAX);
    }

    /** The settings of a new server. */
    public static final class Builder {
        /** PostgreSQL's. */
        private static final int PORT = 5432;

        private static final int BUFFER_SIZE = 64 << 10;
        private static final int BUFFER_SIZE_MIN = 1 << 10;
        private static final int MESSAGE_SIZE = 64 << 20;
        /** Values of the largest size that SQLite has, and what is around them. */
        private static final int FILES_MESSAGE_SIZE = 1 << 30;

        private static final int VALUE_SIZE_MIN = 1 << 10;
        /** SQLite's own limit. */
        private static final int VALUE_SIZE_MAX = 1_000_000_000;

        /** Null if each session names its own. */
        private final String file;

        private InetAddress host;
        private int port = PORT;
        private boolean isPortSet;
        private boolean listensNowhere;
        private final Map<Class<? extends Door>, Supplier<Door>> doors = new LinkedHashMap<>();
        private final Set<String> httpOrigins = new HashSet<>();
        private HttpKey httpKey;
        private HttpPages httpPages;
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
        private Supplier<Map<String, String>> attached = Map::of;
        private Consumer<Database> onConnect = database -> {};
        private Consumer<String> log = line -> LOGGER.log(System.Logger.Level.INFO, line);

        private Builder(String file) {
            this.file = file;
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
         * @param number the port's number; 0 for a free one, see {@link SqlvmServer#port}
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
         * Answers HTTP requests ({@code POST /query}) at a port of the same address; with
         * {@link #tls}, HTTPS. Each request is a session. Its connection to the database is kept
         * for a while if the request has left no state in it.
         *
         * @param number the port's number; 0 for a free one, see {@link SqlvmServer#httpPort}
         */
        public Builder httpPort(int number) {
            return door(HttpDoor.class, () -> new HttpDoor(number, httpPages));
        }

        /** Answers other HTTP requests than those for queries. */
        public Builder httpPages(HttpPages pages) {
            httpPages = pages;
            return this;
        }

        /**
         * Requires that HTTP requests for queries carry a key: {@code Authorization: Bearer KEY}.
         *
         * @param key at least 22 letters, digits and . _ ~ + / -
         * @throws IllegalArgumentException for another one
         */
        public Builder httpKey(String key) {
            httpKey = HttpKey.of(key);
            return this;
        }

        /**
         * Allows HTTP requests from web pages of an origin, such as {@code https://shop.example}.
         * Requests from pages of other origins are refused.
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

        /** Disables the default port, for servers whose clients use {@link SqlvmServer#session}. */
        public Builder withoutPort() {
            listensNowhere = true;
            return this;
        }

        /** Sets whether sessions are read-only. */
        public Builder readOnly(boolean on) {
            isReadOnly = on;
            return this;
        }

        /**
         * Sets the password of all users that have none of their own. The server keeps only a
         * verifier of it.
         *
         * @param password the password, or its verifier in the form of PostgreSQL's pg_authid,
         *     {@code SCRAM-SHA-256$…}
         */
        public Builder password(String password) {
            anyPassword = ScramVerifier.of(password);
            return this;
        }

        /** Adds a user, with a password or verifier as for {@link #password(String)}. */
        public Builder password(String user, String password) {
            passwords.put(user, ScramVerifier.of(password));
            return this;
        }

        /**
         * Enables TLS, which clients on other machines must use.
         *
         * @param keystore the server's key and certificate, in PKCS #12
         * @throws IOException if the key store cannot be read
         */
        public Builder tls(Path keystore, String password) throws IOException {
            return tls(TlsKeys.read(keystore, password.toCharArray()));
        }

        /** Enables TLS with the program's own keys. */
        public Builder tls(SSLContext context) {
            tls = context;
            return this;
        }

        /**
         * Sets whether clients on other machines must use TLS; the default is true. It is
         * unnecessary in a network that is encrypted itself.
         */
        public Builder requireTls(boolean on) {
            requiresTls = on;
            return this;
        }

        /**
         * Sets the maximum number of sessions at a time; the default is 100.
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

        /** Sets the time limit of a statement's computation; the default is no limit. */
        public Builder statementTimeout(Duration timeout) {
            statementTimeout = timeout;
            return this;
        }

        /**
         * Sets how long a session may be idle with an open transaction; the default is no limit.
         * Other sessions wait for a transaction that has changed something. Sessions may set a
         * shorter time, {@code idle_in_transaction_session_timeout}.
         */
        public Builder idleTransactionTimeout(Duration timeout) {
            idleTransactionTimeout = timeout;
            return this;
        }

        /**
         * Sets how long a client may not read the data sent to it; the default is no limit. Until
         * then, its read transaction stays open.
         */
        public Builder sendTimeout(Duration timeout) {
            sendTimeout = timeout;
            return this;
        }

        /** Sets the time limit for the login; the default is 30 seconds. */
        public Builder loginTimeout(Duration timeout) {
            loginTimeout = timeout;
            return this;
        }

        /**
         * Sets how long {@link SqlvmServer#close} waits for statements; the default is 10 seconds.
         */
        public Builder closeTimeout(Duration timeout) {
            closeTimeout = timeout;
            return this;
        }

        /**
         * Sets the maximum bytes of sorts, groups, joins and temporary tables that each session
         * keeps in memory; the default is a quarter of the heap.
         */
        public Builder memoryLimit(long bytes) {
            memoryLimit = bytes;
            return this;
        }

        /**
         * Sets the maximum bytes of a TEXT, BLOB or row in statements of sessions; the default is
         * 64 MiB. It bounds the memory that a function can use for one value.
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
         * Sets the maximum number of rows of a result; the default is no limit.
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
         * Sets the number of bytes of columns that are sent at a time; the default is 64 KiB.
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
         * Sets whether sessions may open other files of the machine, with ATTACH, VACUUM INTO, COPY
         * and functions such as read_csv; the default is false.
         */
        public Builder fileAccess(boolean on) {
            mayUseFiles = on;
            return this;
        }

        /**
         * Sets an action that receives the connection of each session before it is used: for
         * PRAGMAs, and to register functions and tables. Several HTTP requests may use a connection
         * one after the other, if they have left no state in it. An authorizer that the action sets
         * is used beside the server's own.
         */
        public Builder onConnect(Consumer<Database> action) {
            onConnect = action;
            return this;
        }

        /**
         * Has requests of HTTP see other databases beside the file, which may change while the
         * server runs: before each request, its connection attaches and detaches until it has
         * these.
         *
         * @param databases gives paths or {@code file:} URIs by the names of schemas
         */
        public Builder attached(Supplier<Map<String, String>> databases) {
            attached = databases;
            return this;
        }

        /**
         * Sets the destination of log lines about sessions; the default is the logger
         * {@code org.sqlvm.server}.
         */
        public Builder log(Consumer<String> target) {
            log = target;
            return this;
        }

        /**
         * Starts the server; it listens at port 5432 of the loopback address if neither a socket
         * nor a port is set.
         *
         * @throws IOException if an address cannot be listened at
         * @throws SqlvmException if the file cannot be opened, or is no database
         * @throws IllegalStateException if clients on other machines could connect without a
         *     password or without encryption
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
                            httpKey,
                            Map.copyOf(passwords),
                            anyPassword,
                            tls,
                            requiresTls),
                    new Limits(
                            sessionsMax,
                            memoryLimit,
                            rowsMax,
                            file == null ? FILES_MESSAGE_SIZE : MESSAGE_SIZE,
                            valueSizeMax,
                            bufferSize),
                    new Timeouts(
                            statementTimeout,
                            idleTransactionTimeout,
                            sendTimeout,
                            loginTimeout,
                            closeTimeout),
                    attached,
                    onConnect,
                    line -> log.accept(LogText.escaped(line)));
            List<Door> opened = makeDoors();
            boolean hasPorts = opened.stream().anyMatch(PortDoor.class::isInstance);
            if (hasPorts && !address.isLoopbackAddress()) {
                checkSafe(address, settings);
            }
            if (settings.areFilesNamed()) {
                checkPrivate(opened, settings);
            } else {
                settings.checkFile();
            }
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

    /** Files by their names are for the user who runs the server. */
    private static void checkPrivate(List<Door> opened, ServerSettings settings) {
        boolean isPrivate = opened.stream().allMatch(PostgresSocket.class::isInstance);
        if (!isPrivate || settings.access().hasPasswords()) {
            throw new IllegalStateException(
                    "a server that opens files by their names has a Unix socket and nothing else");
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

    /** Returns the path of the columns socket; null if there is none. */
    public Path columnsSocket() {
        return door(ColumnsDoor.class).map(ColumnsDoor::path).orElse(null);
    }

    /** The door of a kind that it has. */
    <D extends Door> Optional<D> door(Class<D> kind) {
        return doors.stream().filter(kind::isInstance).map(kind::cast).findFirst();
    }

    /** Returns the number of connected clients. */
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

    /** Returns the activities of the sessions, with their statements. */
    public List<SessionActivity> activities() {
        return clients.activities().stream().map(Activity::snapshot).toList();
    }

    /** Returns the number of statements that have begun. */
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
