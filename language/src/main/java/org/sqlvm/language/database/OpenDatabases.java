package org.sqlvm.language.database;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage.Env;
import com.oracle.truffle.api.TruffleSafepoint;

import org.graalvm.options.OptionValues;
import org.sqlvm.engine.advice.Door;
import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.DirectFileSystem;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.OpenMode;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;
import org.sqlvm.engine.vector.cache.FileColumns;
import org.sqlvm.engine.vector.saved.MirrorPlace;
import org.sqlvm.language.callbacks.guest.GuestSandbox;
import org.sqlvm.language.callbacks.guest.GuestSource;
import org.sqlvm.language.callbacks.host.HostTargets;
import org.sqlvm.language.callbacks.result.CallbackFailures;
import org.sqlvm.language.options.SqlvmOptions;
import org.sqlvm.language.statement.SharedPrograms;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** The open databases of one context, above all the one that its options name. */
public final class OpenDatabases {
    /**
     * The permissions of the functions that are stored in a file, beyond those that the context's
     * options give.
     *
     * @param functions whether they run
     * @param access whether they may do what the context may
     */
    public record Stored(boolean functions, boolean access) {
        /** The permissions of the context's options alone. */
        public static final Stored AS_SET = new Stored(false, false);
    }

    private final SharedPrograms programs;
    private final HostTargets hostTargets;
    private final Env env;
    private final CallbackFailures failures = new CallbackFailures();
    private final List<OpenDatabase> databases = new CopyOnWriteArrayList<>();
    private final ReentrantLock filesLock = new ReentrantLock();
    /** Null before a database is opened. */
    private FileSystem files;

    private OpenDatabase main;

    public OpenDatabases(SharedPrograms programs, HostTargets hostTargets, Env env) {
        this.programs = programs;
        this.hostTargets = hostTargets;
        this.env = env;
    }

    public SharedPrograms programs() {
        return programs;
    }

    HostTargets hostTargets() {
        return hostTargets;
    }

    public Env env() {
        return env;
    }

    /** Tells of callbacks that fail. */
    public CallbackFailures failures() {
        return failures;
    }

    /** Returns the database of the option {@code sqlvm.Database}; opens it at the first call. */
    @TruffleBoundary
    public OpenDatabase main() {
        if (main == null) {
            main = open(env.getOptions().get(SqlvmOptions.Database), false, Stored.AS_SET);
        }
        return main;
    }

    /**
     * Opens a database.
     *
     * @param name a path, a file: URI, {@code :memory:} or an empty string
     * @param stored the permissions of the functions in the file
     * @throws SqlException if it cannot be opened
     */
    @TruffleBoundary
    public OpenDatabase open(String name, boolean readOnly, Stored stored) {
        boolean onlyRead = readOnly || env.getOptions().get(SqlvmOptions.ReadOnly);
        OpenOptions options = OpenOptions.parse(
                        name, onlyRead ? OpenMode.READ_ONLY : OpenMode.READ_WRITE_CREATE)
                .withMemory(
                        Math.max(0, env.getOptions().get(SqlvmOptions.CacheSize)),
                        Math.max(0, env.getOptions().get(SqlvmOptions.MemoryLimit)))
                .withBusyTimeoutMs(env.getOptions().get(SqlvmOptions.BusyTimeout));
        Connection connection = Connection.open(files(), options, pause());
        long cacheSize = env.getOptions().get(SqlvmOptions.MirrorSize);
        if (cacheSize != 0) {
            connection.columnCache().setLimit(Math.max(0, cacheSize));
        }
        FileColumns files = connection.columnCache().fileColumns();
        files.setAgeMs(env.getOptions().get(SqlvmOptions.MirrorAge));
        files.setPartitionRowsMax(env.getOptions().get(SqlvmOptions.PartitionRows));
        MirrorPlace mirror = MirrorPlace.of(
                env.getOptions().get(SqlvmOptions.MirrorFile),
                env.getOptions().get(SqlvmOptions.MirrorAge),
                System.getenv());
        if (mirror != null && files() instanceof DirectFileSystem) {
            connection.saveColumns(mirror);
        }
        if (env.getOptions().get(SqlvmOptions.FileNames)) {
            connection.allowFileNames();
        }
        connection.setStatementRunner(new NestedStatements(programs, connection));
        GuestSandbox sandbox = allowStoredFunctions(connection, stored);
        OpenDatabase database = new OpenDatabase(this, connection, sandbox);
        databases.add(database);
        return database;
    }

    /** @return where the functions run; null for none, and for this context */
    private GuestSandbox allowStoredFunctions(Connection connection, Stored stored) {
        OptionValues options = env.getOptions();
        if (!stored.functions() && !options.get(SqlvmOptions.StoredFunctions)) {
            return null;
        }
        boolean access = stored.access() || options.get(SqlvmOptions.StoredFunctionsAccess);
        GuestSandbox sandbox = access ? null : new GuestSandbox(env);
        Door door = Door.current();
        connection.allowStoredFunctions(
                function -> new GuestSource(env, sandbox, failures, door, function).body());
        return sandbox;
    }

    /**
     * Makes databases that are opened from now on live in {@code other} instead of the context's
     * files: a test's disk that loses its power.
     */
    public void useFiles(FileSystem other) {
        filesLock.lock();
        try {
            files = other;
        } finally {
            filesLock.unlock();
        }
    }

    private FileSystem files() {
        filesLock.lock();
        try {
            if (files == null) {
                files = ContextFiles.of(env);
            }
            return files;
        } finally {
            filesLock.unlock();
        }
    }

    /** Waiting for a lock ends when the context is closed or interrupted. */
    private static Pause pause() {
        return (calls, micros) -> {
            TruffleSafepoint.setBlockedThreadInterruptible(
                    null, it -> it.tryAcquire(micros, TimeUnit.MICROSECONDS), calls);
            return true;
        };
    }

    void forget(OpenDatabase database) {
        databases.remove(database);
        if (main == database) {
            main = null;
        }
    }

    /** The context ends: all its databases are closed, open transactions undone. */
    public void close() {
        for (OpenDatabase database : List.copyOf(databases)) {
            database.close();
        }
    }
}
