package org.sqlvm.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Makes databases that queries run on, unless they are there. A database is written under another
 * name and renamed when complete, so a file that is there is whole.
 */
public final class NewDatabase {
    /** H2 adds it to the name that it is given. */
    private static final String H2_SUFFIX = ".mv.db";

    private NewDatabase() {}

    /** Fills an empty database. */
    @FunctionalInterface
    public interface Content {
        /** Leaves nothing uncommitted. */
        void write(Connection connection) throws SQLException;
    }

    /** A file of SQLite's. */
    public static Path sqlite(Path file, Content content) {
        make(
                file,
                partial -> write(JdbcEngine.SQLITE + partial, connection -> {
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("PRAGMA journal_mode = OFF");
                        statement.execute("PRAGMA synchronous = OFF");
                        statement.execute("PRAGMA cache_size = -300000");
                    }
                    content.write(connection);
                }));
        return file;
    }

    /**
     * A database of H2's.
     *
     * @param base its name without H2's suffix
     */
    public static Path h2(Path base, Content content) {
        make(base.resolveSibling(base.getFileName() + H2_SUFFIX), partial -> {
            String name = partial.toString();
            Path partialBase = Path.of(name.substring(0, name.length() - H2_SUFFIX.length()));
            write(JdbcEngine.h2Url(partialBase) + ";CACHE_SIZE=262144", content);
        });
        return base;
    }

    /** A file of DuckDB's. */
    public static Path duckdb(Path file, Content content) {
        make(file, partial -> write(JdbcEngine.DUCKDB + partial, content));
        return file;
    }

    @FunctionalInterface
    private interface Writer {
        void write(Path partial) throws SQLException;
    }

    private static void make(Path file, Writer writer) {
        if (Files.exists(file)) {
            return;
        }
        Path partial = file.resolveSibling("partial-" + file.getFileName());
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.deleteIfExists(partial);
            writer.write(partial);
            Files.move(partial, file);
        } catch (SQLException | IOException e) {
            throw new IllegalStateException(
                    "could not generate " + file + ": " + e.getMessage(), e);
        }
    }

    private static void write(String url, Content content) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            content.write(connection);
        }
    }
}
