package org.sqlvm.server;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Hooks;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;

import java.util.ArrayList;
import java.util.List;

/**
 * A connection to the database that speaks no protocol of PostgreSQL's: statements come in
 * requests, in SQLite's own words. A transaction that a request leaves open ends with the session.
 * One thread at a time, but for {@link #cancel}.
 */
final class RequestSession implements AutoCloseable {
    private final ServerSettings settings;
    private final Database database;
    private final StatementCompiler compiler;
    private final Activity activity;

    /** @throws SqlvmException if the file cannot be opened */
    RequestSession(ServerSettings settings, Activity activity) {
        this.settings = settings;
        this.activity = activity;
        this.database = Sqlvm.opener()
                .readOnly(settings.isReadOnly())
                .memoryLimit(settings.memoryLimit())
                .open(settings.file());
        this.compiler = new StatementCompiler(database, settings.mayUseFiles());
        boolean isReady = false;
        try {
            settings.onConnect().accept(database);
            isReady = true;
        } finally {
            if (!isReady) {
                database.close();
            }
        }
    }

    Activity activity() {
        return activity;
    }

    /**
     * Runs statements one after the other. The target gets what the last one gives.
     *
     * @param parameters of the only statement; several have none
     * @throws SqlvmException for an error of a statement, after which no more are run
     * @throws ServerError for one of the request
     */
    void run(String text, Parameters parameters, ResultTarget target) {
        activity.begin(text);
        int start = 0;
        boolean isLast = false;
        while (!isLast) {
            Database.Prepared prepared =
                    compiler.prepare(text, start, settings.statementTimeout().toMillis());
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
                    parameters.bind(statement);
                    run(statement, isLast ? target : null);
                }
            }
        }
    }

    /** Whether nothing but comments and semicolons follows. */
    private static boolean isBlank(String text, int start) {
        SqlTokens tokens = new SqlTokens(text, start).next();
        while (tokens.accept(';')) {}
        return tokens.kind() == SqlTokens.Kind.END;
    }

    /** @param target null if nobody sees what it gives */
    private void run(Statement statement, ResultTarget target) {
        statement.timeLimit(settings.statementTimeout().toMillis());
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
                    settings.checkRowCount(count);
                    writer.write(batch, 0, batch.rowCount());
                }
            }
            if (writer != null) {
                writer.end();
            }
        }
    }

    /** The only statement of a text; null if there is none, or there are several. */
    Statement prepareOnly(String text) {
        Database.Prepared prepared =
                compiler.prepare(text, 0, settings.statementTimeout().toMillis());
        if (prepared.statement() != null && !isBlank(text, prepared.end())) {
            prepared.statement().close();
            return null;
        }
        return prepared.statement();
    }

    /** What looks on at the connection. */
    Hooks hooks() {
        return database;
    }

    /** Whether a transaction is open. */
    boolean isInTransaction() {
        return !database.isAutocommit();
    }

    /** Ends the statement that runs, if one does. Any thread may call. */
    void cancel() {
        compiler.interrupt();
        database.interrupt();
    }

    /** The only value of a query of the server's own; null if that is NULL. */
    Object value(String sql, Object... values) {
        return rows(sql, values).getFirst()[0];
    }

    /** The rows of a query of the server's own. */
    List<Object[]> rows(String sql, Object... values) {
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
