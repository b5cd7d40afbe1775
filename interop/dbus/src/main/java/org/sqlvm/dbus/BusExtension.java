package org.sqlvm.dbus;

import org.freedesktop.dbus.connections.impl.DBusConnection;
import org.freedesktop.dbus.connections.impl.DBusConnectionBuilder;
import org.freedesktop.dbus.exceptions.DBusException;
import org.sqlvm.server.ServerExtension;
import org.sqlvm.server.SqlvmServer;

import java.io.IOException;

/** The option {@code --dbus} of {@code sqlvm serve}: session, system, or a bus's address. */
public final class BusExtension implements ServerExtension {
    /** How long a bus is looked for that is not there, or not yet. */
    private static final int TIMEOUT_MS = 2_000;

    /** For the service loader. */
    public BusExtension() {}

    @Override
    public String option() {
        return "--dbus";
    }

    @Override
    public AutoCloseable start(SqlvmServer server, String value) throws IOException {
        try {
            DBusConnectionBuilder builder = switch (value) {
                case "session" -> DBusConnectionBuilder.forSessionBus();
                case "system" -> DBusConnectionBuilder.forSystemBus();
                default -> DBusConnectionBuilder.forAddress(value);
            };
            DBusConnection connection = builder.withShared(false)
                    .transportConfig()
                    .withTimeout(TIMEOUT_MS)
                    .back()
                    .build();
            return BusService.start(server, connection);
        } catch (DBusException e) {
            throw new IOException("no bus " + value + ": " + e.getMessage(), e);
        }
    }
}
