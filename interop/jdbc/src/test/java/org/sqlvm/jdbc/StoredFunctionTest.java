package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** The property stored_functions. */
final class StoredFunctionTest {
    private static final String CREATE = "CREATE FUNCTION f(x) LANGUAGE js AS 'x => x'";

    private static String error(Statement statement, String sql) {
        return assertThrows(SQLException.class, () -> statement.execute(sql)).getMessage();
    }

    @Test
    void isOffUnlessAsked() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlvm::memory:");
                Statement statement = connection.createStatement()) {
            assertTrue(error(statement, CREATE).contains("sqlvm.StoredFunctions"));
        }
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlvm::memory:?stored_functions=true");
                Statement statement = connection.createStatement()) {
            statement.execute(CREATE);
            assertTrue(error(statement, "SELECT f(1)").contains("language js, which is not there"));
        }
    }
}
