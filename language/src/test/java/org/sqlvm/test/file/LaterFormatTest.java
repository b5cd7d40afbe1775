package org.sqlvm.test.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Files that say that a later version of the format has written them: as in SQLite they can be read
 * and not written to, or not even read.
 */
final class LaterFormatTest {
    private static final int WRITE_VERSION = 18;
    private static final int READ_VERSION = 19;

    private static final List<String> STATEMENTS = List.of(
            "INSERT INTO t VALUES (9, 9)",
            "SELECT * FROM t ORDER BY a",
            "PRAGMA user_version = 7",
            "PRAGMA user_version",
            "UPDATE t SET b = 0",
            "UPDATE t SET b = 0 WHERE a > 100",
            "DELETE FROM t",
            "CREATE TABLE u(a)",
            "CREATE TEMP TABLE v(a)",
            "INSERT INTO v SELECT a FROM t",
            "SELECT count(*) FROM v",
            "DROP TABLE t",
            "ALTER TABLE t ADD COLUMN c",
            "CREATE INDEX i ON t(b)",
            "ANALYZE",
            "REINDEX",
            "PRAGMA application_id = 3",
            "BEGIN",
            "INSERT INTO t VALUES (9, 9)",
            "SELECT count(*) FROM t",
            "COMMIT",
            "BEGIN IMMEDIATE",
            "SELECT count(*) FROM t",
            "INSERT INTO t VALUES (9, 9)",
            "ROLLBACK",
            "SAVEPOINT s",
            "INSERT INTO t VALUES (9, 9)",
            "RELEASE s",
            "PRAGMA journal_mode = wal",
            "PRAGMA journal_mode = truncate",
            "PRAGMA journal_mode",
            "PRAGMA integrity_check",
            "SELECT * FROM t ORDER BY a");

    @TempDir
    private Path folder;

    /** Numbers above 127 are no negative ones. */
    @ParameterizedTest
    @CsvSource({"3,1", "3,2", "4,1", "128,1", "255,2", "2,1", "1,2", "0,0", "1,3", "1,128"})
    void asInSqlite(int write, int read) throws IOException {
        for (String mode : List.of("DELETE", "WAL")) {
            Path theirs = file("theirs-" + mode, mode, write, read);
            Path ours = file("ours-" + mode, mode, write, read);
            byte[] before = Files.readAllBytes(ours);
            assertEquals(run(Engines.SQLITE, theirs), run(Engines.SQLVM, ours));
            assertEquals(attached(Engines.SQLITE, theirs), attached(Engines.SQLVM, ours));
            if (write > 2 || read > 2) {
                assertArrayEquals(before, Files.readAllBytes(ours));
            }
        }
    }

    private static List<String> run(Engines engine, Path file) throws IOException {
        List<String> answers = new ArrayList<>();
        try (TestEngine database = engine.onFile(file)) {
            STATEMENTS.forEach(sql -> answers.add(answer(database, sql)));
        }
        return answers;
    }

    /** The same of a database beside one that can be written to. */
    private List<String> attached(Engines engine, Path file) throws IOException {
        Path main = folder.resolve(file.getFileName() + "-main");
        Files.deleteIfExists(main);
        List<String> answers = new ArrayList<>();
        try (TestEngine database = engine.onFile(main)) {
            for (String sql : List.of(
                    "CREATE TABLE m(a)",
                    "ATTACH '" + file + "' AS f",
                    "INSERT INTO f.t VALUES (9, 9)",
                    "INSERT INTO m SELECT a FROM f.t",
                    "SELECT count(*) FROM m",
                    "BEGIN",
                    "INSERT INTO m VALUES (1)",
                    "DELETE FROM f.t",
                    "COMMIT",
                    "SELECT (SELECT count(*) FROM m), (SELECT count(*) FROM f.t)",
                    "DETACH f")) {
                answers.add(answer(database, sql).replace(file.toString(), "FILE"));
            }
        }
        return answers;
    }

    private static String answer(TestEngine database, String sql) {
        Outcome outcome = database.execute(sql);
        return sql + ": "
                + (outcome.failed()
                        ? outcome.failure()
                        : Arrays.deepToString(outcome.rows().toArray()));
    }

    private Path file(String name, String mode, int write, int read) throws IOException {
        Path file = folder.resolve(name);
        Files.deleteIfExists(file);
        try (TestEngine sqlite = Engines.SQLITE.onFile(file)) {
            sqlite.execute("PRAGMA journal_mode = " + mode);
            sqlite.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b)");
            sqlite.execute("INSERT INTO t VALUES (1, 1), (2, 2)");
        }
        byte[] bytes = Files.readAllBytes(file);
        bytes[WRITE_VERSION] = (byte) write;
        bytes[READ_VERSION] = (byte) read;
        Files.write(file, bytes);
        return file;
    }
}
