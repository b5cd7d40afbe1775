package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;

/** {@link StatementTest} on databases that servers have. */
@ExtendWith(Served.class)
final class ServedStatementTest extends StatementTest {
    /** The files would be those of the server's machine. */
    @Test
    @Override
    void backupAndRestore(@TempDir Path folder) throws SQLException {
        String sql = "backup to '" + folder.resolve("copy.db") + "'";
        assertThrows(SQLFeatureNotSupportedException.class, () -> statement.execute(sql));
    }

    /**
     * Checks that a session cannot change how the file is stored; that is set where the server
     * runs.
     */
    @Test
    @Override
    void settingsComeBeforeATransaction(@TempDir Path folder) {
        SQLException error = assertThrows(
                SQLException.class, () -> statement.execute("PRAGMA journal_mode = WAL"));
        assertEquals(23, error.getErrorCode());
    }
}
