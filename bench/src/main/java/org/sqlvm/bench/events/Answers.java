package org.sqlvm.bench.events;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Runs queries, and reads their results. */
final class Answers {
    private Answers() {}

    /** The rows, each as a text that is the same for all engines. */
    static List<String> rows(Connection connection, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            StringBuilder row = new StringBuilder();
            while (result.next()) {
                row.setLength(0);
                for (int i = 1; i <= columns; i++) {
                    Object value = result.getObject(i);
                    row.append(value instanceof Number number ? "" + number.doubleValue() : value)
                            .append('|');
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }

    /** The sum of a query's last column. */
    static long sumOfLast(Connection connection, String sql) throws SQLException {
        long sum = 0;
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int last = result.getMetaData().getColumnCount();
            while (result.next()) {
                sum += result.getLong(last);
            }
        }
        return sum;
    }
}
