package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;

/** The embedder's side: the Java interface, ending what runs too long, contexts without files. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
final class HostAccessTest {
    private static final String ID = SqlvmLanguage.ID;

    /** 64 to the power of 6 rows, and none can be left out. */
    private static final String LONG_JOIN =
            "SELECT sum(a.x + b.x + c.x + d.x + e.x + f.x) FROM n a, n b, n c, n d, n e, n f";

    /** Whether programs are classes of the JVM from their first run on. */
    @Parameter
    private boolean asClasses;

    private Context newContext() {
        return Context.newBuilder(ID)
                .allowAllAccess(true)
                .allowExperimentalOptions(true)
                .option("sqlvm.ClassFiles", asClasses ? "always" : "never")
                .option("sqlvm.ClassDelay", "0")
                .build();
    }

    private static void fill(Context context) {
        context.eval(ID, "CREATE TABLE n(x INTEGER)");
        Value insert = context.eval(ID, "INSERT INTO n VALUES (?)");
        for (int i = 0; i < 64; i++) {
            insert.execute(i);
        }
    }

    private static Database database(Context context) {
        return context.getBindings(ID).getMember("database").getMember("host").asHostObject();
    }

    @Test
    void rowsBeforeAnErrorAreGiven() {
        try (Context context = newContext()) {
            fill(context);
            Database database = database(context);
            try (Rows rows = database.query("SELECT abs(-9223372036854775807 - (x = 5)) FROM n")) {
                for (int i = 0; i < 5; i++) {
                    assertTrue(rows.next(), "row " + i);
                }
                SqlvmException error = assertThrows(SqlvmException.class, rows::next);
                assertEquals("integer overflow", error.getMessage());
                assertFalse(rows.next());
            }
        }
    }

    @Test
    void javaReadsRowsThroughTheHostObject() {
        try (Context context = newContext();
                Database database = context.getBindings(ID)
                        .getMember("open")
                        .execute(":memory:")
                        .getMember("host")
                        .asHostObject()) {
            database.execute("CREATE TABLE t(a INTEGER, b TEXT, c REAL, d BLOB)");
            assertEquals(
                    2,
                    database.execute(
                            "INSERT INTO t VALUES (1, 'x', 0.5, x'01'), (?, ?, NULL, NULL)",
                            2,
                            "y"));
            try (Rows rows = database.query("SELECT * FROM t WHERE a >= ? ORDER BY a", 1)) {
                assertEquals("b", rows.columnName(1));
                assertTrue(rows.next());
                assertEquals(1, rows.getLong(0));
                assertEquals("x", rows.getText(1));
                assertEquals(0.5, rows.getDouble(2));
                assertEquals(1, rows.getBlob(3).length);
                assertTrue(rows.next());
                assertEquals(Rows.Type.NULL, rows.type(2));
                assertTrue(rows.isNull(3));
                assertFalse(rows.next());
            }
            SqlvmException error =
                    assertThrows(SqlvmException.class, () -> database.prepare("SELECT 1 1"));
            assertEquals("near \"1\": syntax error", error.getMessage());
            assertEquals(9, error.position());
        }
    }

    @Test
    @Timeout(60)
    void interruptEndsTheStatementAndNotTheConnection() throws Exception {
        try (Context context = newContext()) {
            fill(context);
            Database database = database(context);
            Thread other = later(database::interrupt);
            SqlvmException error = assertThrows(SqlvmException.class, () -> count(database));
            other.join();
            assertEquals("interrupted", error.getMessage());
            assertEquals(9, error.code());
            try (Rows rows = database.query("SELECT count(*) FROM n")) {
                assertTrue(rows.next());
                assertEquals(64, rows.getLong(0));
            }
        }
    }

    private static long count(Database database) {
        try (Rows rows = database.query(LONG_JOIN)) {
            assertTrue(rows.next());
            return rows.getLong(0);
        }
    }

    /** A context that was cancelled throws once more when it is closed again, so it is not. */
    @Test
    @Timeout(60)
    void closingTheContextCancelsWhatRuns() throws Exception {
        Context context = newContext();
        fill(context);
        Thread other = later(() -> context.close(true));
        PolyglotException error = assertThrows(PolyglotException.class, () -> run(context));
        other.join();
        assertTrue(error.isCancelled(), error.getMessage());
    }

    @Test
    @Timeout(60)
    void interruptedContextsRunOn() throws Exception {
        try (Context context = newContext()) {
            fill(context);
            Thread other = later(() -> {
                try {
                    context.interrupt(Duration.ofSeconds(20));
                } catch (TimeoutException e) {
                    throw new IllegalStateException(e);
                }
            });
            PolyglotException error = assertThrows(PolyglotException.class, () -> run(context));
            other.join();
            assertTrue(error.isInterrupted(), error.getMessage());
            assertTrue(context.eval(ID, "SELECT count(*) FROM n").hasIterator());
        }
    }

    private static boolean run(Context context) {
        Value rows = context.eval(ID, LONG_JOIN).getIterator();
        return rows.hasIteratorNextElement();
    }

    /** Runs something in another thread when the statement has had time to get going. */
    private static Thread later(Runnable action) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform().daemon().start(() -> {
            started.countDown();
            try {
                Thread.sleep(500);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            action.run();
        });
        started.await();
        return thread;
    }

    @Test
    void contextsWithoutFilesHaveMemory(@TempDir Path folder) throws Exception {
        Path file = Files.createFile(folder.resolve("empty.db"));
        try (Context context = Context.newBuilder(ID).allowIO(IOAccess.NONE).build()) {
            context.eval(ID, "CREATE TABLE t(a); INSERT INTO t VALUES (1)");
            assertTrue(context.eval(ID, "SELECT a FROM t").getIterator().hasIteratorNextElement());
            Value open = context.getBindings(ID).getMember("open");
            PolyglotException error =
                    assertThrows(PolyglotException.class, () -> open.execute(file.toString()));
            assertTrue(error.isGuestException(), error.getMessage());
            assertEquals(14, error.getGuestObject().getMember("code").asInt());
        }
    }
}
