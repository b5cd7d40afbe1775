package org.sqlvm.engine.btree;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The real sqlite3 in a process of its own: it makes databases, and judges ours. */
public final class Sqlite3 {
    private Sqlite3() {}

    /** Runs SQL and gives what it prints. */
    public static String run(Path database, String sql) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sqlite3", "-batch", database.toString())
                .redirectErrorStream(true)
                .start();
        try (var input = process.getOutputStream()) {
            input.write(sql.getBytes(StandardCharsets.UTF_8));
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output.strip();
    }

    /**
     * Returns the result of SQLite's PRAGMA integrity_check for a database of ours, which has no
     * tables in its schema.
     */
    public static String check(byte[] image, Path directory)
            throws IOException, InterruptedException {
        Path file = Files.createTempFile(directory, "image", ".db");
        Files.write(file, image);
        String verdict = run(file, "PRAGMA integrity_check;");
        Files.delete(file);
        return verdict;
    }
}
