package org.sqlvm.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** One engine's way of inserting rows one after the other, in one transaction. */
interface Insertion extends AutoCloseable {
    String TABLE = "CREATE TABLE item(id INTEGER PRIMARY KEY, title TEXT, done INTEGER)";
    String SQL = "INSERT INTO item VALUES (?, ?, ?)";

    void add(long id, String title, int done);

    /** Ends the transaction. */
    void commit();

    @Override
    void close();

    static Insertion open(String engine, Path file) {
        return switch (engine) {
            case "sqlvm" -> new Plain(file);
            case "sqlite-jdbc" -> new Jdbc(file, 1);
            case "sqlite-jdbc-batch" -> new Jdbc(file, 10_000);
            default -> throw new IllegalArgumentException("no such engine: " + engine);
        };
    }

    /** sqlvm's interface for Java. */
    final class Plain implements Insertion {
        private final OpenDatabase database;
        private final org.sqlvm.api.Statement statement;

        Plain(Path file) {
            database = new OpenDatabase(file);
            database.get().execute(TABLE);
            database.get().execute("BEGIN");
            statement = database.get().prepare(SQL);
        }

        @Override
        public void add(long id, String title, int done) {
            statement.bindLong(1, id).bind(2, title).bindLong(3, done).execute();
        }

        @Override
        public void commit() {
            database.get().execute("COMMIT");
        }

        @Override
        public void close() {
            statement.close();
            database.close();
        }
    }

    /** SQLite: rows are sent by the batch, or each by itself. */
    final class Jdbc implements Insertion {
        private final Connection connection;
        private final PreparedStatement statement;
        private final int batch;
        private int waiting;

        Jdbc(Path file, int batch) {
            this.batch = batch;
            try {
                connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                try (Statement create = connection.createStatement()) {
                    create.execute(TABLE);
                }
                connection.setAutoCommit(false);
                statement = connection.prepareStatement(SQL);
            } catch (SQLException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        }

        @Override
        public void add(long id, String title, int done) {
            try {
                statement.setLong(1, id);
                statement.setString(2, title);
                statement.setInt(3, done);
                if (batch == 1) {
                    statement.executeUpdate();
                } else {
                    statement.addBatch();
                    if (++waiting == batch) {
                        send();
                    }
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        }

        private void send() throws SQLException {
            statement.executeBatch();
            waiting = 0;
        }

        @Override
        public void commit() {
            try {
                if (waiting > 0) {
                    send();
                }
                connection.commit();
            } catch (SQLException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
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
