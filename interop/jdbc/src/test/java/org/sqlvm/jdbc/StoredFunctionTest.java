package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The properties stored_functions and stored_functions_access. */
final class StoredFunctionTest {
    private static final String CREATE = "CREATE FUNCTION f(x) LANGUAGE js AS 'x => x'";

    private static String error(Statement statement, String sql) {
        return assertThrows(SQLException.class, () -> statement.execute(sql)).getMessage();
    }

    @Test
    void isOffUnlessAsked() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlvm::memory:");
                Statement statement = connection.createStatement()) {
            assertTrue(error(statement, CREATE).contains("the property stored_functions=true"));
        }
        for (String access : List.of("", "&stored_functions_access=true")) {
            String url = "jdbc:sqlvm::memory:?stored_functions=true" + access;
            try (Connection connection = DriverManager.getConnection(url);
                    Statement statement = connection.createStatement()) {
                statement.execute(CREATE);
                String missing = error(statement, "SELECT f(1)");
                assertTrue(missing.contains("language js, which is not there: add"), missing);
                assertFalse(missing.contains("context"), missing);
            }
        }
    }
}
