package org.sqlvm.console;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.server.SqlvmServer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    private final UploadFolder folder;
    private final Notebooks notebooks;

    private Console(
            SqlvmServer server,
            Tickets tickets,
            Database keeper,
            UploadFolder folder,
            Notebooks notebooks) {
        this.folder = folder;
        this.notebooks = notebooks;
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
        private final List<Consumer<SqlvmServer.Builder>> settings = new ArrayList<>();
        /** Starts a kernel but for the options that name its database; empty for none. */
        private List<String> kernel = List.of();

        private int port;
        private boolean isReadOnly;
        private Path stateFolder = SavedState.userFolder();

        private Builder(String file) {
            this.file = file;
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
            settings.add(server -> server.fileAccess(on));
            return this;
        }

        /** Sets what receives each connection before it is used: for PRAGMAs and functions. */
        public Builder onConnect(Consumer<Database> action) {
            settings.add(server -> server.onConnect(action));
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
            settings.add(server -> server.log(target));
            return this;
        }

        /**
         * Has notebooks on the page run cells in Python, JavaScript and other languages, in
         * processes of their own, whose programs may do whatever this user may. By default they run
         * SQL alone.
         *
         * @param command starts {@code sqlvm run}: the path of {@code sqlvm} and {@code run}
         */
        public Builder languages(List<String> command) {
            kernel = List.copyOf(command);
            return this;
        }

        /** The command that runs the cells of a notebook. */
        private List<String> kernelCommand(String address) {
            if (kernel.isEmpty()) {
                return kernel;
            }
            List<String> command = new ArrayList<>(kernel);
            command.addAll(List.of("--kernel", "--database", address));
            if (isReadOnly) {
                command.add("--read-only");
            }
            return command;
        }

        /** The file's name for connections. */
        private String address(UploadFolder folder) throws IOException {
            if (!file.equals(MEMORY)) {
                return file;
            }
            if (!kernel.isEmpty()) {
                // Processes share no memory.
                return folder.file("db").toString();
            }
            // SQLite's databases that connections of a process share
            // (sqlite.org/src/file/src/memdb.c).
            return "file:/sqlvm-console-" + UUID.randomUUID() + "?vfs=memdb";
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
            UploadFolder folder = new UploadFolder();
            String address = address(folder);
            Database keeper = file.equals(MEMORY) ? Sqlvm.open(address) : null;
            Importer importer = new Importer(address, isReadOnly, folder);
            Notebooks notebooks = new Notebooks(kernelCommand(address));
            Pages pages = new Pages(
                    tickets, state, new Pages.Facts(file, isReadOnly), importer, notebooks);
            SqlvmServer.Builder server = SqlvmServer.builder(address);
            settings.forEach(setting -> setting.accept(server));
            SqlvmServer started = server.httpPort(port)
                    .httpKey(tickets.key())
                    .httpPages(pages)
                    .readOnly(isReadOnly)
                    .attached(importer.dropped()::uris)
                    .start();
            return new Console(started, tickets, keeper, folder, notebooks);
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
        try (folder;
                notebooks;
                keeper) {
            server.close();
        }
    }
}
