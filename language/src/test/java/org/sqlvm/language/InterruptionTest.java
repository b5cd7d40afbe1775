package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
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
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** A statement that another thread interrupts ends soon, and has changed nothing. */
final class InterruptionTest {
    private static final long PAUSE_NANOS = 1_000_000;
    private static final int ATTEMPTS = 50;

    /** Takes a long time, and writes all the while. */
    private static final String UPDATE = "UPDATE t SET b = b || '!'";

    @TempDir
    private Path folder;

    private Context context;
    private Database database;

    @BeforeEach
    void open() {
        context = Context.newBuilder("sqlvm").allowAllAccess(true).build();
        database = open("t.db");
        database.execute("PRAGMA busy_timeout = 60000");
        database.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT);"
                + " INSERT INTO t SELECT value, hex(value * 7919 % 1000003) || value"
                + " FROM generate_series(1, 200000)");
    }

    @AfterEach
    void close() {
        context.close();
    }

    private Database open(String name) {
        return context.getBindings("sqlvm")
                .getMember("open")
                .execute(folder.resolve(name).toString())
                .getMember("host")
                .asHostObject();
    }

    private String text(String sql) {
        try (Rows rows = database.query(sql)) {
            assertTrue(rows.next(), sql);
            return rows.getText(0);
        }
    }

    private String state() {
        return text("SELECT count(*) || ' ' || total(length(b)) || ' '"
                + " || (SELECT group_concat(name) FROM sqlite_schema) FROM t");
    }

    /** Runs something while another thread asks for its end again and again. */
    private static void interrupted(Runnable interrupt, Runnable work) {
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform().start(() -> {
            begun.countDown(); // A thread may take longer to begin than the work takes.
            while (!done.get()) {
                LockSupport.parkNanos(PAUSE_NANOS);
                interrupt.run();
            }
        });
        SqlvmException error;
        try {
            assertDoesNotThrow(() -> begun.await());
            error = assertThrows(SqlvmException.class, work::run);
        } finally {
            done.set(true);
        }
        assertEquals("9 interrupted", error.code() + " " + error.getMessage());
        assertDoesNotThrow(() -> thread.join());
    }

    private void interrupted(String sql) {
        // Statements that change no rows may end before a busy machine runs the interrupting
        // thread.
        boolean repeats =
                sql.startsWith("VACUUM") || sql.startsWith("PRAGMA") || sql.startsWith("SELECT");
        interrupted(database::interrupt, () -> {
            for (int i = 0; i < (repeats ? ATTEMPTS : 1); i++) {
                database.execute(sql);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                UPDATE,
                "INSERT INTO t(b) SELECT b FROM t",
                "DELETE FROM t WHERE b > '5'",
                "CREATE TABLE u AS SELECT * FROM t",
                "CREATE INDEX i ON t(b)",
                "VACUUM",
                "PRAGMA integrity_check",
                "SELECT max(b) FROM (SELECT b FROM t ORDER BY substr(b, 2) LIMIT -1)",
                "SELECT count(DISTINCT b) FROM t"
            })
    void endsAndChangesNothing(String sql) {
        String before = state();
        interrupted(sql);
        assertEquals(before, state());
        assertTrue(database.isAutocommit());
        assertEquals("ok", text("PRAGMA integrity_check"));
        database.execute("DELETE FROM t WHERE a > 3");
        database.execute(sql);
    }

    @Test
    void aConnectionLosesItsTransactionAsInSqlite() {
        String before = state();
        database.execute("BEGIN; INSERT INTO t(b) VALUES ('in the transaction')");
        // Prepared before: an interruption of its compiling would leave the transaction.
        try (Statement statement = database.prepare(UPDATE)) {
            interrupted(database::interrupt, statement::execute);
        }
        assertTrue(database.isAutocommit());
        assertEquals(before, state());
    }

    @Test
    void aQueryLeavesTheTransaction() {
        database.execute("BEGIN; INSERT INTO t(b) VALUES ('in the transaction')");
        String before = state();
        interrupted("SELECT count(*) FROM t x JOIN t y ON x.b > y.b");
        assertEquals(false, database.isAutocommit());
        assertEquals(before, state());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                UPDATE,
                "INSERT INTO t(b) SELECT b FROM t",
                "DELETE FROM t WHERE b > '5'",
                "CREATE INDEX i ON t(b)"
            })
    void aStatementAloneLeavesTheTransaction(String sql) {
        database.execute("BEGIN; INSERT INTO t(b) VALUES ('in the transaction')");
        String before = state();
        try (Statement statement = database.prepare(sql)) {
            interrupted(statement::interrupt, statement::execute);
        }
        assertEquals(false, database.isAutocommit());
        assertEquals(before, state());
        database.execute("COMMIT");
        assertEquals(before, state());
        assertEquals("ok", text("PRAGMA integrity_check"));
    }

    @Test
    void anotherStatementGoesOn() {
        try (Rows rows = database.query("SELECT a FROM t");
                Statement statement = database.prepare("SELECT count(*) FROM t x, t y")) {
            assertTrue(rows.next());
            interrupted(statement::interrupt, () -> statement.query().next());
            int count = 1;
            while (rows.next()) {
                count++;
            }
            assertEquals(200_000, count);
        }
    }

    @Test
    void doesNotOutliveTheStatement() {
        database.interrupt();
        assertEquals("200000", text("SELECT count(*) FROM t"));
        try (Statement statement = database.prepare("SELECT count(*) FROM t")) {
            statement.execute();
            statement.interrupt();
            statement.execute();
        }
    }

    @Test
    void endsWaitingForALock() {
        try (Database other = open("t.db")) {
            other.execute("BEGIN IMMEDIATE");
            interrupted("INSERT INTO t(b) VALUES ('x')");
            other.execute("COMMIT; BEGIN EXCLUSIVE");
            interrupted("INSERT INTO t(b) VALUES ('x')");
            other.execute("COMMIT");
        }
        assertEquals("200000", text("SELECT count(*) FROM t"));
    }
}
