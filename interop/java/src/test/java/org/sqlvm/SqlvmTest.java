package org.sqlvm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.Column;
import org.sqlvm.api.Database;
import org.sqlvm.api.RecordRows;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** The Java library as a program sees it: no flags, and no native library. */
final class SqlvmTest {
    private static final int INTERRUPT = 9;
    private static final int MISUSE = 21;
    private static final String ENDLESS =
            "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM"
                    + " n";

    private Database database;

    @BeforeEach
    void open() {
        database = Sqlvm.open(":memory:");
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void parts() {
        database.execute("CREATE TABLE parts (part_id INTEGER PRIMARY KEY, name TEXT, price REAL);"
                + "INSERT INTO parts VALUES (1, 'bolt', 0.25), (2, 'nut', NULL)");
    }

    record Part(long partId, String name, Double price) {}

    @Test
    void recordsTakeColumnsByName() {
        parts();
        List<Part> parts = database.query("SELECT price, name, part_id FROM parts ORDER BY part_id")
                .as(Part.class)
                .toList();
        assertEquals(List.of(new Part(1, "bolt", 0.25), new Part(2, "nut", null)), parts);
    }

    @Test
    void recordsInALoop() {
        parts();
        List<String> names = new ArrayList<>();
        try (RecordRows<Part> parts = database.query("SELECT * FROM parts").as(Part.class)) {
            for (Part part : parts) {
                names.add(part.name());
            }
        }
        assertEquals(List.of("bolt", "nut"), names);
    }

    enum Color {
        RED,
        GREEN
    }

    record Everything(
            int i,
            short s,
            byte b,
            float f,
            double d,
            boolean z,
            byte[] bytes,
            Object object,
            BigDecimal decimal,
            UUID uuid,
            LocalDate date,
            Instant instant,
            Color color,
            Integer none) {}

    @Test
    void recordsTakeManyTypes() {
        UUID uuid = UUID.randomUUID();
        Everything all = database
                .query(
                        "SELECT 1 AS i, 2 AS s, 3 AS b, 0.5 AS f, 0.1 AS d, 1 AS z, x'01ff' AS"
                            + " bytes, 'o' AS object, '12.50' AS decimal, ? AS uuid, '2026-11-21'"
                            + " AS date, '2026-11-21 20:00:00' AS instant, 'green' AS color, NULL"
                            + " AS none",
                        uuid.toString())
                .as(Everything.class)
                .stream()
                .findFirst()
                .orElseThrow();
        assertEquals(1, all.i());
        assertEquals(0.1, all.d());
        assertTrue(all.z());
        assertArrayEquals(new byte[] {1, -1}, all.bytes());
        assertEquals(new BigDecimal("12.50"), all.decimal());
        assertEquals(uuid, all.uuid());
        assertEquals(LocalDate.of(2026, 11, 21), all.date());
        assertEquals(Instant.parse("2026-11-21T20:00:00Z"), all.instant());
        assertEquals(Color.GREEN, all.color());
        assertNull(all.none());
    }

    @Test
    void recordsSayWhatIsMissing() {
        parts();
        try (Rows rows = database.query("SELECT part_id, name FROM parts")) {
            var error = assertThrows(IllegalArgumentException.class, () -> rows.as(Part.class));
            assertEquals("no column for price among part_id, name", error.getMessage());
        }
    }

    @Test
    void streamsEndTheRun() {
        parts();
        try (Stream<String> names =
                database.query("SELECT name FROM parts").stream(row -> row.getText("NAME"))) {
            assertEquals("bolt", names.findFirst().orElseThrow());
        }
        database.execute("DROP TABLE parts");
    }

    @Test
    void bindsByPositionAndName() {
        try (Statement statement = database.prepare("SELECT :a, @b, $c, ?4, ?")) {
            statement
                    .bindLong("a", 1)
                    .bindDouble("@b", 0.5)
                    .bind("c", "x")
                    .bindBlob(4, new byte[1]);
            statement.bindNull(5);
            try (Rows rows = statement.query()) {
                assertTrue(rows.next());
                assertEquals(1, rows.getInt(0));
                assertEquals(0.5, rows.getDouble(1));
                assertEquals("x", rows.getText(2));
                assertEquals(Rows.Type.BLOB, rows.type(3));
                assertTrue(rows.isNull(4));
                assertFalse(rows.next());
            }
            assertThrows(SqlvmException.class, () -> statement.bind("d", 1));
        }
    }

    @Test
    void columnsSayWhereTheyComeFrom() {
        parts();
        database.execute("CREATE VIEW v AS SELECT name AS n FROM parts");
        try (Statement statement = database.prepare("SELECT n, n || 1 FROM v")) {
            assertEquals(
                    List.of(
                            new Column("n", "TEXT", "main", "parts", "name"),
                            new Column("n || 1", null, null, null, null)),
                    statement.columns());
        }
    }

    @Test
    void keepsTheRowidsOfARun() {
        parts();
        database.execute("CREATE TABLE log (what); CREATE TRIGGER t AFTER INSERT ON parts BEGIN"
                + " INSERT INTO log VALUES (new.name); END");
        try (Statement insert =
                database.prepare("INSERT INTO parts (name) VALUES ('a'), ('b'), ('c')")) {
            assertTrue(insert.changesRows());
            insert.keepRowids(true);
            assertEquals(3, insert.execute());
            assertArrayEquals(new long[] {3, 4, 5}, insert.insertedRowids());
            insert.execute();
            assertArrayEquals(new long[] {6, 7, 8}, insert.insertedRowids());
        }
    }

    @Test
    void aTimeLimitEndsARun() {
        try (Statement statement = database.prepare(ENDLESS)) {
            statement.timeLimit(50);
            var error = assertThrows(SqlvmException.class, statement::query);
            assertEquals(INTERRUPT, error.code());
        }
        assertEquals(
                1,
                database.query("SELECT 1").stream(row -> row.getInt(0)).toList().getFirst());
    }

    @Test
    void anotherThreadInterrupts() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        try (Statement statement = database.prepare(ENDLESS)) {
            Thread other = Thread.ofPlatform().start(() -> {
                await(begun);
                for (int i = 0; i < 100; i++) {
                    statement.interrupt();
                    pause();
                }
            });
            begun.countDown();
            var error = assertThrows(SqlvmException.class, statement::query);
            assertEquals(INTERRUPT, error.code());
            other.join();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aClosedDatabaseSaysSo() {
        parts();
        Rows rows = database.query("SELECT p.name FROM parts, parts p");
        assertTrue(rows.next());
        database.close();
        database.close();
        var error = assertThrows(SqlvmException.class, () -> database.query("SELECT 1"));
        assertEquals(MISUSE, error.code());
        error = assertThrows(SqlvmException.class, () -> {
            while (rows.next()) {
                rows.getText(0);
            }
        });
        assertEquals(MISUSE, error.code());
        rows.close();
    }

    @Test
    void openersSettings(@TempDir Path folder) {
        String path = folder.resolve("a.db").toString();
        try (Database first = Sqlvm.open(path)) {
            first.execute("CREATE TABLE t (x)");
        }
        try (Database second = Sqlvm.opener().readOnly(true).open(path)) {
            assertThrows(SqlvmException.class, () -> second.execute("INSERT INTO t VALUES (1)"));
        }
        var error = assertThrows(
                SqlvmException.class,
                () -> Sqlvm.open(folder.resolve("no/such/file.db").toString()));
        assertEquals(14, error.code() & 0xff);
        try (Database database = Sqlvm.open(path)) {
            var off = assertThrows(
                    SqlvmException.class,
                    () -> database.execute("CREATE FUNCTION f(x) LANGUAGE js AS 'x => x'"));
            assertTrue(off.getMessage().contains("storedFunctions(true) of an opener"));
        }
    }

    @Test
    void threadsTakeTurns() throws InterruptedException {
        database.execute("CREATE TABLE t (x)");
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int row = 0; row < 200; row++) {
                    database.execute("INSERT INTO t VALUES (?)", row);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        try (Rows rows = database.query("SELECT count(*) FROM t")) {
            assertTrue(rows.next());
            assertEquals(800, rows.getLong(0));
        }
    }
}
