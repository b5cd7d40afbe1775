package org.sqlvm.console;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.server.SqlvmServer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * A page in the browser for a database: its tables, statements and their results, plans.
 *
 * <pre>{@code
 * try (Console console = Console.builder("file.db").start()) {
 *     System.out.println(console.link());
 *     …
 * }
 * }</pre>
 *
 * <p>It listens at this machine's own network. Who has a link may do with the database what the
 * settings allow: read and write it, and nothing else of the machine.
 */
public final class Console implements AutoCloseable {
    private final SqlvmServer server;
    private final Tickets tickets;
    /** Keeps a database in memory alive while no session has it open. */
    private final Database keeper;

    private Console(SqlvmServer server, Tickets tickets, Database keeper) {
        this.server = server;
        this.tickets = tickets;
        this.keeper = keeper;
    }

    /**
     * Returns a builder of a console.
     *
     * @param file a path or a {@code file:} URI, as for {@code Sqlvm.open}; {@code :memory:} is a
     *     database in memory that all tabs of the page share
     */
    public static Builder builder(String file) {
        return new Builder(Objects.requireNonNull(file));
    }

    /** The settings of a new console. */
    public static final class Builder {
        private static final String MEMORY = ":memory:";

        private final String file;
        /** The file's name for connections. */
        private final String address;

        private final SqlvmServer.Builder server;
        private int port;
        private boolean isReadOnly;
        private Path stateFolder = SavedState.userFolder();

        private Builder(String file) {
            this.file = file;
            // SQLite's databases that connections of a process share
            // (sqlite.org/src/file/src/memdb.c).
            this.address = file.equals(MEMORY)
                    ? "file:/sqlvm-console-" + UUID.randomUUID() + "?vfs=memdb"
                    : file;
            this.server = SqlvmServer.builder(address);
        }

        /** @param number the port's number; 0, the default, for a free one */
        public Builder port(int number) {
            port = number;
            return this;
        }

        /** Sets whether nothing may be changed. */
        public Builder readOnly(boolean on) {
            isReadOnly = on;
            return this;
        }

        /** Sets whether statements may open other files of the machine; the default is false. */
        public Builder fileAccess(boolean on) {
            server.fileAccess(on);
            return this;
        }

        /** Sets what receives each connection before it is used: for PRAGMAs and functions. */
        public Builder onConnect(Consumer<Database> action) {
            server.onConnect(action);
            return this;
        }

        /**
         * Sets the folder in which the texts of the page's tabs are kept, one file for each
         * database; the default is {@code sqlvm/console} below the user's state folder.
         */
        public Builder stateFolder(Path folder) {
            stateFolder = folder;
            return this;
        }

        /** Sets the destination of log lines. */
        public Builder log(Consumer<String> target) {
            server.log(target);
            return this;
        }

        /**
         * Starts the console.
         *
         * @throws IOException if the port cannot be listened at
         * @throws SqlvmException if the file cannot be opened, or is no database
         */
        public Console start() throws IOException {
            Tickets tickets = new Tickets();
            SavedState state = SavedState.of(stateFolder, file);
            Database keeper = file.equals(MEMORY) ? Sqlvm.open(address) : null;
            Pages pages = new Pages(
                    tickets, state, new Pages.Facts(file, isReadOnly), new Importer(address));
            SqlvmServer started = server.httpPort(port)
                    .httpKey(tickets.key())
                    .httpPages(pages)
                    .readOnly(isReadOnly)
                    .start();
            return new Console(started, tickets, keeper);
        }
    }

    /**
     * Makes a link that opens the page once, in one browser. What it carries is not sent to the
     * server in an address, so that it is in no log.
     */
    public String link() {
        return "http://localhost:" + port() + "/#" + tickets.issue();
    }

    /** The port that it listens at. */
    public int port() {
        return server.httpPort();
    }

    /** Ends the statements that run, undoes what has not been committed, and closes the file. */
    @Override
    public void close() throws IOException {
        try (keeper) {
            server.close();
        }
    }
}
