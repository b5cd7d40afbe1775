package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sqlvm.api.Authorizer;
import org.sqlvm.api.Preparation;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Compiling a statement may take long. What ends a statement that runs ends that, too. */
@Tag("compiled")
final class CompilingTest extends DatabaseTestCase {
    private static final long PAUSE_NANOS = 5_000_000;

    /** The best order of 64 tables is looked for 500 times: half a minute's work. */
    private static final String LONG = compound(500, 64);

    /** Its text is so long that it is compiled on a thread with a large stack. */
    private static final String DEEP = compound(2, 40);

    private static String compound(int selectCount, int tableCount) {
        String tables = IntStream.range(0, tableCount)
                .mapToObj(i -> "t t" + i)
                .collect(Collectors.joining(", "));
        String equalities = IntStream.range(1, tableCount)
                .mapToObj(i -> "t" + i + ".a = t" + (i - 1) + ".b")
                .collect(Collectors.joining(" AND "));
        String select = "SELECT t0.a FROM " + tables + " WHERE " + equalities;
        return String.join(" UNION ALL ", Collections.nCopies(selectCount, select));
    }

    @BeforeEach
    void fill() {
        database.execute("CREATE TABLE t(a PRIMARY KEY, b); INSERT INTO t VALUES (1, 1)");
    }

    /** Does something while another thread asks for its end again and again. */
    private static void interrupted(Runnable interrupt, Runnable work) {
        AtomicBoolean done = new AtomicBoolean();
        Thread thread = Thread.ofPlatform().start(() -> {
            while (!done.get()) {
                LockSupport.parkNanos(PAUSE_NANOS);
                interrupt.run();
            }
        });
        try {
            ends(work);
        } finally {
            done.set(true);
            assertDoesNotThrow(() -> thread.join());
        }
    }

    private static void ends(Runnable work) {
        SqlvmException error = assertThrows(SqlvmException.class, work::run);
        assertEquals("9 interrupted", error.code() + " " + error.getMessage());
    }

    @Test
    void anInterruptEndsIt() {
        database.execute("BEGIN; INSERT INTO t VALUES (2, 2)");
        interrupted(database::interrupt, () -> database.prepare(LONG));
        assertEquals(false, database.isAutocommit());
        assertEquals(List.of(2L), all("SELECT count(*) FROM t"));
    }

    @Test
    void itAloneCanBeEnded() {
        Preparation preparation = database.preparation();
        try (Rows rows = database.query("SELECT value FROM generate_series(1, 3000)")) {
            assertTrue(rows.next());
            interrupted(preparation::interrupt, () -> preparation.prepare(LONG, 0));
            int count = 1;
            while (rows.next()) {
                count++;
            }
            assertEquals(3000, count);
        }
        preparation.interrupt(); // Nothing is compiled: this means nothing.
        preparation.prepare("SELECT 1", 0).statement().close();
        assertEquals(18, preparation.prepare("SELECT 1; SELECT 2", 9).end());
    }

    @Test
    void itsTimeCanBeLimited() {
        Preparation preparation = database.preparation().timeLimit(50);
        ends(() -> preparation.prepare(LONG, 0));
        assertEquals(List.of(1L), all("SELECT 1"));
    }

    @Test
    void aRunThatCompilesAgainCanBeEnded() {
        database.execute("CREATE TABLE v AS SELECT 1 AS a");
        try (Statement statement = database.prepare("SELECT * FROM v");
                Statement limited = database.prepare("SELECT * FROM v").timeLimit(50)) {
            database.execute("DROP TABLE v; CREATE VIEW v AS " + LONG);
            interrupted(statement::interrupt, () -> statement.query().next());
            ends(() -> limited.query().next());
            database.execute("DROP VIEW v; CREATE VIEW v AS SELECT 1 AS a");
            try (Rows rows = limited.query()) {
                assertTrue(rows.next());
            }
        }
    }

    @Test
    void theProgressHandlerCanEndIt() {
        int[] calls = {0};
        database.setProgressHandler(10, () -> ++calls[0] == 100);
        ends(() -> database.prepare(LONG));
        assertEquals(100, calls[0]);
        database.setProgressHandler(0, null);
        database.prepare(DEEP).close();
    }

    @Test
    void callbacksRunOnTheThreadThatCompiles() {
        Set<Thread> threads = new HashSet<>();
        database.setProgressHandler(1, () -> {
            threads.add(Thread.currentThread());
            return false;
        });
        database.setAuthorizer((_, _, _, _, _) -> {
            threads.add(Thread.currentThread());
            return Authorizer.OK;
        });
        database.prepare(DEEP).close();
        assertEquals(Set.of(Thread.currentThread()), threads);
        database.setAuthorizer((_, _, _, _, _) -> {
            throw new IllegalStateException("no");
        });
        assertEquals("no", message(IllegalStateException.class, () -> database.prepare(DEEP)));
        database.setAuthorizer(null);
        database.setProgressHandler(1, () -> {
            throw new IllegalStateException("not now");
        });
        assertEquals("not now", message(IllegalStateException.class, () -> database.prepare(DEEP)));
    }
}
