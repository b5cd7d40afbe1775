package org.sqlvm;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.engine.advice.Door;
import org.sqlvm.language.machine.ProgramRuntime;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Opens databases.
 *
 * <pre>{@code
 * try (Database database = Sqlvm.open("file.db");
 *         Rows rows = database.query("SELECT id, price FROM parts WHERE price > ?", 0.2)) {
 *     while (rows.next()) {
 *         System.out.println(rows.getLong(0) + " " + rows.getDouble(1));
 *     }
 * }
 * }</pre>
 *
 * <p>Each database has a polyglot context of its own, which ends with it; all of them share an
 * engine, and with that the programs that statements are compiled to. They become classes, which
 * the JVM's own compilers compile. Where Graal's compiler is there, it compiles those that call
 * functions of other languages.
 */
public final class Sqlvm {
    private static final String LANGUAGE = "sqlvm";
    /** SQLITE_CANTOPEN, for an error that brings no code of its own. */
    private static final int CANNOT_OPEN = 14;

    private Sqlvm() {}

    /** Made when the first database is opened. */
    private static final class Shared {
        static final Engine ENGINE = engine(LANGUAGE);

        private Shared() {}

        /** @param languages that its contexts may have; none are all */
        static Engine engine(String... languages) {
            ProgramRuntime.prepare();
            Engine.Builder builder = Engine.newBuilder(languages)
                    // The language says it, in one line.
                    .option("engine.WarnInterpreterOnly", "false");
            if (languages.length > 0) {
                builder.allowExperimentalOptions(true).options(ProgramRuntime.engineOptions());
            }
            return builder.build();
        }
    }

    /** Made for the first database with stored functions: every language of the class path. */
    private static final class WithLanguages {
        static final Engine ENGINE = Shared.engine();

        private WithLanguages() {}
    }

    /**
     * Opens a database.
     *
     * @param path a path, a {@code file:} URI (sqlite.org/uri.html), {@code :memory:}, or an empty
     *     string for a temporary database
     * @throws SqlvmException SQLITE_CANTOPEN (14) and others if it cannot be opened
     */
    public static Database open(String path) {
        return opener().open(path);
    }

    /**
     * Prepares this virtual machine for analytic queries that it has not seen: has HotSpot compile
     * what plans them and what runs them on vectors, which otherwise happens while the first of
     * them run, on the processors that they run on. For servers, before they take queries. It runs
     * queries of its own over some 100 MB in memory, with as many threads as scans have, and
     * returns when those are no longer getting faster, after some 40 seconds on two processors, or
     * when the thread is interrupted, which stays so.
     *
     * @param atMost how long it may take
     */
    public static void warmUp(Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        // Its programs are of no use to others, and end with an engine of its own.
        try (Engine engine = Shared.engine(LANGUAGE);
                Database database = vectors(engine)) {
            WarmUp warmUp = new WarmUp(database);
            warmUp.fill();
            warmUp.run(deadline);
        }
    }

    /** An empty database in memory whose queries run on vectors where they can. */
    static Database vectors(Engine engine) {
        Context.Builder context = Context.newBuilder(LANGUAGE).engine(engine);
        return Opener.open(context.option("sqlvm.Vectors", "always"), ":memory:", false);
    }

    /**
     * Returns how this process runs programs: {@code compiled}, if Graal's compiler is there, or
     * {@code compiled as classes: }, by the JVM's own ones alone, with the reason. Opening the
     * first database prints the text on the standard error if parts of Graal's compiler are there
     * that do not fit. If the system property {@code sqlvm.RuntimeMessage} is {@code off}, nothing
     * is printed; if it is {@code on}, the text is always printed.
     */
    public static String runtime() {
        // Truffle starts with an engine.
        Shared.ENGINE.getImplementationName();
        return ProgramRuntime.message();
    }

    /** For a database with other settings than the usual ones. */
    public static Opener opener() {
        return new Opener();
    }

    /** How a database is to be opened; may be used for several. */
    public static final class Opener {
        private boolean readOnly;
        private long busyTimeoutMs = 5000;
        private long cacheSize;
        private long memoryLimit;
        private int threads;
        private boolean storedFunctions;
        private boolean storedFunctionsAccess;
        /** Null for the process's own. */
        private Path directory;

        private Opener() {}

        /** The file is not written to, and not made if it is not there. */
        public Opener readOnly(boolean on) {
            readOnly = on;
            return this;
        }

        /** How long to wait for a lock that another connection has; 5 seconds if not set. */
        public Opener busyTimeout(Duration timeout) {
            busyTimeoutMs = timeout.toMillis();
            return this;
        }

        /** The most bytes of pages that are kept in memory; a quarter of the heap if not set. */
        public Opener cacheSize(long bytes) {
            cacheSize = bytes;
            return this;
        }

        /**
         * The most bytes of sorts, groups, joins and temporary tables that are kept in memory; a
         * quarter of the heap if not set.
         */
        public Opener memoryLimit(long bytes) {
            memoryLimit = bytes;
            return this;
        }

        /**
         * The most threads that work on one scan, the caller's among them; the number of processors
         * if not set.
         */
        public Opener threads(int count) {
            threads = count;
            return this;
        }

        /**
         * Functions of other languages that are stored in the file are run, and CREATE FUNCTION
         * stores more: for files that are trusted. The languages are those of the class path.
         */
        public Opener storedFunctions(boolean on) {
            storedFunctions = on;
            return this;
        }

        /**
         * Those functions may use files, the network, Java and other languages; otherwise nothing
         * but their arguments.
         */
        public Opener storedFunctionsAccess(boolean on) {
            storedFunctionsAccess = on;
            return this;
        }

        /**
         * The folder in which relative names of files begin, also in ATTACH and table functions;
         * the process's own if not set.
         *
         * @param folder an absolute path
         */
        public Opener directory(Path folder) {
            directory = folder;
            return this;
        }

        private Context.Builder context() {
            Context.Builder made = storedFunctions
                    ? Context.newBuilder().engine(WithLanguages.ENGINE)
                    : Context.newBuilder(LANGUAGE).engine(Shared.ENGINE);
            return directory == null ? made : made.currentWorkingDirectory(directory);
        }

        /** As {@link Sqlvm#open}. */
        public Database open(String path) {
            Context.Builder context = context()
                    .option("sqlvm.StoredFunctions", Boolean.toString(storedFunctions))
                    .option("sqlvm.StoredFunctionsAccess", Boolean.toString(storedFunctionsAccess))
                    .option("sqlvm.BusyTimeout", Long.toString(busyTimeoutMs))
                    .option("sqlvm.CacheSize", Long.toString(cacheSize))
                    .option("sqlvm.MemoryLimit", Long.toString(memoryLimit));
            if (threads > 0) {
                context.option("sqlvm.Threads", Integer.toString(threads));
            }
            return open(context, path, readOnly);
        }

        private static Database open(Context.Builder settings, String path, boolean readOnly) {
            Context context = settings.allowAllAccess(true).build();
            boolean opened = false;
            try {
                Runnable end = context::close;
                Value open = context.getBindings(LANGUAGE).getMember("open");
                Value database =
                        Door.JAVA.openUnlessInside(() -> open.execute(path, readOnly, end));
                Database host = database.getMember("host").asHostObject();
                opened = true;
                return host;
            } catch (PolyglotException e) {
                throw error(e);
            } finally {
                if (!opened) {
                    context.close();
                }
            }
        }

        private static RuntimeException error(PolyglotException e) {
            if (!e.isGuestException()) {
                return e;
            }
            Value error = e.getGuestObject();
            boolean coded = error != null && error.hasMember("code");
            int code = coded ? error.getMember("code").asInt() : CANNOT_OPEN;
            return new SqlvmException(e.getMessage(), code, -1, e);
        }
    }
}
