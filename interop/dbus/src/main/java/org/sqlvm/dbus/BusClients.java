package org.sqlvm.dbus;

import org.freedesktop.dbus.connections.impl.DBusConnection;
import org.freedesktop.dbus.connections.impl.DBusConnectionBuilder;
import org.freedesktop.dbus.exceptions.DBusException;

/** Connections of clients in Java, which can take memory files. */
public final class BusClients {
    private BusClients() {}

    /**
     * Connects to a bus. The caller has to close descriptors that come with messages.
     *
     * @param address the address, such as {@code unix:path=/run/user/1000/bus}
     * @throws DBusException if there is no such bus
     */
    public static DBusConnection connect(String address) throws DBusException {
        return DBusConnectionBuilder.forAddress(address)
                .withShared(false)
                .transportConfig()
                .withAdditionalConfig(DescriptorTransport.KEEPS_DESCRIPTORS, true)
                .back()
                .build();
    }

    /**
     * The database on a bus.
     *
     * @throws DBusException if there is none
     */
    public static BusDatabase database(DBusConnection connection) throws DBusException {
        return connection.getRemoteObject(BusService.NAME, BusService.PATH, BusDatabase.class);
    }
}
