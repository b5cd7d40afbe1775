package org.sqlvm.test.engines;

import org.sqlite.SQLiteException;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** SQLite itself, through sqlite-jdbc: what it does is what is right. */
public final class SqliteEngine implements TestEngine {
    private final Connection connection;
    /** The statement that runs, for other threads. */
    private volatile PreparedStatement running;

    private boolean hasUserFunctions;

    /**
     * Otherwise the driver would put a BEGIN and a COMMIT behind each statement, which end what
     * PRAGMA defer_foreign_keys begins. The transaction that this opens is over at once.
     */
    private SqliteEngine(String url) {
        try {
            connection = DriverManager.getConnection(url);
            connection.setAutoCommit(false);
            execute("COMMIT");
        } catch (SQLException e) {
            throw new IllegalStateException(url, e);
        }
    }

    public static SqliteEngine inMemory() {
        return new SqliteEngine("jdbc:sqlite::memory:");
    }

    /** @param file one that sqlvm does not have open: the two would drop each other's locks */
    public static SqliteEngine onFile(Path file) {
        return new SqliteEngine("jdbc:sqlite:" + file);
    }

    @Override
    public String name() {
        return "sqlite";
    }

    @Override
    public Outcome execute(String sql, List<Object> parameters) {
        if (!hasUserFunctions && UserFunctions.isIn(sql)) {
            registerUserFunctions();
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            running = statement;
            int count = statement.getParameterMetaData().getParameterCount();
            for (int i = 0; i < count; i++) {
                statement.setObject(i + 1, i < parameters.size() ? parameters.get(i) : null);
            }
            if (!statement.execute()) {
                return Outcome.rows(List.of(), List.of());
            }
            try (ResultSet rows = statement.getResultSet()) {
                return read(rows);
            }
        } catch (SQLiteException e) {
            return Outcome.failure(e.getResultCode().code, message(e), e);
        } catch (SQLException e) {
            return Outcome.failure(1, e.getMessage(), e);
        } finally {
            running = null;
        }
    }

    /** Those of {@link UserFunctions}, which a statement that names one brings by itself. */
    public void registerUserFunctions() {
        hasUserFunctions = true;
        try {
            UserFunctions.register(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void interrupt() {
        PreparedStatement statement = running;
        try {
            if (statement != null) {
                statement.cancel();
            }
        } catch (SQLException e) {
            // It has ended meanwhile.
            running = null;
        }
    }

    /** The error in preparing a statement, or an empty text. */
    public String prepareError(String sql) {
        try {
            connection.prepareStatement(sql).close();
            return "";
        } catch (SQLiteException e) {
            return message(e);
        } catch (SQLException e) {
            return e.getMessage();
        }
    }

    private static Outcome read(ResultSet rows) throws SQLException {
        ResultSetMetaData meta = rows.getMetaData();
        int count = meta.getColumnCount();
        List<String> columns = new ArrayList<>(count);
        for (int column = 1; column <= count; column++) {
            columns.add(meta.getColumnName(column));
        }
        List<Object[]> result = new ArrayList<>();
        while (rows.next()) {
            Object[] row = new Object[count];
            for (int column = 0; column < count; column++) {
                Object value = rows.getObject(column + 1);
                row[column] = value instanceof Integer number ? Long.valueOf(number) : value;
            }
            result.add(row);
        }
        return Outcome.rows(columns, result);
    }

    /** SQLite's own words, out of {@code [CODE] description of the code (words)}. */
    public static String message(SQLiteException e) {
        String prefix = "[" + e.getResultCode() + "] ";
        String message = e.getMessage();
        int start = message.indexOf('(', Math.max(0, message.indexOf(prefix)));
        String words = e.getResultCode().message;
        int described = message.indexOf(words);
        if (described >= 0) {
            start = message.indexOf('(', described + words.length());
        }
        return start >= 0 && message.endsWith(")")
                ? message.substring(start + 1, message.length() - 1)
                : message;
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
