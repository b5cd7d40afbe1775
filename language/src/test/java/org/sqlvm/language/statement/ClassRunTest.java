package org.sqlvm.language.statement;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.language.AllRows;
import org.sqlvm.language.classfile.ClassCounts;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A run of a class ends when it is to end, and fails as a run of nodes does. */
@ParameterizedClass
@ValueSource(ints = {0, 3})
final class ClassRunTest {
    private static final long PAUSE_NANOS = 1_000_000;
    private static final long NODES_NANOS = 20_000_000_000L;

    /** Without an end that a test would see. */
    private static final String ENDLESS =
            "SELECT count(*) FROM t x, t y, t z, t u WHERE x.a + y.a < -z.a - u.a";

    /** The number of instructions in a method; 0 for as many as HotSpot compiles. */
    @Parameter
    private int methodLength;

    private Context context;
    private Database database;
    private long classesBefore;

    @BeforeEach
    void open() {
        context = Context.newBuilder("sqlvm")
                .allowAllAccess(true)
                .allowExperimentalOptions(true)
                .option("engine.WarnInterpreterOnly", "false")
                .option("sqlvm.ClassFiles", "always")
                .option("sqlvm.ClassDelay", "0")
                .option("sqlvm.Vectors", "never")
                .option("sqlvm.ClassMethodLength", Integer.toString(methodLength))
                .build();
        database = context.getBindings("sqlvm")
                .getMember("open")
                .execute(":memory:")
                .getMember("host")
                .asHostObject();
        database.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT);"
                + " INSERT INTO t WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r"
                + " WHERE n < 3000) SELECT n, 'x' || n FROM r");
        classesBefore = ClassCounts.madeCount();
    }

    @AfterEach
    void close() {
        context.close();
    }

    private void interrupted(Runnable interrupt, Runnable work) {
        AtomicBoolean done = new AtomicBoolean();
        long begun = System.nanoTime();
        Thread thread = Thread.ofPlatform().start(() -> {
            while (!done.get()) {
                LockSupport.parkNanos(PAUSE_NANOS);
                // Not while it is compiled; but a program of nodes has to end, too.
                if (ClassCounts.madeCount() > classesBefore
                        || System.nanoTime() - begun > NODES_NANOS) {
                    interrupt.run();
                }
            }
        });
        try {
            assertInterrupted(work);
        } finally {
            done.set(true);
        }
        assertDoesNotThrow(() -> thread.join());
        assertTrue(ClassCounts.madeCount() > classesBefore, ClassCounts::report);
    }

    private static void assertInterrupted(Runnable work) {
        SqlvmException error = assertThrows(SqlvmException.class, work::run);
        assertEquals("9 interrupted", error.code() + " " + error.getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ENDLESS,
                "UPDATE t SET b = (SELECT count(*) FROM t x, t y, t z WHERE x.a + y.a < -z.a)"
            })
    void anotherThreadEndsIt(String sql) {
        interrupted(database::interrupt, () -> database.execute(sql));
        assertEquals(List.of(3000L), AllRows.all(database, "SELECT count(*) FROM t WHERE b < 'y'"));
        try (Statement statement = database.prepare(sql)) {
            interrupted(statement::interrupt, statement::execute);
        }
        assertEquals(List.of(3000L), AllRows.all(database, "SELECT count(*) FROM t WHERE b < 'y'"));
    }

    @Test
    void aLimitOfTimeEndsIt() {
        try (Statement statement = database.prepare(ENDLESS)) {
            statement.timeLimit(50);
            assertInterrupted(statement::execute);
            assertInterrupted(statement::execute);
        }
        assertTrue(ClassCounts.madeCount() > classesBefore, ClassCounts::report);
    }

    @Test
    void aProgressHandlerEndsIt() {
        AtomicInteger calls = new AtomicInteger();
        database.setProgressHandler(1000, () -> calls.incrementAndGet() > 20);
        assertInterrupted(() -> database.execute(ENDLESS));
        assertEquals(21, calls.get());
        database.setProgressHandler(0, null);
        assertTrue(ClassCounts.madeCount() > classesBefore, ClassCounts::report);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT abs(-9223372036854775807 - 1 + (a > 2999) * 0) FROM t WHERE a > 2990",
                "INSERT INTO t SELECT a - 1, b FROM t WHERE a > 2",
                "INSERT INTO t(b) SELECT zeroblob(999999999999) FROM t LIMIT 2",
                "UPDATE t SET a = 'x' WHERE a = 5",
                "SELECT json(b) FROM t WHERE a = 3"
            })
    void anErrorIsThatOfNodes(String sql) {
        SqlvmException error = assertThrows(SqlvmException.class, () -> AllRows.all(database, sql));
        try (Context other = Context.newBuilder("sqlvm")
                .allowAllAccess(true)
                .option("engine.WarnInterpreterOnly", "false")
                .build()) {
            Database nodes = other.getBindings("sqlvm")
                    .getMember("open")
                    .execute(":memory:")
                    .getMember("host")
                    .asHostObject();
            nodes.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT);"
                    + " INSERT INTO t WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1"
                    + " FROM r WHERE n < 3000) SELECT n, 'x' || n FROM r");
            SqlvmException same = assertThrows(SqlvmException.class, () -> AllRows.all(nodes, sql));
            assertEquals(
                    same.code() + " " + same.getMessage(), error.code() + " " + error.getMessage());
            assertEquals(same.position(), error.position());
        }
        assertEquals(List.of(3000L), AllRows.all(database, "SELECT count(*) FROM t"));
    }
}
