package org.sqlvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;

import java.nio.file.Path;

/** Transactions that read the content that another connection's transaction reads. */
class SnapshotTest {
    /** SQLITE_ERROR_SNAPSHOT. */
    private static final int GONE = 769;

    @TempDir
    Path folder;

    private String path;

    @BeforeEach
    void name() {
        path = folder.resolve("t.db").toString();
    }

    private Database create(String mode) {
        Database database = Sqlvm.open(path);
        database.execute("PRAGMA journal_mode = " + mode);
        database.execute("CREATE TABLE t(a, b)");
        insert(database, 1000);
        return database;
    }

    private static void insert(Database database, int count) {
        database.execute(
                "INSERT INTO t SELECT value, hex(randomblob(50)) FROM generate_series(1, ?)",
                count);
    }

    private Database reader() {
        return Sqlvm.opener().readOnly(true).open(path);
    }

    private static long count(Database database) {
        try (Rows rows = database.query("SELECT count(*) FROM t")) {
            rows.next();
            return rows.getLong(0);
        }
    }

    private static void check(Database database) {
        try (Rows rows = database.query("PRAGMA integrity_check")) {
            rows.next();
            assertEquals("ok", rows.getText(0));
        }
    }

    /** @param checkpoint whether the log has been copied back when the snapshot is taken */
    @ParameterizedTest
    @ValueSource(strings = {"", "PASSIVE", "TRUNCATE"})
    void aLogKeepsTheContent(String checkpoint) {
        try (Database writer = create("wal");
                Database first = reader();
                Database second = reader();
                Database third = reader()) {
            if (!checkpoint.isEmpty()) {
                writer.execute("PRAGMA wal_checkpoint(" + checkpoint + ")");
            }
            byte[] snapshot = first.beginSnapshot("main");
            insert(writer, 500);
            writer.execute("PRAGMA wal_checkpoint(PASSIVE)");
            second.beginSnapshot("main", snapshot);
            assertEquals(1000, count(second));
            // Twice as long a log, whose frames replace most pages.
            writer.execute("UPDATE t SET b = a");
            writer.execute("PRAGMA wal_checkpoint(PASSIVE)");
            third.beginSnapshot("main", snapshot);
            assertEquals(1000, count(third));
            check(third);
            assertEquals(1000, count(first));
            first.execute("COMMIT");
            second.execute("COMMIT");
            assertEquals(1500, count(second));
            assertEquals(1000, count(third));
            third.execute("COMMIT");
            writer.execute("PRAGMA wal_checkpoint(TRUNCATE)");
            insert(writer, 1);
            SqlvmException error = assertThrows(
                    SqlvmException.class, () -> second.beginSnapshot("main", snapshot));
            assertEquals(GONE, error.code());
            assertTrue(second.isAutocommit());
            assertEquals(1501, count(second));
            check(second);
        }
    }

    @Test
    void withoutALogAnyCommitEndsTheSnapshot() {
        try (Database writer = create("delete");
                Database first = reader();
                Database second = reader()) {
            byte[] snapshot = first.beginSnapshot("main");
            second.beginSnapshot("main", snapshot);
            assertEquals(1000, count(second));
            first.execute("COMMIT");
            second.execute("COMMIT");
            insert(writer, 1);
            SqlvmException error = assertThrows(
                    SqlvmException.class, () -> second.beginSnapshot("main", snapshot));
            assertEquals(GONE, error.code());
            assertEquals(1001, count(second));
        }
    }

    @Test
    void otherBytesAreNoSnapshot() {
        try (Database writer = create("wal")) {
            SqlvmException error = assertThrows(
                    SqlvmException.class, () -> writer.beginSnapshot("main", new byte[] {7}));
            assertEquals(21, error.code());
            writer.execute("BEGIN");
            assertThrows(SqlvmException.class, () -> writer.beginSnapshot("main"));
            writer.execute("COMMIT");
        }
    }
}
