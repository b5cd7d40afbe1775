package org.sqlvm.bench.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The tables of pgbench (postgresql.org/docs/current/pgbench.html): accounts of branches with
 * tellers, and a history. All balances are 0 at first. A row of the history also has the number of
 * its client, and the number of the transfer, which each client counts from 1.
 */
final class LoadTables {
    static final int ACCOUNTS = 100_000;
    static final int TELLERS = 10;

    private LoadTables() {}

    /** @param scale the number of branches, each with 10 tellers and 100,000 accounts */
    static void create(Connection connection, int scale) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE branches(bid INTEGER PRIMARY KEY, bbalance INTEGER, filler"
                            + " VARCHAR(88))");
            statement.execute("CREATE TABLE tellers(tid INTEGER PRIMARY KEY, bid INTEGER,"
                    + " tbalance INTEGER, filler VARCHAR(84))");
            statement.execute("CREATE TABLE accounts(aid INTEGER PRIMARY KEY, bid INTEGER,"
                    + " abalance INTEGER, filler VARCHAR(84))");
            statement.execute("CREATE TABLE history(tid INTEGER, bid INTEGER, aid INTEGER,"
                    + " delta INTEGER, client INTEGER, number INTEGER)");
        }
        connection.setAutoCommit(false);
        fill(connection, "branches", scale, scale);
        fill(connection, "tellers", scale * TELLERS, scale);
        fill(connection, "accounts", scale * ACCOUNTS, scale);
        connection.commit();
        connection.setAutoCommit(true);
    }

    private static void fill(Connection connection, String table, int rows, int scale)
            throws SQLException {
        boolean isBranches = table.equals("branches");
        String sql = "INSERT INTO " + table
                + (isBranches ? " VALUES (?, 0, ?)" : " VALUES (?, ?, 0, ?)");
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (int id = 1; id <= rows; id++) {
                insert.setInt(1, id);
                if (!isBranches) {
                    insert.setInt(2, (id - 1) / (rows / scale) + 1);
                }
                insert.setString(isBranches ? 2 : 3, " ".repeat(84));
                insert.addBatch();
                if (id % 1000 == 0 || id == rows) {
                    insert.executeBatch();
                }
            }
        }
    }

    /**
     * Checks the transfers that the database has kept.
     *
     * @param acknowledged for each client the number of its transfers that the server has confirmed
     * @return the fault, or null: balances that do not add up, or a transfer that is missing
     */
    static String fault(Connection connection, int[] acknowledged) throws SQLException {
        long history = number(connection, "SELECT coalesce(sum(delta), 0) FROM history");
        for (String sum : new String[] {
            "SELECT sum(abalance) FROM accounts",
            "SELECT sum(tbalance) FROM tellers",
            "SELECT sum(bbalance) FROM branches"
        }) {
            long balance = number(connection, sum);
            if (balance != history) {
                return sum + " gives " + balance + ", and the history " + history;
            }
        }
        String counts = "SELECT client, count(*), max(number) FROM history GROUP BY client";
        int[] kept = new int[acknowledged.length];
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(counts)) {
            while (rows.next()) {
                kept[rows.getInt(1)] = rows.getInt(2);
                if (rows.getInt(2) != rows.getInt(3)) {
                    return "client " + rows.getInt(1) + " has " + rows.getInt(2)
                            + " transfers, up to number " + rows.getInt(3);
                }
            }
        }
        for (int i = 0; i < kept.length; i++) {
            // The server may have ended before it could confirm the last one.
            if (kept[i] < acknowledged[i] || kept[i] > acknowledged[i] + 1) {
                return "client " + i + " has " + kept[i] + " transfers, and was told of "
                        + acknowledged[i];
            }
        }
        return null;
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** How many transfers of each client are there. */
    static void count(Connection connection, int[] counts) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT client, count(*) FROM history GROUP BY client")) {
            while (rows.next()) {
                counts[rows.getInt(1)] = rows.getInt(2);
            }
        }
    }
}
