package org.sqlvm.dbus;

import org.freedesktop.dbus.FileDescriptor;
import org.freedesktop.dbus.Tuple;
import org.freedesktop.dbus.annotations.DBusInterfaceName;
import org.freedesktop.dbus.annotations.DBusMemberName;
import org.freedesktop.dbus.annotations.Position;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.interfaces.DBusInterface;
import org.freedesktop.dbus.messages.DBusSignal;
import org.freedesktop.dbus.types.UInt32;
import org.freedesktop.dbus.types.Variant;

import java.util.List;

/**
 * A database as an object of the bus. Each client has a session, which ends when it leaves the bus.
 *
 * <p>A value is a variant: {@code x} an INTEGER, {@code d} a REAL, {@code s} a TEXT, {@code ay} a
 * BLOB. D-Bus has no NULL: the object path {@code /} stands for it. Parameters may be of the other
 * numbers and {@code b}, too.
 */
@DBusInterfaceName("org.sqlvm.Database")
public interface BusDatabase extends DBusInterface {
    /** Compiles a statement; gives its number in the session. */
    @DBusMemberName("Prepare")
    UInt32 prepare(String sql);

    /** Sets all parameters of a statement, which starts again with the next Fetch. */
    @DBusMemberName("Bind")
    void bind(UInt32 statement, List<Variant<?>> values);

    /**
     * The next rows of a statement, at most {@code limit}, or 1000 for 0: the names of its columns,
     * the rows, and whether there may be more.
     */
    @DBusMemberName("Fetch")
    Fetched<List<String>, List<List<Variant<?>>>, Boolean> fetch(UInt32 statement, UInt32 limit);

    /** Forgets a statement. */
    @DBusMemberName("Finish")
    void finish(UInt32 statement);

    /** Runs statements; gives how many rows the last one has changed. */
    @DBusMemberName("Execute")
    long execute(String sql, List<Variant<?>> values);

    /**
     * Runs a query: a sealed memory file with its rows as a stream of Apache Arrow, and how many
     * they are.
     */
    @DBusMemberName("Stream")
    Streamed<FileDescriptor, Long> stream(String sql, List<Variant<?>> values);

    /** The result of Fetch. */
    final class Fetched<A, B, C> extends Tuple {
        @Position(0)
        public final A columns;

        @Position(1)
        public final B rows;

        @Position(2)
        public final C hasMore;

        public Fetched(A columns, B rows, C hasMore) {
            this.columns = columns;
            this.rows = rows;
            this.hasMore = hasMore;
        }
    }

    /** The result of Stream. */
    final class Streamed<A, B> extends Tuple {
        @Position(0)
        public final A file;

        @Position(1)
        public final B count;

        public Streamed(A file, B count) {
            this.file = file;
            this.count = count;
        }
    }

    /** A session of the bus has committed changes of these tables. */
    final class Committed extends DBusSignal {
        private final List<String> tables;

        public Committed(String path, List<String> tables) throws DBusException {
            super(path, tables);
            this.tables = tables;
        }

        /** Names of tables of the database main. */
        public List<String> tables() {
            return tables;
        }
    }
}
