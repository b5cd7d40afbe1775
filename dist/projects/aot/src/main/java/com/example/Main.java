package com.example;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A short program, most of whose time is its start. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlvm:");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE parts (name TEXT, price REAL)");
            statement.execute("INSERT INTO parts VALUES ('bolt', 0.25), ('nut', 0.1)");
            try (ResultSet rows = statement.executeQuery("SELECT sum(price) FROM parts")) {
                rows.next();
                System.out.println(rows.getDouble(1));
            }
        }
    }
}
