package org.sqlvm.shell;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
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

    /** Returns the first row of SQLite's own check of {@code file}: "ok" if it is sound. */
    static String check(Path file) {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("PRAGMA integrity_check")) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(file.toString(), e);
        }
    }
}
