package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** {@link BothDriversTest} on databases that servers have. */
@ExtendWith(Served.class)
final class ServedBothDriversTest extends BothDriversTest {
    @Override
    void checkUrl(String expected, String url) {
        if (expected.startsWith(SqlvmDriver.PREFIX)) {
            assertTrue(url.startsWith("jdbc:sqlvm://localhost:"), url);
        } else {
            super.checkUrl(expected, url);
        }
    }

    /** Who opens the database is the server: here the connection refuses changes. */
    @Override
    void nothingIsWrittenIfOpenedForReadingOnly(String place) {}

    @Test
    void nothingIsWrittenByAConnectionForReadingOnly() throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlvm::memory:?open_mode=1");
                Statement statement = connection.createStatement()) {
            assertTrue(connection.isReadOnly());
            SQLException error =
                    assertThrows(SQLException.class, () -> statement.execute("CREATE TABLE t (x)"));
            assertEquals(8, error.getErrorCode());
            assertThrows(SQLException.class, () -> connection.setReadOnly(false));
        }
    }

    /** The mode of a URI is one of the server's. */
    @Override
    void attachedDatabasesDoNotHaveTheModeOfMain(@TempDir Path folder) {}
}
