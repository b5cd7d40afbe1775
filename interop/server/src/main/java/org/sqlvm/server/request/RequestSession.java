package org.sqlvm.server.request;

import org.sqlvm.api.Counters;
import org.sqlvm.api.Counting;
import org.sqlvm.api.Database;
import org.sqlvm.api.Hooks;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.rows.CopyWriter;
import org.sqlvm.server.session.Activity;
import org.sqlvm.server.session.AttachedFiles;
import org.sqlvm.server.session.StatementCompiler;
import org.sqlvm.server.settings.ServerSettings;
import org.sqlvm.server.sql.SqlTokens;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A connection to the database that speaks no protocol of PostgreSQL's: statements come in
 * requests, in SQLite's own words. A transaction that a request leaves open ends with the session,
 * or when it is cleaned. One thread at a time, but for {@link #cancel}.
 */
public final class RequestSession implements AutoCloseable {
    /**
     * Statements whose effects are in the file, or end with the transaction. All others may change
     * the connection.
     */
    private static final Set<String> CLEAN = Set.of(
            "ALTER",
            "ANALYZE",
            "BEGIN",
            "COMMIT",
            "CREATE",
            "DELETE",
            "DROP",
            "END",
            "EXPLAIN",
            "INSERT",
            "REINDEX",
            "RELEASE",
            "REPLACE",
            "ROLLBACK",
            "SAVEPOINT",
            "SELECT",
            "UPDATE",
            "VACUUM",
            "VALUES",
            "WITH");

    /** Matches statements of these kinds that may use state of the connection. */
    private static final Pattern OF_CONNECTION = Pattern.compile(
            "\\b(attach|temp|temporary|sqlite_temp_\\w+|load_extension)\\b|pragma",
            Pattern.CASE_INSENSITIVE);

    /** Errors of the statement (sqlite.org/rescode.html); others may be of the connection. */
    private static final Set<Integer> OWN_ERRORS = Set.of(
            1 /* ERROR */,
            5 /* BUSY */,
            8 /* READONLY */,
            18 /* TOOBIG */,
            19 /* CONSTRAINT */,
            20 /* MISMATCH */,
            23 /* AUTH */,
            25 /* RANGE */);

    private static final int PRIMARY = 0xff;

    /** It is listed once something has been done with it; to read its tables would do so. */
    private static final String LISTS_TEMP =
            "SELECT count(*) FROM pragma_database_list WHERE name = 'temp'";

    private final ServerSettings settings;
    private final Database database;
    private final StatementCompiler compiler;
    private final AttachedFiles attached;
    /** The file's identity when it was opened; null if it has no name. */
    private final Object fileKey;
    /** Whether there may have been temporary tables before the first request. */
    private final boolean hasTemporary;

    /** The activity of the current or last request; null before the first. */
    private volatile Activity activity;
    /** Whether something may be left that cannot be undone. */
    private boolean isUsed;
    /** Whether all statements so far are such that nothing is left. */
    private boolean areClean = true;

    private volatile boolean isCanceled;

    /** @throws SqlvmException if the file cannot be opened */
    public RequestSession(ServerSettings settings) {
        this.settings = settings;
        this.database = settings.open();
        this.compiler = new StatementCompiler(database, settings);
        this.attached = new AttachedFiles(database, compiler, settings);
        boolean isReady = false;
        try {
            settings.onConnect().accept(database);
            fileKey = keyOf(database.path());
            hasTemporary = (long) value(LISTS_TEMP) > 0;
            database.resetCounts();
            isReady = true;
        } finally {
            if (!isReady) {
                database.close();
            }
        }
    }

    /** By which a file is known whatever its name is; null if there is none. */
    private static Object keyOf(String path) {
        if (path.isEmpty()) {
            return null;
        }
        try {
            return Files.readAttributes(Path.of(path), BasicFileAttributes.class)
                    .fileKey();
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }

    /** Whether the file of that name is still the one that is open. */
    public boolean isCurrent() {
        return fileKey != null && fileKey.equals(keyOf(database.path()));
    }

    /** Sets the activity in which the session's work is shown from now on. */
    public void begin(Activity own) {
        activity = own;
    }

    public Activity activity() {
        return activity;
    }

    /**
     * Undoes what requests have left open.
     *
     * @return whether it is as a new one would be
     */
    public boolean clean() {
        if (isUsed || isCanceled || fileKey == null) {
            return false;
        }
        if (!database.isAutocommit()) {
            database.execute("ROLLBACK");
        }
        database.resetCounts();
        return true;
    }

    /**
     * Runs statements one after the other. The target receives the result of the last one.
     *
     * @param parameters the parameters of a single statement; several statements have none
     * @throws SqlvmException for an error of a statement; those after it are not run
     * @throws ServerError for an error of the request
     */
    public void run(String text, Parameters parameters, ResultTarget target) {
        run(text, parameters, Counting.NOTHING, target);
    }

    /** The same, with counters of the last statement, if it is a query. */
    public void run(String text, Parameters parameters, Counting counting, ResultTarget target) {
        activity.begin(text);
        boolean wasUsed = isUsed || OF_CONNECTION.matcher(text).find();
        // After any other exception the connection's state is unknown.
        isUsed = true;
        try {
            attached.update();
            runAll(text, parameters, counting, target);
            isUsed = wasUsed || !areClean;
        } catch (SqlvmException e) {
            isUsed = wasUsed || !areClean || !OWN_ERRORS.contains(e.code() & PRIMARY);
            throw e;
        } catch (ServerError e) {
            isUsed = wasUsed || !areClean;
            throw e;
        }
    }

    private void runAll(
            String text, Parameters parameters, Counting counting, ResultTarget target) {
        int start = 0;
        boolean isLast = false;
        while (!isLast) {
            Database.Prepared prepared =
                    compiler.prepare(text, start, settings.times().statement().toMillis());
            isLast = isBlank(text, prepared.end());
            if ((!isLast || start > 0) && !parameters.isEmpty()) {
                throw new ServerError(
                        SqlState.SYNTAX_ERROR, "only a single statement can have parameters");
            }
            start = prepared.end();
            try (Statement statement = prepared.statement()) {
                if (statement == null) {
                    target.changed(0);
                } else {
                    areClean &= isClean(statement);
                    parameters.bind(statement);
                    statement.count(isLast ? counting : Counting.NOTHING);
                    run(statement, isLast ? target : null);
                }
            }
        }
    }

    private boolean isClean(Statement statement) {
        SqlTokens first = new SqlTokens(statement.sql(), 0).next();
        while (first.accept(';')) {}
        boolean writesTemporary = hasTemporary && !statement.isReadOnly();
        return !writesTemporary && CLEAN.contains(first.value().toUpperCase(Locale.ROOT));
    }

    /** Whether nothing but comments and semicolons follows. */
    private static boolean isBlank(String text, int start) {
        SqlTokens tokens = new SqlTokens(text, start).next();
        while (tokens.accept(';')) {}
        return tokens.kind() == SqlTokens.Kind.END;
    }

    /** @param target the destination of the result; null to discard it */
    private void run(Statement statement, ResultTarget target) {
        statement.timeLimit(settings.times().statement().toMillis());
        if (!statement.isQuery()) {
            long count = statement.execute();
            if (target != null) {
                target.changed(count);
            }
            return;
        }
        try (Rows rows = statement.query()) {
            RowBatch batch = rows.nextBatch();
            CopyWriter writer = target == null ? null : target.rows(statement.columns());
            if (writer != null) {
                writer.begin();
            }
            for (long count = 0; batch != null; batch = rows.nextBatch()) {
                count += batch.rowCount();
                if (writer != null) {
                    settings.limits().checkRowCount(count);
                    writer.write(batch, 0, batch.rowCount());
                }
            }
            if (writer != null) {
                Counters counters = statement.counters();
                if (counters != null) {
                    target.counted(counters);
                }
                writer.end();
            }
        }
    }

    /** The only statement of a text; null if there is none, or there are several. */
    public Statement prepareOnly(String text) {
        Database.Prepared prepared =
                compiler.prepare(text, 0, settings.times().statement().toMillis());
        if (prepared.statement() != null && !isBlank(text, prepared.end())) {
            prepared.statement().close();
            return null;
        }
        return prepared.statement();
    }

    /** Returns the connection, for what any thread may ask. */
    public Database database() {
        return database;
    }

    /** Returns the hooks of the connection. */
    public Hooks hooks() {
        return database;
    }

    /** Whether a transaction is open. */
    public boolean isInTransaction() {
        return !database.isAutocommit();
    }

    /** Ends the statement that runs, if one does. Any thread may call. */
    public void cancel() {
        isCanceled = true;
        compiler.interrupt();
        database.interrupt();
    }

    /** The only value of a query of the server's own; null if that is NULL. */
    public Object value(String sql, Object... values) {
        return rows(sql, values).getFirst()[0];
    }

    /** The rows of a query of the server's own. */
    public List<Object[]> rows(String sql, Object... values) {
        List<Object[]> all = new ArrayList<>();
        try (Rows rows = database.query(sql, values)) {
            while (rows.next()) {
                Object[] row = new Object[rows.columnCount()];
                for (int i = 0; i < row.length; i++) {
                    row[i] = rows.getObject(i);
                }
                all.add(row);
            }
        }
        return all;
    }

    @Override
    public void close() {
        database.close();
    }
}
