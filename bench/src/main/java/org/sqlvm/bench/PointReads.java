package org.sqlvm.bench;

import org.sqlvm.api.Rows;
import org.sqlvm.api.Statement;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** One engine's prepared query with one parameter, whose rows have a number and a text. */
interface PointReads extends AutoCloseable {
    /** The sum of the numbers and of the texts' lengths. */
    long read(long key);

    long read(String key);

    @Override
    void close();

    static PointReads open(String engine, Path database, String sql) {
        return switch (engine) {
            case "sqlvm" -> new Plain(database, sql);
            case "sqlvm-jdbc" -> new Jdbc("jdbc:sqlvm:" + database, sql);
            case "sqlite-jdbc" -> new Jdbc("jdbc:sqlite:" + database, sql);
            case "h2" -> new Jdbc(h2(database), sql);
            default -> throw new IllegalArgumentException("no such engine: " + engine);
        };
    }

    /** The address of an H2 database, whose statements are to be executed each time. */
    static String h2(Path database) {
        return "jdbc:h2:" + database.toAbsolutePath()
                + ";NON_KEYWORDS=VALUE,KEY,YEAR;OPTIMIZE_REUSE_RESULTS=0";
    }

    /** sqlvm's interface for Java. */
    final class Plain implements PointReads {
        private final OpenDatabase database;
        private final Statement statement;

        Plain(Path file, String sql) {
            database = new OpenDatabase(file);
            statement = database.get().prepare(sql);
        }

        @Override
        public long read(long key) {
            return read(statement.bindLong(1, key));
        }

        @Override
        public long read(String key) {
            return read(statement.bind(1, key));
        }

        private static long read(Statement bound) {
            long sum = 0;
            try (Rows rows = bound.query()) {
                while (rows.next()) {
                    sum += rows.getLong(0) + rows.getText(1).length();
                }
            }
            return sum;
        }

        @Override
        public void close() {
            statement.close();
            database.close();
        }
    }

    /** Whatever has a driver: sqlvm, SQLite and H2. */
    final class Jdbc implements PointReads {
        private final Connection connection;
        private final PreparedStatement statement;

        Jdbc(String url, String sql) {
            try {
                connection = DriverManager.getConnection(url);
                statement = connection.prepareStatement(sql);
            } catch (SQLException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        }

        @Override
        public long read(long key) {
            try {
                statement.setLong(1, key);
                return read();
            } catch (SQLException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        }

        @Override
        public long read(String key) {
            try {
                statement.setString(1, key);
                return read();
            } catch (SQLException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        }

        private long read() throws SQLException {
            long sum = 0;
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    sum += rows.getLong(1) + rows.getString(2).length();
                }
            }
            return sum;
        }

        @Override
        public void close() {
            try {
                statement.close();
                connection.close();
            } catch (SQLException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        }
    }
}
