package org.sqlvm.ecosystem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.jdbc.SqlvmDataSource;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Migrations of a schema. */
final class FlywayTest {
    @TempDir
    Path folder;

    @Test
    void migrates() throws SQLException {
        SqlvmDataSource source = new SqlvmDataSource();
        source.setDatabaseName(folder.resolve("flyway.db").toString());
        Flyway flyway = Flyway.configure()
                .dataSource(source)
                .locations("classpath:db/migration")
                .cleanDisabled(false)
                .load();
        assertEquals(2, flyway.migrate().migrationsExecuted);
        assertEquals(0, flyway.migrate().migrationsExecuted);
        flyway.validate();
        assertEquals("2", flyway.info().current().getVersion().getVersion());
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT name, stock FROM parts")) {
            assertTrue(rows.next());
            assertEquals("bolt; \"M3\"", rows.getString("name"));
            assertEquals(1, rows.getInt("stock"));
        }
        flyway.clean();
        assertEquals(2, flyway.migrate().migrationsExecuted);
    }

    @Test
    void aMigrationThatFailsIsUndone() throws SQLException {
        SqlvmDataSource source = new SqlvmDataSource();
        source.setDatabaseName(folder.resolve("broken.db").toString());
        Flyway flyway = Flyway.configure()
                .dataSource(source)
                .locations("classpath:db/migration", "classpath:db/broken")
                .load();
        assertThrows(FlywayException.class, flyway::migrate);
        try (Connection connection = source.getConnection();
                ResultSet tables = connection.getMetaData().getTables(null, null, "half", null)) {
            assertEquals(false, tables.next());
        }
    }
}
