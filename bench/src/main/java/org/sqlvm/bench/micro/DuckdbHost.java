package org.sqlvm.bench.micro;

import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** DuckDB with one thread, on copies of the tables. It knows no functions in Java. */
final class DuckdbHost extends JdbcHost {
    private static final String PREFIX = "jdbc:duckdb:";

    private record Copied(String table, String columns, String types) {}

    private static final Copied[] TABLES = {
        new Copied("lineitem", "quantity, extendedprice, discount", "bigint, double, double"),
        new Copied("partsupp", "partkey, suppkey", "bigint, bigint"),
        new Copied("part", "partkey, name", "bigint, varchar"),
        new Copied("supplier", "suppkey, name", "bigint, varchar"),
    };

    /** @param sqlite the file whose tables are copied unless they have been */
    DuckdbHost(Path sqlite) {
        super(PREFIX, copied(sqlite), "");
        execute("set threads = 1");
    }

    private static Path copied(Path sqlite) {
        Path file = sqlite.resolveSibling(
                sqlite.getFileName().toString().replaceFirst("\\.db$", ".duckdb"));
        if (Files.exists(file)) {
            return file;
        }
        Path partial = file.resolveSibling(file.getFileName() + ".partial");
        try {
            Files.deleteIfExists(partial);
            try (Connection from = DriverManager.getConnection("jdbc:sqlite:" + sqlite);
                    Connection to = DriverManager.getConnection(PREFIX + partial)) {
                for (Copied table : TABLES) {
                    copy(table, from, to.unwrap(DuckDBConnection.class));
                }
            }
            return Files.move(partial, file);
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Copied copied, Connection from, DuckDBConnection to)
            throws SQLException {
        String[] columns = copied.columns.split(", ");
        String[] types = copied.types.split(", ");
        StringBuilder declared = new StringBuilder();
        for (int i = 0; i < columns.length; i++) {
            declared.append(i == 0 ? "" : ", ").append(columns[i] + " " + types[i]);
        }
        String query = "select " + copied.columns + " from " + copied.table + " order by rowid";
        try (Statement create = to.createStatement()) {
            create.execute("create table " + copied.table + " (" + declared + ")");
        }
        try (Statement statement = from.createStatement();
                ResultSet rows = statement.executeQuery(query);
                DuckDBAppender appender = to.createAppender("main", copied.table)) {
            while (rows.next()) {
                appender.beginRow();
                for (int i = 0; i < columns.length; i++) {
                    switch (types[i]) {
                        case "bigint" -> appender.append(rows.getLong(i + 1));
                        case "double" -> appender.append(rows.getDouble(i + 1));
                        default -> appender.append(rows.getString(i + 1));
                    }
                }
                appender.endRow();
            }
        }
    }

    @Override
    void register(Connection on) {
        throw new UnsupportedOperationException("DuckDB's driver knows no functions in Java");
    }
}
