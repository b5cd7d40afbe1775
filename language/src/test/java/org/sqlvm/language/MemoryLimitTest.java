package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Statements with little memory: they use temporary files, of which nothing is left however they
 * end.
 */
final class MemoryLimitTest {
    private static final String ID = SqlvmLanguage.ID;

    /** In bytes. */
    private static final String LIMIT = "20000";

    private static final int ROWS = 5_000;

    private static final String NUMBERS = "WITH RECURSIVE r(x) AS"
            + " (VALUES (1) UNION ALL SELECT x + 1 FROM r WHERE x < " + ROWS + ")"
            + " SELECT x, printf('%d text', x * 7919 % " + ROWS + ") AS t FROM r";

    /** One for each kind of what can be too large; $ is a table of x and t. */
    private static final List<String> QUERIES = List.of(
            "SELECT x, t FROM $ ORDER BY t",
            "SELECT t, count(*), group_concat(x) FROM $ GROUP BY t || x",
            "SELECT DISTINCT t FROM $",
            "SELECT a.x, b.t FROM n a JOIN $ b ON a.t = b.t",
            "SELECT x, t, row_number() OVER (ORDER BY t), sum(x) OVER (ORDER BY t) FROM $",
            "SELECT x, t FROM $ UNION SELECT 1, t FROM n");

    /** Rows of {@link #QUERIES} that are read before something is seen: DISTINCT streams. */
    private static final int READ = ROWS / 2;

    /** A table whose last rows cannot be computed. */
    private static final String FAILING =
            "(SELECT x, t || abs(-9223372036854775807 - (x > 4900)) AS t FROM n)";

    private static Context.Builder builder() {
        return Context.newBuilder(ID).option("sqlvm.MemoryLimit", LIMIT);
    }

    private static Context newContext() {
        return filled(builder().allowAllAccess(true).build());
    }

    private static Context filled(Context context) {
        context.eval(ID, "CREATE TABLE n(x, t); INSERT INTO n " + NUMBERS);
        return context;
    }

    private static Database database(Context context) {
        return context.getBindings(ID).getMember("database").getMember("host").asHostObject();
    }

    /** Temporary files that this process has open. */
    private static int openFiles() throws IOException {
        Path descriptors = Path.of("/proc/self/fd");
        assumeTrue(Files.isDirectory(descriptors), "only Linux tells which files are open");
        AtomicInteger count = new AtomicInteger();
        try (Stream<Path> links = Files.list(descriptors)) {
            links.forEach(link -> {
                try {
                    if (Files.readSymbolicLink(link).toString().contains("etilqs_")) {
                        count.incrementAndGet();
                    }
                } catch (IOException _) {
                    // The descriptor of the listing itself.
                }
            });
        }
        return count.get();
    }

    /**
     * A file that the garbage collector had found before its owner was closed is closed a moment
     * later.
     */
    private static void assertNoFiles() throws IOException {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (openFiles() > 0 && System.nanoTime() < deadline) {
            System.gc();
        }
        assertEquals(0, openFiles());
    }

    @Test
    void filesAreGoneWhenTheRowsAre() throws IOException {
        try (Context context = newContext()) {
            Database database = database(context);
            for (String query : QUERIES) {
                String sql = query.replace("$", "n");
                try (Rows rows = database.query(sql)) {
                    for (int i = 0; i < READ; i++) {
                        assertTrue(rows.next(), query);
                    }
                    assertTrue(openFiles() > 0, query);
                }
                assertNoFiles();
                try (Rows rows = database.query(sql)) {
                    while (rows.next()) {
                        assertFalse(rows.isNull(0));
                    }
                    assertNoFiles();
                }
            }
        }
    }

    @Test
    void filesAreGoneAfterAnError() throws IOException {
        try (Context context = newContext()) {
            Database database = database(context);
            for (String query : QUERIES) {
                String sql = query.replace("$", FAILING);
                SqlvmException error = assertThrows(SqlvmException.class, () -> {
                    try (Rows rows = database.query(sql)) {
                        while (rows.next()) {
                            assertFalse(rows.isNull(0));
                        }
                    }
                });
                assertEquals("integer overflow", error.getMessage(), sql);
                assertNoFiles();
            }
        }
    }

    @Test
    void filesAreGoneWithTheirContext() throws IOException {
        try (Context context = newContext()) {
            Rows rows = database(context).query("SELECT x, t FROM n ORDER BY t");
            assertTrue(rows.next());
            assertTrue(openFiles() > 0);
        }
        assertNoFiles();
    }

    @Test
    @Timeout(60)
    void filesAreGoneAfterAnInterrupt() throws Exception {
        try (Context context = newContext()) {
            Database database = database(context);
            String endless = NUMBERS.replace("x < " + ROWS, "x > 0");
            Thread other = Thread.ofPlatform().daemon().start(() -> {
                try {
                    while (openFiles() == 0) {
                        Thread.sleep(50);
                    }
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                database.interrupt();
            });
            SqlvmException error = assertThrows(SqlvmException.class, () -> {
                try (Rows rows = database.query("SELECT * FROM (" + endless + ") ORDER BY t")) {
                    assertTrue(rows.next());
                }
            });
            other.join();
            assertEquals("interrupted", error.getMessage());
            assertNoFiles();
        }
    }

    @Test
    void tempStoreInMemoryUsesNoFiles() throws IOException {
        try (Context context = newContext()) {
            Database database = database(context);
            context.eval(ID, "PRAGMA temp_store = MEMORY; SELECT 1");
            for (String query : QUERIES) {
                try (Rows rows = database.query(query.replace("$", "n"))) {
                    for (int i = 0; i < READ; i++) {
                        assertTrue(rows.next(), query);
                    }
                    assertNoFiles();
                }
            }
            context.eval(ID, "PRAGMA temp_store = FILE; SELECT 1");
            try (Rows rows = database.query("SELECT x, t FROM n ORDER BY t")) {
                assertTrue(rows.next());
                assertTrue(openFiles() > 0);
            }
        }
    }

    /** TEMP tables and databases without a name, with transactions. */
    @Test
    void temporaryDatabasesUseFiles() throws IOException {
        try (Context context = newContext()) {
            Database database = database(context);
            context.eval(ID, "ATTACH '' AS unnamed; SELECT 1");
            for (String table : List.of("temp.large", "unnamed.large")) {
                context.eval(ID, "BEGIN; CREATE TABLE " + table + " AS SELECT * FROM n; COMMIT");
                int files = openFiles();
                assertTrue(files > 0, table);
                context.eval(
                        ID,
                        "BEGIN; UPDATE " + table + " SET t = x; DELETE FROM " + table
                                + " WHERE x % 2; ROLLBACK; SELECT 1");
                assertEquals(files, openFiles());
                String difference = "SELECT count(*) FROM (SELECT * FROM " + table
                        + " EXCEPT SELECT * FROM n) UNION ALL SELECT count(*) FROM " + table;
                try (Rows rows = database.query(difference)) {
                    assertTrue(rows.next());
                    assertEquals(0, rows.getLong(0));
                    assertTrue(rows.next());
                    assertEquals(ROWS, rows.getLong(0));
                }
            }
            context.eval(ID, "DETACH unnamed; SELECT 1");
            context.eval(ID, "PRAGMA temp_store = MEMORY; SELECT 1");
            assertNoFiles();
            context.eval(ID, "CREATE TEMP TABLE large AS SELECT * FROM n; SELECT 1");
            assertNoFiles();
            context.eval(ID, "PRAGMA temp_store = FILE; SELECT 1");
            context.eval(ID, "CREATE TEMP TABLE large AS SELECT * FROM n; SELECT 1");
            context.eval(ID, "BEGIN; UPDATE temp.large SET t = x; SELECT 1");
            assertTrue(openFiles() > 0);
        }
        assertNoFiles();
    }

    @Test
    void contextsWithoutFilesStayInMemory() throws IOException {
        try (Context context = filled(builder().allowIO(IOAccess.NONE).build())) {
            for (String query : QUERIES) {
                Value rows = context.eval(ID, query.replace("$", "n")).getIterator();
                assertTrue(rows.hasIteratorNextElement());
                assertNoFiles();
            }
        }
    }

    @Test
    void contextsWithFilesOfTheirOwnUseThose() throws IOException {
        try (Context context = filled(builder().allowIO(IOAccess.ALL).build())) {
            for (String query : QUERIES) {
                Value rows = context.eval(ID, query.replace("$", "n")).getIterator();
                for (int i = 0; i < READ; i++) {
                    assertTrue(rows.getIteratorNextElement().hasArrayElements());
                }
                assertTrue(openFiles() > 0, query);
            }
        }
        assertNoFiles();
    }

    /** Four values of 1 GB do not fit into the heap of the tests. */
    @Test
    void outOfMemoryIsAnErrorOfTheStatement() {
        assumeTrue(Runtime.getRuntime().maxMemory() < 4_000_000_000L);
        try (Context context = newContext()) {
            Database database = database(context);
            SqlvmException error = assertThrows(SqlvmException.class, () -> {
                try (Rows rows = database.query(
                        "SELECT zeroblob(1e9), zeroblob(1e9)," + " zeroblob(1e9), zeroblob(1e9)")) {
                    assertTrue(rows.next());
                }
            });
            assertEquals("out of memory", error.getMessage());
            assertEquals(7, error.code());
            try (Rows rows = database.query("SELECT 1")) {
                assertTrue(rows.next());
                assertEquals(1, rows.getLong(0));
            }
        }
    }
}
