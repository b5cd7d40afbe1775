package org.sqlvm.all;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A program that knows JDBC alone: makes a table, and reads a row. */
final class JdbcProgram {
    private JdbcProgram() {}

    public static void main(String[] arguments) throws SQLException {
        try (Connection connection = DriverManager.getConnection(arguments[0]);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT)");
            statement.executeUpdate("INSERT INTO t VALUES (1, 'one'), (2, 'two')");
            try (ResultSet rows = statement.executeQuery("SELECT name FROM t WHERE id = 2")) {
                rows.next();
                System.out.println(rows.getString(1) + " "
                        + connection.getMetaData().getDriverName().replaceFirst(" .*", "") + " "
                        + connection.getMetaData().getDatabaseProductName() + " "
                        + connection.getClass().getModule().getName());
            }
        }
    }
}
