package org.sqlvm.bench.events;

import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.sqlvm.api.Database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;

/** How an engine appends rides, in one transaction. */
interface RideWriter {
    void append(List<Object[]> rows) throws SQLException;

    static RideWriter of(String driver, Connection connection) throws SQLException {
        if (driver.equals("sqlvm")) {
            Database database = connection.unwrap(Database.class);
            return rows -> database.insertAll("trips", rows);
        }
        connection.setAutoCommit(false);
        return driver.equals("duckdb")
                ? rows -> appendToDuckdb(connection, rows)
                : rows -> appendBatch(connection, rows);
    }

    private static void appendBatch(Connection connection, List<Object[]> rows)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "insert into trips values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (Object[] row : rows) {
                for (int i = 0; i < row.length; i++) {
                    insert.setObject(i + 1, row[i]);
                }
                insert.addBatch();
            }
            insert.executeBatch();
        }
        connection.commit();
    }

    private static void appendToDuckdb(Connection connection, List<Object[]> rows)
            throws SQLException {
        try (DuckDBAppender appender =
                connection.unwrap(DuckDBConnection.class).createAppender("main", "trips")) {
            for (Object[] row : rows) {
                appender.beginRow();
                for (int i = 0; i < row.length; i++) {
                    switch (row[i]) {
                        case Long number -> appender.append((long) number);
                        case Double number -> appender.append((double) number);
                        case Object text -> appendText(appender, (String) text, i);
                    }
                }
                appender.endRow();
            }
        }
        connection.commit();
    }

    /** The fourth column is a time. */
    private static void appendText(DuckDBAppender appender, String text, int column)
            throws SQLException {
        if (column == 3) {
            appender.append(LocalDateTime.parse(text.replace(' ', 'T')));
        } else {
            appender.append(text);
        }
    }
}
