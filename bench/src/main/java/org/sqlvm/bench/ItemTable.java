package org.sqlvm.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;

/**
 * Items with a title each, and a unique index of the titles: as a SQLite database and as one of H2,
 * in a folder that is gone when this is closed.
 */
final class ItemTable implements AutoCloseable {
    static final String BY_TITLE = "SELECT id, title FROM item WHERE title = ?";

    private static final int ROWS = Integer.getInteger("sqlvm.bench.items", 100_000);

    /**
     * Has no common factor with the number of rows: neighbours in the table are not neighbours in
     * the index.
     */
    private static final int STRIDE = 7919;

    private static final int BATCH = 10_000;

    private final Path folder;

    ItemTable() {
        try {
            folder = Files.createTempDirectory("items");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A title that is in the table. */
    static String title(long number) {
        return String.format("Item %07d", number % ROWS);
    }

    /** Makes the database, and returns where it is. */
    Path create(String engine) {
        boolean h2 = engine.equals("h2");
        Path file = folder.resolve(h2 ? "h2" : "items.db");
        String url = h2 ? PointReads.h2(file) : "jdbc:sqlite:" + file;
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE item(id INTEGER PRIMARY KEY, title TEXT, done INTEGER)");
            connection.setAutoCommit(false);
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO item VALUES (?, ?, ?)")) {
                for (int i = 1; i <= ROWS; i++) {
                    insert.setInt(1, i);
                    insert.setString(2, title((long) i * STRIDE));
                    insert.setInt(3, i & 1);
                    insert.addBatch();
                    if (i % BATCH == 0) {
                        insert.executeBatch();
                    }
                }
            }
            statement.execute("CREATE UNIQUE INDEX item_title ON item(title)");
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
        return file;
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
