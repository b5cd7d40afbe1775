package org.sqlvm.bench;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.sqlvm.api.Rows;
import org.sqlvm.api.Statement;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The loops of the engines, each written as its users would write it. */
final class Summations {
    private Summations() {}

    static Summation open(String engine, Path database) {
        return switch (engine) {
            case "sqlvm" -> new Plain(database);
            case "sqlvm-value" -> new Values(database);
            case "sqlvm-jdbc" -> new Jdbc("jdbc:sqlvm:" + database);
            case "sqlite-jdbc" -> new Jdbc("jdbc:sqlite:" + database);
            case "h2" ->
                new Jdbc(
                        "jdbc:h2:" + database.toAbsolutePath()
                                + ";NON_KEYWORDS=VALUE,KEY,YEAR;OPTIMIZE_REUSE_RESULTS=0;LAZY_QUERY_EXECUTION=1");
            default -> throw new IllegalArgumentException("no such engine: " + engine);
        };
    }

    /** sqlvm's interface for Java. */
    private static final class Plain implements Summation {
        private final OpenDatabase database;
        private final Statement statement;

        Plain(Path file) {
            database = new OpenDatabase(file);
            statement = database.get().prepare(SQL);
        }

        @Override
        public Sum run() {
            long count = 0;
            double sum = 0;
            try (Rows rows = statement.query()) {
                while (rows.next()) {
                    sum += rows.getLong(0) * rows.getDouble(1) * (1 - rows.getDouble(2));
                    count++;
                }
            }
            return new Sum(count, sum);
        }

        @Override
        public void close() {
            statement.close();
            database.close();
        }
    }

    /** sqlvm as any language of the polyglot API. */
    private static final class Values implements Summation {
        private final Context context;

        Values(Path file) {
            context = Context.newBuilder("sqlvm")
                    .allowAllAccess(true)
                    .option("sqlvm.Database", file.toString())
                    .build();
        }

        @Override
        public Sum run() {
            long count = 0;
            double sum = 0;
            Value rows = context.eval("sqlvm", SQL).getIterator();
            while (rows.hasIteratorNextElement()) {
                Value row = rows.getIteratorNextElement();
                sum += row.getArrayElement(0).asLong()
                        * row.getArrayElement(1).asDouble()
                        * (1 - row.getArrayElement(2).asDouble());
                count++;
            }
            return new Sum(count, sum);
        }

        @Override
        public void close() {
            context.close();
        }
    }

    /** Whatever has a driver: sqlvm, SQLite and H2. */
    private static final class Jdbc implements Summation {
        private final Connection connection;
        private final PreparedStatement statement;

        Jdbc(String url) {
            try {
                connection = DriverManager.getConnection(url);
                statement = connection.prepareStatement(SQL);
            } catch (SQLException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        }

        @Override
        public Sum run() {
            long count = 0;
            double sum = 0;
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    sum += rows.getLong(1) * rows.getDouble(2) * (1 - rows.getDouble(3));
                    count++;
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
            return new Sum(count, sum);
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
