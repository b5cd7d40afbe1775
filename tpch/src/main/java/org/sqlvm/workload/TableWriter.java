package org.sqlvm.workload;

import me.tongfei.progressbar.ProgressBar;

import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Writes the same rows into tables of SQLite and of DuckDB. Cells are Long, Double, String,
 * LocalDate or LocalDateTime; SQLite gets dates and times as text.
 */
public final class TableWriter {
    private static final int BATCH = 1000;

    private TableWriter() {}

    /**
     * Inserts rows in one transaction.
     *
     * @param count the number of rows, for the progress; 0 if it is not known
     */
    public static void insert(
            Connection connection, String table, long count, Iterator<Object[]> rows)
            throws SQLException {
        if (!rows.hasNext()) {
            return;
        }
        Texts texts = new Texts();
        Object[] row = rows.next();
        String marks = String.join(", ", Collections.nCopies(row.length, "?"));
        String sql = "insert into " + table + " values (" + marks + ")";
        connection.setAutoCommit(false);
        try (ProgressBar bar = Progress.bar("SQLite, " + table, count);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            int pending = 0;
            while (row != null) {
                for (int i = 0; i < row.length; i++) {
                    bind(statement, i + 1, row[i], texts);
                }
                statement.addBatch();
                row = rows.hasNext() ? rows.next() : null;
                if (++pending == BATCH || row == null) {
                    statement.executeBatch();
                    bar.stepBy(pending);
                    pending = 0;
                }
            }
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    private static void bind(PreparedStatement statement, int number, Object cell, Texts texts)
            throws SQLException {
        switch (cell) {
            case Long value -> statement.setLong(number, value);
            case Double value -> statement.setDouble(number, value);
            case LocalDate day -> statement.setString(number, texts.of(day));
            case LocalDateTime time -> statement.setString(number, texts.of(time));
            default -> statement.setString(number, (String) cell);
        }
    }

    /** Appends rows to a table of DuckDB's. */
    public static void append(
            Connection connection, String table, long count, Iterator<Object[]> rows)
            throws SQLException {
        DuckDBConnection duckdb = connection.unwrap(DuckDBConnection.class);
        try (ProgressBar bar = Progress.bar("DuckDB, " + table, count);
                DuckDBAppender appender = duckdb.createAppender("main", table)) {
            int pending = 0;
            while (rows.hasNext()) {
                appender.beginRow();
                for (Object cell : rows.next()) {
                    append(appender, cell);
                }
                appender.endRow();
                if (++pending == BATCH || !rows.hasNext()) {
                    bar.stepBy(pending);
                    pending = 0;
                }
            }
        }
    }

    private static void append(DuckDBAppender appender, Object cell) throws SQLException {
        switch (cell) {
            case Long value -> appender.append((long) value);
            case Double value -> appender.append((double) value);
            case LocalDate day -> appender.append(day);
            case LocalDateTime time -> appender.append(time);
            default -> appender.append((String) cell);
        }
    }

    /** Dates and times as SQLite keeps them, put together of parts that are made once. */
    private static final class Texts {
        private final Map<Long, String> days = new HashMap<>();
        private final String[] numbers = new String[60];

        Texts() {
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = (i < 10 ? "0" : "") + i;
            }
        }

        String of(LocalDate day) {
            return days.computeIfAbsent(day.toEpochDay(), _ -> day.toString());
        }

        String of(LocalDateTime time) {
            return of(time.toLocalDate())
                    + " "
                    + numbers[time.getHour()]
                    + ":"
                    + numbers[time.getMinute()]
                    + ":"
                    + numbers[time.getSecond()];
        }
    }
}
