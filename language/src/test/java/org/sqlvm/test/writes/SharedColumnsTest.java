package org.sqlvm.test.writes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.test.engines.SqliteProcess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Connections to one file decode its columns once, and only use what they themselves would see. */
final class SharedColumnsTest {
    private static final String DELETE = "DELETE";
    private static final String WAL = "WAL";

    private static final String SUM = "SELECT sum(a) FROM t";

    /** The sum at the beginning. */
    private static final long BEGIN = 500_500;

    /** All partitions of the table. */
    private static final long ALL = 10;

    @TempDir
    private Path directory;

    private Path file;
    private Context context;

    /** Where nothing is decoded, and so nothing given to others. */
    private Context rowContext;

    private final List<Database> opened = new ArrayList<>();

    @BeforeEach
    void begin() {
        file = directory.resolve("t.db");
        context = context("always");
        rowContext = context("never");
    }

    private static Context context(String vectors) {
        return Context.newBuilder("sqlvm")
                .option("engine.WarnInterpreterOnly", "false")
                .option("sqlvm.Vectors", vectors)
                .option("sqlvm.VectorRows", "16")
                .option("sqlvm.PartitionRows", "100")
                .allowAllAccess(true)
                .build();
    }

    @AfterEach
    void end() {
        opened.forEach(Database::close);
        context.close();
        rowContext.close();
    }

    private Database open(Path path) {
        return open(path.toString());
    }

    private Database open(String path) {
        return open(context, path);
    }

    private Database open(Context where, String path) {
        Database database = where.getBindings("sqlvm")
                .getMember("open")
                .execute(path)
                .getMember("host")
                .asHostObject();
        opened.add(database);
        return database;
    }

    private void close(Database database) {
        opened.remove(database);
        database.close();
    }

    private static List<List<Object>> rows(Database database, String sql) {
        List<List<Object>> found = new ArrayList<>();
        try (Rows rows = database.query(sql)) {
            while (rows.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 0; i < rows.columnCount(); i++) {
                    row.add(rows.getObject(i));
                }
                found.add(row);
            }
        }
        return found;
    }

    private static long sum(Database database) {
        return (Long) rows(database, SUM).getFirst().getFirst();
    }

    private void fill(String mode) {
        Database database = open(file);
        rows(database, "PRAGMA journal_mode = " + mode);
        fill(database, 1);
        close(database);
    }

    private static void fill(Database database, int factor) {
        rows(database, "CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT)");
        rows(database, "CREATE TABLE u(x)");
        rows(
                database,
                "INSERT INTO t SELECT value, " + factor + " * value, 'b' || value"
                        + " FROM generate_series(1, 1000)");
    }

    /** By column: how many of the partitions that a connection holds it has from others. */
    private static Map<String, Long> taken(Database database) {
        Map<String, Long> taken = new TreeMap<>();
        for (List<Object> row : rows(database, "PRAGMA sqlvm_mirror")) {
            taken.put(row.get(1).toString(), (Long) row.get(7));
        }
        return taken;
    }

    private static void assertDecodes(long sum, Database database) {
        assertEquals(sum, sum(database));
        assertEquals(0, taken(database).get("a"));
    }

    private static void assertTakes(long sum, Database database) {
        assertEquals(sum, sum(database));
        assertEquals(ALL, taken(database).get("a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {DELETE, WAL})
    void oneDecodesAndTheOtherTakes(String mode) {
        fill(mode);
        Database one = open(file);
        Database two = open(file);
        assertDecodes(BEGIN, one);
        assertTakes(BEGIN, two);
        assertEquals(Map.of("a", 0L), taken(one));
        // Now the second decodes a column, and the first takes it.
        assertEquals("b999", rows(two, "SELECT max(b) FROM t").getFirst().getFirst());
        assertEquals(0L, taken(two).get("b"));
        assertEquals("b1", rows(one, "SELECT min(b) FROM t").getFirst().getFirst());
        assertEquals(ALL, taken(one).get("b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {DELETE, WAL})
    void aCommitOfTheOne(String mode) {
        fill(mode);
        Database one = open(file);
        Database two = open(file);
        assertDecodes(BEGIN, one);
        assertTakes(BEGIN, two);
        rows(one, "UPDATE t SET a = a + 1 WHERE id = 500");
        assertEquals(BEGIN + 1, sum(two)); // Decodes a partition of those that it has.
        assertTakes(BEGIN + 1, one);
        rows(one, "UPDATE t SET a = a + 1 WHERE id = 500");
        assertEquals(BEGIN + 2, sum(one)); // Decodes a partition of those that it has.
        assertTakes(BEGIN + 2, two);
        rows(two, "INSERT INTO u VALUES (1)");
        assertEquals(BEGIN + 2, sum(two));
        assertTakes(BEGIN + 2, one);
    }

    @ParameterizedTest
    @ValueSource(strings = {DELETE, WAL})
    void aTransactionSeesItsOwn(String mode) {
        fill(mode);
        Database one = open(file);
        Database two = open(file);
        assertDecodes(BEGIN, one);
        assertTakes(BEGIN, two);
        for (String end : List.of("ROLLBACK", "COMMIT")) {
            rows(one, "BEGIN");
            rows(one, "UPDATE t SET a = a + 7 WHERE id < 3");
            assertEquals(BEGIN + 14, sum(one));
            assertEquals(BEGIN, sum(two));
            // Nothing of it is there for a third one.
            Database three = open(file);
            assertTakes(BEGIN, three);
            close(three);
            rows(one, end);
            long after = end.equals("COMMIT") ? BEGIN + 14 : BEGIN;
            assertEquals(after, sum(two));
            assertEquals(after, sum(one));
        }
    }

    @Test
    void aReaderOfAnEarlierSnapshot() {
        fill(WAL);
        Database one = open(file);
        Database two = open(file);
        rows(one, "BEGIN");
        assertDecodes(BEGIN, one);
        rows(two, "UPDATE t SET a = a + 1 WHERE id = 500");
        assertDecodes(BEGIN + 1, two);
        assertEquals(BEGIN, sum(one));
        assertEquals("b999", rows(one, "SELECT max(b) FROM t").getFirst().getFirst());
        assertEquals(BEGIN, sum(one));
        assertTakes(BEGIN + 1, open(file));
        rows(one, "COMMIT");
        assertEquals(BEGIN + 1, sum(one)); // Decodes a partition of both of its columns.
    }

    @ParameterizedTest
    @ValueSource(strings = {DELETE, WAL})
    void aCommitOfAnotherProcess(String mode) throws IOException {
        fill(mode);
        try (SqliteProcess sqlite = new SqliteProcess(file)) {
            Database one = open(file);
            Database two = open(file);
            assertDecodes(BEGIN, one);
            assertTakes(BEGIN, two);
            for (int i = 1; i <= 3; i++) {
                assertEquals("", sqlite.run("UPDATE t SET a = a + 1 WHERE id = 500;"));
                Database first = i % 2 == 0 ? one : two;
                assertDecodes(BEGIN + i, first);
                assertTakes(BEGIN + i, first == one ? two : one);
                if (mode.equals(WAL)) {
                    sqlite.run("PRAGMA wal_checkpoint(TRUNCATE);");
                    assertEquals(BEGIN + i, sum(one));
                    assertEquals(BEGIN + i, sum(two));
                }
            }
        }
    }

    /** The log is gone with its last user, and the next one's may look the same. */
    @Test
    void aLogThatBeginsAgain() throws IOException {
        fill(WAL);
        Database one = open(file);
        assertDecodes(BEGIN, one);
        Database two = open(file); // Has not begun to use the log.
        close(one);
        try (SqliteProcess sqlite = new SqliteProcess(file)) {
            assertEquals("", sqlite.run("UPDATE t SET a = a + 1 WHERE id = 500;"));
        }
        assertFalse(Files.exists(directory.resolve("t.db-wal")));
        assertDecodes(BEGIN + 1, two);
    }

    @ParameterizedTest
    @ValueSource(strings = {DELETE, WAL})
    void theJournalModeChanges(String mode) {
        fill(mode);
        Database one = open(file);
        assertDecodes(BEGIN, one);
        String other = mode.equals(WAL) ? DELETE : WAL;
        assertEquals(
                other.toLowerCase(),
                rows(one, "PRAGMA journal_mode = " + other).getFirst().getFirst());
        rows(one, "UPDATE t SET a = a + 1 WHERE id = 500");
        Database two = open(file);
        assertDecodes(BEGIN + 1, two);
        assertEquals(BEGIN + 1, sum(one));
    }

    @ParameterizedTest
    @ValueSource(strings = {DELETE, WAL})
    void theSchemaChanges(String mode) {
        fill(mode);
        Database one = open(file);
        Database two = open(file);
        assertDecodes(BEGIN, one);
        assertTakes(BEGIN, two);
        rows(one, "ALTER TABLE t ADD COLUMN c DEFAULT 5");
        assertEquals(5_000L, rows(two, "SELECT sum(c) FROM t").getFirst().getFirst());
        assertEquals(BEGIN, sum(two));
        // Another table with the same root page.
        rows(one, "DROP TABLE u");
        rows(one, "DROP TABLE t");
        fill(one, 3);
        assertEquals(3 * BEGIN, sum(two));
        assertTakes(3 * BEGIN, one);
        rows(one, "ALTER TABLE t RENAME COLUMN a TO z");
        rows(one, "ALTER TABLE t RENAME COLUMN b TO a");
        assertEquals(0.0, rows(two, "SELECT total(a) FROM t").getFirst().getFirst());
    }

    @ParameterizedTest
    @ValueSource(strings = {DELETE, WAL})
    void vacuum(String mode) {
        fill(mode);
        Database one = open(file);
        Database two = open(file);
        assertDecodes(BEGIN, one);
        assertTakes(BEGIN, two);
        rows(one, "DELETE FROM t WHERE id % 2 = 0");
        rows(one, "VACUUM");
        assertEquals(250_000L, sum(two));
        assertEquals(250_000L, sum(one));
        assertEquals(500L, rows(one, "SELECT count(a) FROM t").getFirst().getFirst());
        assertEquals(250_000L, sum(open(file)));
    }

    @ParameterizedTest
    @ValueSource(strings = {DELETE, WAL})
    void theFileIsReplaced(String mode) throws IOException {
        fill(mode);
        Path next = directory.resolve("next.db");
        Database maker = open(next);
        fill(maker, 2);
        close(maker);
        Database one = open(file);
        assertDecodes(BEGIN, one);
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
        Files.deleteIfExists(directory.resolve("t.db-wal"));
        Files.deleteIfExists(directory.resolve("t.db-shm"));
        Database two = open(file);
        assertDecodes(2 * BEGIN, two);
        assertTakes(2 * BEGIN, open(file));
        assertEquals(BEGIN, sum(one));
    }

    /** No commit, but other bytes, with the same change counter and size. */
    @Test
    void anotherFileIsCopiedOverIt() throws IOException {
        fill(DELETE);
        Path next = directory.resolve("next.db");
        Database maker = open(next);
        fill(maker, 1);
        close(maker);
        Path last = directory.resolve("last.db");
        Database other = open(last);
        fill(other, 2);
        close(other);
        assertEquals(Files.size(next), Files.size(last));
        Database one = open(next);
        assertDecodes(BEGIN, one);
        Files.write(next, Files.readAllBytes(last), StandardOpenOption.WRITE);
        FileTime later = FileTime.from(
                Files.getLastModifiedTime(next).toInstant().plus(Duration.ofSeconds(1)));
        Files.setLastModifiedTime(next, later);
        // The one cannot know it, as in SQLite; but those that come see what is there.
        sum(one);
        rows(one, "SELECT max(b) FROM t");
        assertDecodes(2 * BEGIN, open(next));
        assertTakes(2 * BEGIN, open(next));
    }

    @ParameterizedTest
    @ValueSource(strings = {DELETE, WAL})
    void closingLeavesColumnsToTheOthers(String mode) {
        fill(mode);
        Database one = open(file);
        Database two = open(file);
        rows(two, "SELECT count(*) FROM u");
        assertDecodes(BEGIN, one);
        close(one);
        assertTakes(BEGIN, two);
        Database three = open(file);
        assertTakes(BEGIN, three);
        close(two);
        assertTakes(BEGIN, three);
        close(three);
        // No connection had the file open, so nothing was kept.
        assertDecodes(BEGIN, open(file));
    }

    @Test
    void loopsOfRowsUseThem() {
        fill(DELETE);
        try (Context automatic = Context.newBuilder("sqlvm")
                .option("engine.WarnInterpreterOnly", "false")
                .option("sqlvm.PartitionRows", "100")
                .allowAllAccess(true)
                .build()) {
            assertDecodes(BEGIN, open(file));
            try (Database loops = automatic
                    .getBindings("sqlvm")
                    .getMember("open")
                    .execute(file.toString())
                    .getMember("host")
                    .asHostObject()) {
                assertEquals(1000, rows(loops, "SELECT a FROM t").size());
                assertEquals(Map.of("a", ALL), taken(loops));
            }
        }
    }

    @Test
    void anIndexInsteadOfItsTable() {
        fill(DELETE);
        Database one = open(file);
        rows(one, "CREATE INDEX ta ON t(a)");
        Database two = open(file);
        assertEquals(BEGIN, sum(one));
        assertEquals("ta", rows(one, "PRAGMA sqlvm_mirror").getFirst().getFirst());
        assertTakes(BEGIN, two);
        assertEquals("ta", rows(two, "PRAGMA sqlvm_mirror").getFirst().getFirst());
    }

    @Test
    void privateDatabases() {
        for (String path : List.of(":memory:", "", "file:m?mode=memory&cache=shared")) {
            Database one = open(path);
            Database two = open(path);
            fill(one, 1);
            assertDecodes(BEGIN, one);
            if (path.startsWith("file:")) {
                assertDecodes(BEGIN, two);
            }
            rows(two, "CREATE TEMP TABLE temporary(a)");
            rows(two, "INSERT INTO temporary SELECT value FROM generate_series(1, 300)");
            assertEquals(
                    45_150L,
                    rows(two, "SELECT sum(a) FROM temporary").getFirst().getFirst());
            assertTrue(taken(two).values().stream().allMatch(count -> count == 0));
        }
    }

    /** That both columns are there shows that nothing was dropped: the sum reads one of them. */
    private void assertKept(boolean kept, Database reader, Database writer, String... changes) {
        rows(reader, "SELECT sum(a), max(b) FROM t");
        for (String change : changes) {
            rows(writer, change);
        }
        Object expected = rows(writer, "SELECT sum(a) FROM t NOT INDEXED WHERE id > -1e9")
                .getFirst()
                .getFirst();
        assertEquals(expected, sum(reader), changes[0]);
        assertEquals(kept, taken(reader).containsKey("b"), changes[0]);
        String rows = "SELECT id, a, b FROM t WHERE a > -1e9 ORDER BY id";
        String single = "SELECT id, a, (SELECT b FROM t AS u WHERE u.id = t.id) FROM t ORDER BY id";
        assertEquals(rows(writer, single), rows(reader, rows), changes[0]);
    }

    /** Who has columns of the state before decodes those partitions that a commit has changed. */
    @ParameterizedTest
    @ValueSource(strings = {DELETE, WAL})
    void commitsOfOtherConnectionsOfTheProcess(String mode) {
        fill(mode);
        Database reader = open(file);
        Database writer = open(rowContext, file.toString());
        assertKept(true, reader, writer, "INSERT INTO t VALUES (NULL, 7, 'new')");
        assertKept(true, reader, writer, "UPDATE t SET a = a + 1 WHERE id IN (150, 950)");
        assertKept(true, reader, writer, "DELETE FROM t WHERE id BETWEEN 310 AND 330");
        assertKept(true, reader, writer, "INSERT INTO u VALUES (1)");
        assertKept(
                true,
                reader,
                writer,
                "INSERT INTO t SELECT NULL, value, 'x' FROM generate_series(1, 250)",
                "UPDATE t SET b = 'y' WHERE id = 3",
                "DELETE FROM t WHERE id = 1001");
        assertKept(
                true,
                reader,
                writer,
                "BEGIN",
                "UPDATE t SET a = 0 WHERE id = 5",
                "INSERT INTO t VALUES (-10, 5, 'first')",
                "COMMIT");
        // The reader's own commits are known as well, and what is undone has never been.
        rows(reader, "UPDATE t SET a = 1 WHERE id = 400");
        assertKept(
                true,
                reader,
                writer,
                "BEGIN",
                "DELETE FROM t",
                "ROLLBACK",
                "UPDATE t SET a = 1 WHERE id = 5");
        assertKept(false, reader, writer, "UPDATE t SET a = a + 1");
    }

    @Test
    void commitsOfWhichNotAllIsKnown() {
        fill(WAL);
        Database reader = open(file);
        Database writer = open(rowContext, file.toString());
        assertKept(
                false,
                reader,
                writer,
                "SAVEPOINT s",
                "UPDATE t SET a = 0 WHERE id = 5",
                "ROLLBACK TO s",
                "UPDATE t SET a = 0 WHERE id = 6",
                "RELEASE s");
        assertKept(
                false,
                reader,
                writer,
                "BEGIN",
                "DELETE FROM t",
                "INSERT INTO t VALUES (1, 2, 'b')",
                "COMMIT");
        assertKept(
                false,
                reader,
                writer,
                "BEGIN",
                "DROP TABLE t",
                "CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT)",
                "INSERT INTO t SELECT value, 2, 'b' FROM generate_series(1, 500)",
                "COMMIT");
        rows(writer, "VACUUM");
        assertEquals(1000, sum(reader));
    }

    /** Rows that bring a column of their own are an addition; what is decoded stays. */
    @Test
    void addedColumnsLeaveTheOthers() {
        fill(WAL);
        Database reader = open(file);
        Database writer = open(file);
        assertEquals(BEGIN, sum(reader));
        assertEquals("b999", rows(reader, "SELECT max(b) FROM t").getFirst().getFirst());
        writer.bulkInsert("t")
                .addColumns()
                .insert(List.of(Map.of("a", 5, "n", 7), Map.of("n", 8, "x", 1)));
        assertEquals(BEGIN + 5, sum(reader));
        Map<String, List<Object>> held = new TreeMap<>();
        for (List<Object> row : rows(reader, "PRAGMA sqlvm_mirror")) {
            held.put(row.get(1).toString(), List.of(row.get(3), row.get(4)));
        }
        // Nothing has asked for b since.
        assertEquals(List.of(ALL + 1, 1002L), held.get("b"), held::toString);
        assertEquals(
                List.of(15L, 1L), rows(reader, "SELECT sum(n), sum(x) FROM t").getFirst());
    }
}
