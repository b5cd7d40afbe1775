package org.sqlvm.tpch;

import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;

import me.tongfei.progressbar.ProgressBar;

import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.sqlvm.workload.Dialect;
import org.sqlvm.workload.NewDatabase;
import org.sqlvm.workload.Progress;
import org.sqlvm.workload.Script;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes the databases that queries run on: the same rows for every engine, indexes built last. */
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
        return NewDatabase.sqlite(file, connection -> {
            fill(connection, Queries.schema(), "SQLite " + file.getFileName());
            if (analyze) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("ANALYZE");
                }
            }
        });
    }

    /** The H2 database, without H2's suffix; generated unless it is there. */
    public Path h2() {
        Path base = folder.resolve(name() + "-h2").toAbsolutePath();
        String schema = Dialect.h2(Queries.schema());
        return NewDatabase.h2(
                base, connection -> fill(connection, schema, "H2 " + base.getFileName()));
    }

    /** The DuckDB database, with dates as DATE and without keys; generated unless it is there. */
    public Path duckdb() {
        Path file = folder.resolve(name() + "-all.duckdb");
        return NewDatabase.duckdb(file, connection -> {
            Script script = Script.parse(Dialect.duckdb(Queries.schema()));
            script.run(connection, "create table");
            try (ProgressBar bar = Progress.bar("DuckDB " + file.getFileName(), rowCount())) {
                for (TpchTable<?> table : TpchTable.getTables()) {
                    append(connection.unwrap(DuckDBConnection.class), table, bar);
                }
                bar.maxHint(bar.getCurrent());
            }
            script.run(connection, "create view");
        });
    }

    /**
     * The same in a database of PostgreSQL's, unless it has a table {@code lineitem}.
     *
     * @param connection to the database
     */
    public void postgresql(Connection connection) throws SQLException {
        try (ResultSet tables = connection.getMetaData().getTables(null, null, "lineitem", null)) {
            if (tables.next()) {
                return;
            }
        }
        fill(connection, Dialect.postgresql(Queries.schema()), "PostgreSQL");
        try (Statement statement = connection.createStatement()) {
            statement.execute("vacuum analyze");
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
        Script script = Script.parse(schema);
        script.run(connection, "create table");
        try (ProgressBar bar = Progress.bar(what, rowCount())) {
            for (TpchTable<?> table : TpchTable.getTables()) {
                insert(connection, table, bar);
                connection.commit();
            }
            bar.maxHint(bar.getCurrent());
        }
        script.run(connection, "create index");
        script.run(connection, "create view");
        connection.commit();
        connection.setAutoCommit(true);
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
