package org.sqlvm.bench.micro;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Any engine through its JDBC driver. */
abstract class JdbcHost extends Host {
    private final String prefix;
    private final Connection connection;
    private boolean registered;

    /**
     * @param prefix the beginning of URLs, before the file
     * @param suffix the end of URLs, behind the file
     */
    JdbcHost(String prefix, Path file, String suffix) {
        this.prefix = prefix;
        try {
            connection = DriverManager.getConnection(prefix + file.toAbsolutePath() + suffix);
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    final void execute(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** Registers the function reduced and the aggregate volume. */
    abstract void register(Connection on) throws SQLException;

    /** Removes the functions that {@link #register} has left in the database itself. */
    void unregister(@SuppressWarnings("unused") Connection on) throws SQLException {}

    private interface Program {
        Outcome run() throws SQLException;
    }

    private static Outcome call(Program program) {
        try {
            return program.run();
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private void registerOnce() throws SQLException {
        if (!registered) {
            register(connection);
            registered = true;
        }
    }

    @Override
    Outcome select() {
        return call(() -> {
            long count = 0;
            double sum = 0;
            try (PreparedStatement query = connection.prepareStatement(SELECT);
                    ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    sum += rows.getLong(1) * rows.getDouble(2) * (1 - rows.getDouble(3));
                    count++;
                }
            }
            return new Outcome(count, sum);
        });
    }

    @Override
    Outcome innerjoin() {
        return call(() -> {
            long count = 0;
            long sum = 0;
            try (PreparedStatement query = connection.prepareStatement(INNERJOIN);
                    ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    sum += rows.getString(1).length() + rows.getString(2).length();
                    count++;
                }
            }
            return new Outcome(count, sum);
        });
    }

    @Override
    Outcome pythonjoin() {
        return call(() -> {
            long count = 0;
            long sum = 0;
            try (PreparedStatement part = connection.prepareStatement(PART);
                    PreparedStatement supplier = connection.prepareStatement(SUPPLIER);
                    PreparedStatement query = connection.prepareStatement(SUPPLIES);
                    ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    sum += length(part, rows.getLong(1)) + length(supplier, rows.getLong(2));
                    count++;
                }
            }
            return new Outcome(count, sum);
        });
    }

    private static int length(PreparedStatement statement, long key) throws SQLException {
        statement.setLong(1, key);
        try (ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getString(1).length();
        }
    }

    @Override
    Outcome pyfunction() {
        return call(() -> {
            registerOnce();
            long count = 0;
            double sum = 0;
            try (PreparedStatement query = connection.prepareStatement(FUNCTION);
                    ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    sum += rows.getDouble(1);
                    count++;
                }
            }
            return new Outcome(count, sum);
        });
    }

    @Override
    Outcome pyaggregate() {
        return call(() -> {
            registerOnce();
            try (PreparedStatement query = connection.prepareStatement(AGGREGATE);
                    ResultSet rows = query.executeQuery()) {
                rows.next();
                return new Outcome(1, rows.getDouble(1));
            }
        });
    }

    @Override
    Outcome filltable(Path file) {
        return call(() -> {
            long count = 0;
            long sum = 0;
            try (Connection filled = DriverManager.getConnection(prefix + file);
                    Statement statement = filled.createStatement()) {
                filled.setAutoCommit(false);
                statement.execute(CREATE);
                try (PreparedStatement insert = filled.prepareStatement(INSERT)) {
                    for (int i = 0; i < FILLED_ROWS; i++) {
                        insert.setLong(1, i);
                        insert.setLong(2, 2L * i);
                        insert.executeUpdate();
                    }
                }
                filled.commit();
                try (ResultSet rows = statement.executeQuery(FILLED)) {
                    while (rows.next()) {
                        sum += rows.getLong(1) + rows.getLong(2);
                        count++;
                    }
                }
            }
            return new Outcome(count, sum);
        });
    }

    @Override
    public void close() {
        try (connection) {
            if (registered) {
                unregister(connection);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }
}
