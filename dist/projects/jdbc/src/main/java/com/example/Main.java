package com.example;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Fills a table of the file parts.db and asks for some of its rows. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlvm:parts.db")) {
            fill(connection);
            print(connection, 0.2);
        }
    }

    private static void fill(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS parts");
            statement.execute("CREATE TABLE parts (id INTEGER PRIMARY KEY, name TEXT, price REAL)");
        }
        String insert = "INSERT INTO parts (name, price) VALUES (?, ?)";
        connection.setAutoCommit(false);
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            add(statement, "bolt", 0.25);
            add(statement, "nut", 0.1);
            add(statement, "bracket", 3.5);
            statement.executeBatch();
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    private static void add(PreparedStatement statement, String name, double price)
            throws SQLException {
        statement.setString(1, name);
        statement.setDouble(2, price);
        statement.addBatch();
    }

    private static void print(Connection connection, double least) throws SQLException {
        String query = "SELECT id, name, price FROM parts WHERE price > ? ORDER BY name";
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setDouble(1, least);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    System.out.println(rows.getLong("id") + " " + rows.getString("name") + " "
                            + rows.getDouble("price"));
                }
            }
        }
    }
}
