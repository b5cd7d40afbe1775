package org.sqlvm.dbus;

import org.freedesktop.dbus.FileDescriptor;
import org.freedesktop.dbus.connections.AbstractConnection;
import org.freedesktop.dbus.connections.impl.DBusConnection;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.interfaces.DBus;
import org.freedesktop.dbus.types.UInt32;
import org.freedesktop.dbus.types.Variant;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.columns.Descriptor;
import org.sqlvm.server.SqlvmServer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/** A server's database on a bus, for clients of the same user. */
public final class BusService implements BusDatabase, AutoCloseable {
    /** The name on the bus. */
    public static final String NAME = "org.sqlvm.Database";

    /** The path of the object. */
    public static final String PATH = "/org/sqlvm/Database";

    private static final int AUTH = 23;
    private static final int IO_ERROR = 10;

    private final SqlvmServer server;
    private final DBusConnection connection;
    private final DBus bus;
    /** By the client's name on the bus. */
    private final ConcurrentMap<String, BusSession> sessions = new ConcurrentHashMap<>();

    private BusService(SqlvmServer server, DBusConnection connection) throws DBusException {
        this.server = server;
        this.connection = connection;
        this.bus = connection.getRemoteObject(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", DBus.class);
    }

    /**
     * Puts a database on a bus.
     *
     * @param connection is closed with the service
     * @throws IOException if there is another one
     */
    public static BusService start(SqlvmServer server, DBusConnection connection)
            throws IOException {
        Descriptor.checkSupported();
        try {
            BusService service = new BusService(server, connection);
            connection.addSigHandler(DBus.NameOwnerChanged.class, service::ownerChanged);
            connection.exportObject(PATH, service);
            connection.requestBusName(NAME);
            return service;
        } catch (DBusException e) {
            connection.close();
            throw new IOException(e);
        }
    }

    private void ownerChanged(DBus.NameOwnerChanged change) {
        if (change.newOwner.isEmpty()) {
            end(change.name);
        }
    }

    private void end(String client) {
        BusSession session = sessions.remove(client);
        if (session != null) {
            session.close();
        }
    }

    private BusSession session() {
        String client = AbstractConnection.getCallInfo().getSource();
        BusSession session = sessions.get(client);
        return session != null ? session : open(client);
    }

    private BusSession open(String client) {
        int user = bus.GetConnectionUnixUser(client).intValue();
        try {
            if (user != Descriptor.ownUser()) {
                throw new SqlvmException("not authorized", AUTH, -1, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        BusSession session = sessions.computeIfAbsent(
                client,
                name -> new BusSession(
                        server.session(System.getProperty("user.name"), "the bus, as " + name),
                        this::tell));
        if (!bus.NameHasOwner(client)) {
            end(client); // The client left before it was among the sessions.
        }
        return session;
    }

    private void tell(List<String> tables) {
        try {
            connection.sendMessage(new Committed(PATH, tables));
        } catch (DBusException e) {
            throw new IllegalStateException(e);
        }
    }

    private static <T> T answer(Supplier<T> work) {
        try {
            return work.get();
        } catch (SqlvmException e) {
            throw new SqliteError(e.getMessage() + " (" + e.code() + ")", e);
        } catch (UncheckedIOException e) {
            throw new SqliteError(e.getMessage() + " (" + IO_ERROR + ")", e);
        }
    }

    @Override
    public UInt32 prepare(String sql) {
        return answer(() -> session().prepare(sql));
    }

    @Override
    public void bind(UInt32 statement, List<Variant<?>> values) {
        answer(() -> {
            session().bind(statement, values);
            return null;
        });
    }

    @Override
    public Fetched<List<String>, List<List<Variant<?>>>, Boolean> fetch(
            UInt32 statement, UInt32 limit) {
        return answer(() -> session().fetch(statement, limit.longValue()));
    }

    @Override
    public void finish(UInt32 statement) {
        answer(() -> {
            session().finish(statement);
            return null;
        });
    }

    @Override
    public long execute(String sql, List<Variant<?>> values) {
        return answer(() -> session().execute(sql, values));
    }

    @Override
    public Streamed<FileDescriptor, Long> stream(String sql, List<Variant<?>> values) {
        return answer(() -> session().stream(sql, values));
    }

    @Override
    public boolean isRemote() {
        return false;
    }

    @Override
    public String getObjectPath() {
        return PATH;
    }

    /** Leaves the bus; interrupts running statements. */
    @Override
    public void close() {
        connection.disconnect();
        sessions.values().forEach(BusSession::close);
        sessions.clear();
    }
}
