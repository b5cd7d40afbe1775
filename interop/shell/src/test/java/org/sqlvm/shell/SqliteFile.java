package org.sqlvm.shell;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Databases for tests, made by SQLite itself. */
final class SqliteFile {
    private SqliteFile() {}

    /** Makes {@code file} by running {@code sql}, statement by statement. */
    static void make(Path file, String sql) {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
