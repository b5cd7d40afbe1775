package org.sqlvm.language.saved;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.Database;
import org.sqlvm.engine.file.FileIdentity;
import org.sqlvm.engine.vector.saved.MirrorPlace;
import org.sqlvm.language.RowLists;
import org.sqlvm.language.SqlvmLanguage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Saved columns that are valid by the times of the database's file: no page is hashed. A table is
 * loaded as a whole, or decoded.
 */
final class MirrorTimesTest {
    private static final String ID = SqlvmLanguage.ID;
    private static final String SUMS = "SELECT sum(a), max(b), count(*) FROM t";

    /** The age at which times are trusted: some ticks of the file system's clock. */
    private static final long AGE_MS = 40;

    private static final long PARTITIONS = 10;

    @TempDir
    private Path directory;

    private Path file;
    private Path mirrors;

    @BeforeEach
    void makeTable() throws IOException {
        assumeTrue(FileIdentity.of(directory) != null && FileIdentity.hasReliableTimes(directory));
        file = directory.resolve("t.db");
        mirrors = directory.resolve("mirrors");
        write(
                "PRAGMA page_size = 512",
                "CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT)",
                "INSERT INTO t SELECT 2 * value, value, 'b' || value FROM generate_series(1,"
                        + " 1000)");
    }

    private static Context context(String mirrorFile, long ageMs) {
        return Context.newBuilder(ID)
                .option("engine.WarnInterpreterOnly", "false")
                .option("sqlvm.Vectors", "always")
                .option("sqlvm.VectorRows", "5")
                .option("sqlvm.PartitionRows", "100")
                .option("sqlvm.MirrorFile", mirrorFile)
                .option("sqlvm.MirrorAge", Long.toString(ageMs))
                .allowAllAccess(true)
                .build();
    }

    private Database open(Context context) {
        return context.getBindings(ID)
                .getMember("open")
                .execute(file.toString())
                .getMember("host")
                .asHostObject();
    }

    /** Runs statements in a connection that saves nothing. */
    private void write(String... statements) {
        try (Context context = context("off", AGE_MS);
                Database database = open(context)) {
            for (String statement : statements) {
                RowLists.query(database, statement);
            }
        }
    }

    private void writeWithSqlite(String... statements) throws SQLException {
        try (var sqlite = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = sqlite.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    /** Waits until the times of the file are old enough. */
    private void settle() throws IOException {
        long end = FileIdentity.of(file).lastChangeNs() + TimeUnit.MILLISECONDS.toNanos(2 * AGE_MS);
        while (TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) <= end) {
            Thread.onSpinWait();
        }
    }

    /** The answer is that without a mirror; returns the number of partitions that were loaded. */
    private long check(long ageMs) {
        List<List<Object>> right;
        try (Context context = context("off", ageMs);
                Database database = open(context)) {
            right = RowLists.query(database, SUMS);
        }
        try (Context context = context(MirrorPlace.AUTO_IN + mirrors, ageMs);
                Database database = open(context)) {
            assertEquals(right, RowLists.query(database, SUMS));
            return (Long)
                    RowLists.query(database, "PRAGMA sqlvm_mirror").getFirst().get(6);
        }
    }

    private long check() throws IOException {
        settle();
        return check(AGE_MS);
    }

    private Path mirror() {
        return MirrorPlace.of(MirrorPlace.AUTO_IN + mirrors, 0, Map.of())
                .file(file.toAbsolutePath().toString(), true);
    }

    @Test
    void theTableIsLoadedUntilItChanges() throws IOException, SQLException {
        assertEquals(0, check());
        assertEquals(PARTITIONS, check());
        write("UPDATE t SET a = a + 1 WHERE id = 700");
        assertEquals(0, check());
        assertEquals(PARTITIONS, check());
        writeWithSqlite("UPDATE t SET a = a + 1 WHERE id = 700");
        assertEquals(0, check());
        assertEquals(PARTITIONS, check());
    }

    /** The times might be those of a write that comes. */
    @Test
    void nothingIsSavedOfAYoungFile() {
        assertEquals(0, check(TimeUnit.DAYS.toMillis(1)));
        assertFalse(Files.exists(mirror()));
    }

    @Test
    void pagesAreHashedIfTimesAreNotTrusted() throws IOException {
        assertEquals(0, check(-1));
        assertEquals(PARTITIONS, check(-1));
        write("UPDATE t SET a = a + 1 WHERE id = 700");
        long loaded = check(-1);
        assertTrue(loaded >= PARTITIONS - 2 && loaded < PARTITIONS, () -> "loaded " + loaded);
    }

    /** The mirror is stamped when its pages have been found to be the same. */
    @Test
    void aHashedMirrorGetsAStamp() throws IOException {
        assertEquals(0, check(-1));
        byte[] hashed = Files.readAllBytes(mirror());
        assertEquals(PARTITIONS, check());
        assertNotEquals(hashed.length, Files.size(mirror()));
        byte[] stamped = Files.readAllBytes(mirror());
        assertEquals(PARTITIONS, check());
        assertArrayEquals(stamped, Files.readAllBytes(mirror()));
    }

    /** The other rows have the size, change counter, time of the last write, and inode. */
    @Test
    void rowsAreNotThoseOfAFileThatWasOverwritten() throws IOException {
        byte[] earlier = Files.readAllBytes(file);
        write("UPDATE t SET a = a + 1 WHERE id > 100");
        byte[] later = Files.readAllBytes(file);
        System.arraycopy(earlier, 24, later, 24, 4);
        System.arraycopy(earlier, 92, later, 92, 4);
        assertEquals(earlier.length, later.length);
        Files.write(file, earlier);
        assertEquals(0, check());
        assertEquals(PARTITIONS, check());
        FileTime time = Files.getLastModifiedTime(file);
        Files.write(file, later);
        Files.setLastModifiedTime(file, time);
        assertEquals(0, check());
        Path other = directory.resolve("other");
        Files.write(other, earlier);
        Files.setLastModifiedTime(other, time);
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        assertEquals(0, check());
    }

    /** The change counter and the size stay as they were, but the content does not. */
    @Test
    void aLogDoesNotCountChanges() throws IOException, SQLException {
        writeWithSqlite("PRAGMA journal_mode = WAL");
        write("INSERT INTO t VALUES (5001, 1, 'first')", "PRAGMA wal_checkpoint(truncate)");
        check();
        assertEquals(PARTITIONS + 1, check());
        byte[] before = Files.readAllBytes(file);
        writeWithSqlite(
                "INSERT INTO t VALUES (5002, 1, 'second')", "PRAGMA wal_checkpoint(truncate)");
        byte[] after = Files.readAllBytes(file);
        assertEquals(ByteBuffer.wrap(before).getInt(24), ByteBuffer.wrap(after).getInt(24));
        assertEquals(before.length, after.length);
        assertEquals(0, check());
        assertEquals(PARTITIONS + 1, check());
        try (Context context = context("off", AGE_MS);
                Database database = open(context)) {
            // In the log alone. Columns may also be those that connections share.
            for (int i = 0; i < 3; i++) {
                RowLists.query(database, "UPDATE t SET a = a + 1000 WHERE id = 600");
                check();
                check();
            }
        }
        assertEquals(0, check());
    }

    @Test
    void theFolderIsTheOwnersAlone() throws IOException {
        check();
        assertTrue(Files.exists(mirrors.resolve("CACHEDIR.TAG")));
        assertEquals(
                "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(mirrors)));
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(mirror())));
    }
}
