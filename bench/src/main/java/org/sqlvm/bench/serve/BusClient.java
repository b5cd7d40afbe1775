package org.sqlvm.bench.serve;

import org.freedesktop.dbus.connections.impl.DBusConnection;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.types.UInt32;
import org.freedesktop.dbus.types.Variant;
import org.sqlvm.columns.Descriptor;
import org.sqlvm.dbus.BusClients;
import org.sqlvm.dbus.BusDatabase;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.List;

/** Gets the result through D-Bus. */
final class BusClient implements AutoCloseable {
    private static final UInt32 ROWS = new UInt32(1000);

    private final DBusConnection connection;
    private final BusDatabase database;
    private final UInt32 statement;

    BusClient(String address) throws IOException {
        try {
            connection = BusClients.connect(address);
            database = BusClients.database(connection);
            statement = database.prepare(WideTable.QUERY);
        } catch (DBusException e) {
            throw new IOException(e);
        }
    }

    String rows() {
        long count = 0;
        long sum = 0;
        long characters = 0;
        boolean hasMore = true;
        while (hasMore) {
            var fetched = database.fetch(statement, ROWS);
            for (List<Variant<?>> row : fetched.rows) {
                count++;
                for (Variant<?> value : row) {
                    if (value.getValue() instanceof Long number) {
                        sum += number;
                    } else if (value.getValue() instanceof String text) {
                        characters += text.length();
                    }
                }
            }
            hasMore = fetched.hasMore;
        }
        return count + " " + sum + " " + characters;
    }

    String mapped() throws IOException {
        int number = database.stream(WideTable.QUERY, List.of()).file.getIntFileDescriptor();
        try (Descriptor file = Descriptor.of(number);
                Arena arena = Arena.ofConfined()) {
            return "0 " + file.map(arena).byteSize() + " 0";
        }
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
