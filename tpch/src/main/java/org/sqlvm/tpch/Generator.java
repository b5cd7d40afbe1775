package org.sqlvm.tpch;

import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Makes the databases that queries run on: the same rows for every engine, indexes built last. A
 * database is written under another name and renamed when complete, so a file that is there is
 * whole.
 */
public final class Generator {
    private static final int BATCH = 1000;

    private final Path folder;
    private final double scale;

    public Generator(Path folder, double scale) {
        this.folder = folder;
        this.scale = scale;
    }

    /** The SQLite file, generated unless it is there. */
    public Path sqlite(boolean analyze) {
        Path file = folder.resolve(name() + (analyze ? "-analyzed.db" : ".db"));
        if (Files.exists(file)) {
            return file;
        }
        Path partial = file.resolveSibling(file.getFileName() + ".partial");
        try {
            Files.createDirectories(folder);
            Files.deleteIfExists(partial);
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + partial)) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("PRAGMA journal_mode = OFF");
                    statement.execute("PRAGMA synchronous = OFF");
                    statement.execute("PRAGMA cache_size = -300000");
                }
                fill(connection, Queries.schema(), "SQLite " + file.getFileName());
                if (analyze) {
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("ANALYZE");
                    }
                }
            }
            Files.move(partial, file);
            return file;
        } catch (SQLException | IOException e) {
            throw new IllegalStateException(
                    "could not generate " + file + ": " + e.getMessage(), e);
        }
    }

    /** The H2 database, without H2's suffix; generated unless it is there. */
    public Path h2() {
        Path base = folder.resolve(name() + "-h2").toAbsolutePath();
        Path file = base.resolveSibling(base.getFileName() + ".mv.db");
        if (Files.exists(file)) {
            return base;
        }
        Path partialBase = base.resolveSibling(base.getFileName() + "-partial");
        Path partial = base.resolveSibling(partialBase.getFileName() + ".mv.db");
        try {
            Files.createDirectories(folder);
            Files.deleteIfExists(partial);
            String url = JdbcEngine.h2Url(partialBase) + ";CACHE_SIZE=262144";
            try (Connection connection = DriverManager.getConnection(url)) {
                fill(connection, Queries.forH2(Queries.schema()), "H2 " + file.getFileName());
            }
            Files.move(partial, file);
            return base;
        } catch (SQLException | IOException e) {
            throw new IllegalStateException(
                    "could not generate " + file + ": " + e.getMessage(), e);
        }
    }

    /** The DuckDB database, with dates as DATE and without keys; generated unless it is there. */
    public Path duckdb() {
        Path file = folder.resolve(name() + "-all.duckdb");
        if (Files.exists(file)) {
            return file;
        }
        Path partial = file.resolveSibling(file.getFileName() + ".partial");
        try {
            Files.createDirectories(folder);
            Files.deleteIfExists(partial);
            try (Connection connection = DriverManager.getConnection(JdbcEngine.DUCKDB + partial)) {
                List<String> statements = Queries.statements(Queries.forDuckdb(Queries.schema()));
                run(connection, statements, "create table");
                try (ProgressBar bar = bar("DuckDB " + file.getFileName(), rowCount())) {
                    for (TpchTable<?> table : TpchTable.getTables()) {
                        append(connection.unwrap(DuckDBConnection.class), table, bar);
                    }
                    bar.maxHint(bar.getCurrent());
                }
                run(connection, statements, "create view");
            }
            Files.move(partial, file);
            return file;
        } catch (SQLException | IOException e) {
            throw new IllegalStateException(
                    "could not generate " + file + ": " + e.getMessage(), e);
        }
    }

    /** Roughly, of all tables. */
    private long rowCount() {
        return (long) (8_650_000 * scale);
    }

    private String name() {
        return "tpch-sf"
                + String.format(Locale.ROOT, scale == Math.rint(scale) ? "%.0f" : "%s", scale);
    }

    private void fill(Connection connection, String schema, String what) throws SQLException {
        connection.setAutoCommit(false);
        List<String> statements = Queries.statements(schema);
        run(connection, statements, "create table");
        try (ProgressBar bar = bar(what, rowCount())) {
            for (TpchTable<?> table : TpchTable.getTables()) {
                insert(connection, table, bar);
                connection.commit();
            }
            bar.maxHint(bar.getCurrent());
        }
        run(connection, statements, "create index");
        run(connection, statements, "create view");
        connection.commit();
        connection.setAutoCommit(true);
    }

    private static ProgressBar bar(String what, long rows) {
        return new ProgressBarBuilder()
                .setTaskName(what)
                .setInitialMax(rows)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(System.console() == null ? 10_000 : 500)
                .build();
    }

    private static void run(Connection connection, List<String> statements, String beginning)
            throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                if (sql.startsWith(beginning)) {
                    statement.execute(sql);
                }
            }
        }
    }

    private <E extends TpchEntity> void insert(
            Connection connection, TpchTable<E> table, ProgressBar bar) throws SQLException {
        List<TpchColumn<E>> columns = table.getColumns();
        String marks = String.join(",", Collections.nCopies(columns.size(), "?"));
        String sql = "insert into " + table.getTableName() + " values (" + marks + ")";
        Dates dates = new Dates();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int pending = 0;
            for (E row : table.createGenerator(scale, 1, 1)) {
                for (int i = 0; i < columns.size(); i++) {
                    bind(statement, i + 1, columns.get(i), row, dates);
                }
                statement.addBatch();
                if (++pending == BATCH) {
                    statement.executeBatch();
                    bar.stepBy(pending);
                    pending = 0;
                }
            }
            statement.executeBatch();
            bar.stepBy(pending);
        }
    }

    private <E extends TpchEntity> void append(
            DuckDBConnection connection, TpchTable<E> table, ProgressBar bar) throws SQLException {
        try (DuckDBAppender appender = connection.createAppender("main", table.getTableName())) {
            int pending = 0;
            for (E row : table.createGenerator(scale, 1, 1)) {
                appender.beginRow();
                for (TpchColumn<E> column : table.getColumns()) {
                    append(appender, column, row);
                }
                appender.endRow();
                if (++pending == BATCH) {
                    bar.stepBy(pending);
                    pending = 0;
                }
            }
            bar.stepBy(pending);
        }
    }

    private static <E extends TpchEntity> void append(
            DuckDBAppender appender, TpchColumn<E> column, E row) throws SQLException {
        switch (column.getType().getBase()) {
            case INTEGER -> appender.append((long) column.getInteger(row));
            case IDENTIFIER -> appender.append(column.getIdentifier(row));
            case DATE -> appender.append(LocalDate.ofEpochDay(column.getDate(row)));
            case DOUBLE -> {
                // The generator's quantities are reals; in the schema they are integers.
                if (column.getSimplifiedColumnName().equals("quantity")) {
                    appender.append((long) column.getDouble(row));
                } else {
                    appender.append(column.getDouble(row));
                }
            }
            case VARCHAR -> appender.append(column.getString(row));
        }
    }

    private static <E extends TpchEntity> void bind(
            PreparedStatement statement, int number, TpchColumn<E> column, E row, Dates dates)
            throws SQLException {
        switch (column.getType().getBase()) {
            case INTEGER -> statement.setLong(number, column.getInteger(row));
            case IDENTIFIER -> statement.setLong(number, column.getIdentifier(row));
            case DATE -> statement.setString(number, dates.text(column.getDate(row)));
            case DOUBLE -> statement.setDouble(number, column.getDouble(row));
            case VARCHAR -> statement.setString(number, column.getString(row));
        }
    }

    /** Dates as text; TPC-H has some 2,500 different ones. */
    private static final class Dates {
        private final Map<Integer, String> texts = new HashMap<>();

        String text(int day) {
            return texts.computeIfAbsent(day, d -> LocalDate.ofEpochDay(d).toString());
        }
    }
}
