package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.api.Arguments;
import org.sqlvm.api.Database;
import org.sqlvm.api.Result;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.api.WindowAggregate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Callers and callbacks that fail in the midst of a statement: a clear error, nothing changed, and
 * no lock left behind, so that another process may write.
 */
final class RobustnessTest {
    @TempDir
    private Path folder;

    private Context context;
    private Database database;
    /** Aggregates that have begun and not ended. */
    private final AtomicLong open = new AtomicLong();

    /** A sum that fails at one of its values, where it is told to. */
    private final class Sum implements WindowAggregate {
        private final String where;
        private long sum;

        Sum(String where) {
            this.where = where;
            open.incrementAndGet();
        }

        @TruffleBoundary // A text is built by code that the compiler of queries refuses to inline.
        private void check(String here, long value) {
            if (value == 700 && where.equals(here)) {
                throw new IllegalStateException("no " + here);
            }
        }

        @Override
        public void step(Arguments arguments) {
            check("step", arguments.getLong(0));
            sum += arguments.getLong(0);
        }

        @Override
        public void inverse(Arguments arguments) {
            check("inverse", arguments.getLong(0));
            sum -= arguments.getLong(0);
        }

        @Override
        public void value(Result result) {
            check("value", where.equals("value") ? 700 : 0);
            result.setLong(sum);
        }

        @Override
        public void finish(Result result) {
            open.decrementAndGet();
            check("finish", where.equals("finish") ? 700 : 0);
            result.setLong(sum);
        }
    }

    @BeforeEach
    void open() {
        context = Context.newBuilder(SqlvmLanguage.ID, "js")
                .allowAllAccess(true)
                .option("engine.WarnInterpreterOnly", "false")
                .build();
        database = connect();
        database.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT);"
                + "INSERT INTO t SELECT value, 'text ' || value FROM generate_series(1, 3000)");
        for (String where : List.of("step", "inverse", "value", "finish", "nowhere")) {
            database.createWindowFunction("sum_" + where, 1, () -> new Sum(where));
        }
        database.createFunction("fails", 1, (Arguments in, Result out) -> {
            if (in.getLong(0) == 700) {
                throw new IllegalStateException("no 700");
            }
            out.setLong(in.getLong(0));
        });
        database.createFunction(
                "js_fails", 1, context.eval("js", "x => { if (x == 700) throw 'js'; return x }"));
        database.createWindowFunction("js_sum", 1, context.eval("js", """
            () => ({
                sum: 0,
                step(x) { if (x == 700) throw 'step'; this.sum += x },
                inverse(x) { this.sum -= x },
                value() { return this.sum },
                finalize() { return this.sum }
            })\
            """));
    }

    @AfterEach
    void close() {
        context.close();
    }

    private Database connect() {
        return context.getBindings(SqlvmLanguage.ID)
                .getMember("open")
                .execute(folder.resolve("t.db").toString())
                .getMember("host")
                .asHostObject();
    }

    @TruffleBoundary
    private static long number(Database from, String sql) {
        try (Rows rows = from.query(sql)) {
            assertTrue(rows.next());
            return rows.getLong(0);
        }
    }

    /** Another process can write, and finds the file as it was. */
    private void assertFree() {
        try {
            Process sqlite = new ProcessBuilder(
                            "/usr/bin/sqlite3",
                            folder.resolve("t.db").toString(),
                            "BEGIN EXCLUSIVE; SELECT count(*), sum(length(b)) FROM t;"
                                    + " PRAGMA integrity_check; ROLLBACK;")
                    .redirectErrorStream(true)
                    .start();
            String said =
                    new String(sqlite.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals("3000|25893\nok\n", said);
            assertEquals(0, sqlite.waitFor());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
        assertEquals(0, open.get());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT sum(fails(a)) FROM t",
                "UPDATE t SET b = fails(a)",
                "INSERT INTO t SELECT fails(a) + 10000, b FROM t",
                "DELETE FROM t WHERE fails(a) > 0",
                "CREATE TABLE u AS SELECT fails(a) FROM t",
                "SELECT sum_step(a) FROM t",
                "SELECT sum_step(a) FROM t GROUP BY a % 1000",
                "SELECT sum_finish(a) FROM t GROUP BY a % 1000",
                "UPDATE t SET b = (SELECT sum_finish(a) FROM t)",
                "SELECT sum_step(a) OVER (ORDER BY a) FROM t",
                "SELECT sum_value(a) OVER (ORDER BY a) FROM t",
                "UPDATE t SET b = (SELECT max(s) FROM (SELECT sum_inverse(a) OVER"
                        + " (ORDER BY a ROWS 2 PRECEDING) s FROM t))",
                "SELECT sum_nowhere(a), sum(fails(a)) FROM t GROUP BY a % 10"
            })
    void aFunctionFails(String sql) {
        Exception error = assertThrows(IllegalStateException.class, () -> database.execute(sql));
        assertTrue(error.getMessage().startsWith("no "), error.getMessage());
        assertTrue(database.isAutocommit());
        assertFree();
        assertEquals(3000, number(database, "SELECT count(*) FROM t"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT sum(js_fails(a)) FROM t",
                "UPDATE t SET b = js_fails(a)",
                "DELETE FROM t WHERE js_fails(a) > 0",
                "SELECT js_sum(a) FROM t GROUP BY a % 1000",
                "SELECT js_sum(a) OVER (ORDER BY a ROWS 2 PRECEDING) FROM t"
            })
    void aFunctionOfAnotherLanguageFails(String sql) {
        PolyglotException error =
                assertThrows(PolyglotException.class, () -> database.execute(sql));
        assertTrue(error.isGuestException());
        assertFree();
    }

    @Test
    void withinATransactionTheStatementAloneIsUndone() {
        database.execute("BEGIN; UPDATE t SET b = '' WHERE a = 1");
        assertThrows(
                IllegalStateException.class, () -> database.execute("UPDATE t SET b = fails(a)"));
        assertFalse(database.isAutocommit());
        assertEquals(1, number(database, "SELECT count(*) FROM t WHERE b = ''"));
        assertEquals(2999, number(database, "SELECT count(*) FROM t WHERE b LIKE 'text %'"));
        database.execute("ROLLBACK");
        assertFree();
    }

    @Test
    void aCollationFails() {
        database.createCollation("fails", (a, b) -> {
            if (a.equals("text 700")) {
                throw new IllegalStateException("no " + a);
            }
            return a.compareTo(b);
        });
        database.createCollation("js", context.eval("js", "(a, b) => { throw 'no order' }"));
        for (String sql : List.of(
                "SELECT b FROM t ORDER BY b COLLATE fails",
                "SELECT count(*) FROM t WHERE b COLLATE fails < 'x'",
                "SELECT count(DISTINCT b COLLATE fails) FROM t",
                "CREATE INDEX i ON t(b COLLATE fails)",
                "DELETE FROM t WHERE b COLLATE fails > 'a'")) {
            assertThrows(IllegalStateException.class, () -> database.execute(sql), sql);
            assertThrows(
                    PolyglotException.class,
                    () -> database.execute(sql.replace("COLLATE fails", "COLLATE js")),
                    sql);
            assertFree();
        }
    }

    @Test
    void aCollationLies() {
        AtomicLong calls = new AtomicLong();
        database.createCollation(
                "lies", (_, _) -> (int) ((calls.incrementAndGet() * 0x9e3779b97f4a7c15L) >> 40));
        assertEquals(3000, count("SELECT b FROM t ORDER BY b COLLATE lies"));
        assertTrue(count("SELECT b FROM t GROUP BY b COLLATE lies") > 0);
        assertTrue(count("SELECT max(b COLLATE lies) FROM t") == 1);
        database.execute("BEGIN; CREATE INDEX i ON t(b COLLATE lies)");
        count("SELECT a FROM t WHERE b COLLATE lies = 'text 7'");
        try {
            database.execute("UPDATE t SET b = b || '!' WHERE a % 3 = 0");
        } catch (SqlvmException error) {
            assertEquals(11, error.code() & 0xff, error.getMessage());
        }
        database.execute("ROLLBACK");
        assertFree();
    }

    private int count(String sql) {
        int count = 0;
        try (Rows rows = database.query(sql)) {
            while (rows.next()) {
                count++;
            }
        }
        return count;
    }

    @Test
    void aCallerStopsHalfWay() {
        for (String sql : List.of(
                "SELECT a, b FROM t",
                "SELECT b FROM t ORDER BY b",
                "SELECT sum_nowhere(a) FROM t GROUP BY a",
                "SELECT (SELECT sum_nowhere(u.a) FROM t u WHERE u.a < t.a) FROM t",
                "SELECT sum_nowhere(a) OVER (ORDER BY a) FROM t")) {
            try (Rows rows = database.query(sql)) {
                assertTrue(rows.next());
                assertTrue(rows.next());
            }
            assertFree();
            try (Statement statement = database.prepare(sql)) {
                assertTrue(statement.query().next());
            }
            assertFree();
        }
        try (Statement statement =
                database.prepare("UPDATE t SET b = 'x' WHERE a < 100 RETURNING a")) {
            database.execute("BEGIN");
            assertTrue(statement.query().next());
        }
        database.execute("ROLLBACK");
        assertFree();
    }

    @Test
    void aConnectionIsClosedUnderACursor() {
        try (Rows rows = database.query("SELECT a, fails(a) FROM t WHERE a < 700")) {
            assertTrue(rows.next());
            database.close();
            assertClosed(() -> {
                while (rows.next()) {
                    assertTrue(rows.getLong(0) < 700);
                }
            });
        }
        assertFree();
        assertClosed(() -> database.execute("SELECT 1"));
    }

    private static void assertClosed(Executable work) {
        SqlvmException error = assertThrows(SqlvmException.class, work);
        assertEquals("Cannot operate on a closed database.", error.getMessage());
        assertEquals(21, error.code());
    }

    @Test
    void aTransactionIsUndoneWhenItsConnectionIsClosed() {
        database.execute("BEGIN; UPDATE t SET b = 'x'");
        try (Rows rows = database.query("SELECT a FROM t")) {
            assertTrue(rows.next());
            database.close();
        }
        assertFree();
    }

    @Test
    void aCursorIsReadFromAnotherThread() throws InterruptedException {
        try (Rows rows = database.query("SELECT a, fails(a) FROM t WHERE a <> 700")) {
            assertTrue(rows.next());
            AtomicReference<Object> outcome = new AtomicReference<>();
            Thread reader = new Thread(() -> {
                try {
                    long sum = rows.getLong(1);
                    while (rows.next()) {
                        sum += rows.getLong(1);
                    }
                    outcome.set(sum);
                } catch (RuntimeException | Error error) {
                    outcome.set(error);
                }
            });
            reader.start();
            reader.join();
            assertEquals(3000L * 3001 / 2 - 700, outcome.get());
        }
        assertFree();
    }

    /** One thread at a time is inside; the others wait, and nothing is torn. */
    @Test
    void manyThreadsUseOneConnection() throws InterruptedException {
        List<Object> outcomes = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> {
                Object outcome;
                try {
                    outcome = number(database, "SELECT sum(fails(a)) FROM t WHERE a <> 700");
                } catch (RuntimeException | Error error) {
                    outcome = error;
                }
                synchronized (outcomes) {
                    outcomes.add(outcome);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        long sum = 3000L * 3001 / 2 - 700;
        assertEquals(List.of(sum, sum, sum, sum), outcomes);
        assertFree();
    }

    @TruffleBoundary
    private void shut() {
        database.close();
    }

    @TruffleBoundary
    private static String deeper(long depth) {
        return "SELECT 1 + deep(" + (depth - 1) + ")";
    }

    @TruffleBoundary
    private static void await(CountDownLatch begun, CountDownLatch go) throws InterruptedException {
        begun.countDown();
        assertTrue(go.await(60, TimeUnit.SECONDS));
    }

    @Test
    void aCallbackClosesItsConnection() {
        database.createFunction("shut", 0, (Arguments in, Result out) -> shut());
        RuntimeException error =
                assertThrows(RuntimeException.class, () -> count("SELECT shut(), a, b FROM t"));
        assertInstanceOf(SqlvmException.class, error);
        assertFree();
    }

    @Test
    void aCallbackUsesItsConnection() {
        database.createFunction(
                "rows_of",
                0,
                (Arguments in, Result out) ->
                        out.setLong(number(database, "SELECT count(*) FROM t")));
        assertEquals(9000, number(database, "SELECT sum(rows_of()) FROM t WHERE a <= 3"));
        database.createFunction(
                "deep",
                1,
                (Arguments in, Result out) -> out.setLong(
                        in.getLong(0) == 0 ? 0 : number(database, deeper(in.getLong(0)))));
        assertEquals(20, number(database, "SELECT deep(20)"));
        assertFree();
    }

    @Test
    void aCallbackThatWaitsCanBeInterrupted() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        database.createFunction("waits", 1, (Arguments in, Result out) -> {
            await(begun, go);
            out.setLong(in.getLong(0));
        });
        AtomicReference<Object> outcome = new AtomicReference<>();
        Thread reader = new Thread(() -> {
            try {
                outcome.set(
                        number(database, "SELECT sum(waits(a)) FROM t, generate_series(1, 100)"));
            } catch (RuntimeException | Error error) {
                outcome.set(error);
            }
        });
        reader.start();
        assertTrue(begun.await(60, TimeUnit.SECONDS), () -> "ended with " + outcome.get());
        database.interrupt();
        go.countDown();
        reader.join();
        SqlvmException error = assertInstanceOf(SqlvmException.class, outcome.get());
        assertEquals(9, error.code());
        assertFree();
    }

    /** A window of one partition is computed in one instruction. */
    @Test
    void aTimeLimitEndsALongInstruction() {
        try (Statement statement =
                database.prepare("SELECT max(m) FROM (SELECT min(value) OVER (ORDER BY value"
                        + " ROWS BETWEEN 100000 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) m"
                        + " FROM generate_series(1, 100000))")) {
            statement.timeLimit(200);
            long begun = System.nanoTime();
            SqlvmException error =
                    assertThrows(SqlvmException.class, () -> statement.query().next());
            assertEquals(9, error.code());
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
            assertTrue(seconds < 10, () -> seconds + " s");
        }
        assertFree();
    }
}
