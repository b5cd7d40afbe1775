package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sqlvm.language.AllRows.all;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.api.Backup;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Databases in memory that connections share by name. Each connection is in a context of its own,
 * with an engine of its own, as programs that know nothing of each other have them.
 */
@Timeout(60)
final class SharedMemoryTest {
    private static final int BUSY = 5;
    private static final int BUSY_SNAPSHOT = 517;
    private static final int LOCKED_SHAREDCACHE = 262;

    private static final String SHARED = "file:shared?mode=memory&cache=shared";
    private static final String VFS = "file:/shared?vfs=memdb";

    private final List<Context> contexts = new ArrayList<>();
    private final List<Database> databases = new ArrayList<>();

    @TempDir
    Path folder;

    /** A connection that waits for locks as long as the test may take. */
    private Database open(String name) {
        Database database = impatient(name);
        database.execute("PRAGMA busy_timeout = 60000");
        return database;
    }

    private Database impatient(String name) {
        return in(Context.newBuilder(SqlvmLanguage.ID).allowAllAccess(true), name);
    }

    private Database in(Context.Builder builder, String name) {
        Engine engine = Engine.newBuilder()
                .option("engine.WarnInterpreterOnly", "false")
                .build();
        Context context = builder.engine(engine).build();
        contexts.add(context);
        Database database = HostDatabases.open(context, name, false);
        databases.add(database);
        database.execute("PRAGMA busy_timeout = 0");
        return database;
    }

    @AfterEach
    void close() {
        databases.forEach(Database::close);
        contexts.forEach(context -> context.close(true));
        contexts.forEach(context -> context.getEngine().close(true));
    }

    private static void error(int code, String message, Database database, String sql) {
        SqlvmException e = assertThrows(SqlvmException.class, () -> all(database, sql));
        assertEquals(message, e.getMessage());
        assertEquals(code, e.code());
    }

    /** Whether connections by these two names have the same database. */
    private boolean areSame(String one, String other) {
        try (Database first = impatient(one);
                Database second = impatient(other)) {
            first.execute("CREATE TABLE t(x)");
            return all(second, "SELECT name FROM sqlite_schema").equals(List.of("t"));
        }
    }

    // ------------------------------------------------------------------ names

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:x?mode=memory&cache=shared",
                "file:x?cache=private&mode=ro&cache=shared&mode=memory",
                "file:/a/b%20c/../x.db?mode=memory&cache=shared",
                "file:///x?mode=memory&cache=shared",
                "file:žluť%3f%23?mode=memory&cache=shared",
                "file::memory:?cache=shared",
                "file::memory:?cache=shared&mode=memory",
                "file:/x?vfs=memdb",
                "file:///x?vfs=memdb",
                "file:/a/b?vfs=memdb",
            })
    void connectionsShareADatabaseByName(String name) {
        assertTrue(areSame(name, name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ":memory:",
                "",
                "file:x?mode=memory",
                "file:x?mode=memory&cache=private",
                "file:x?mode=memory&cache=shared&cache=private",
                "file::memory:",
                "file::memory:?cache=private",
                "file:?mode=memory&cache=shared",
                "file:?cache=shared",
                "file:x?vfs=memdb",
                "file:/?vfs=memdb",
                "file:%2Fx?vfs=memdb&mode=memory",
                "file::memory:?vfs=memdb",
            })
    void otherNamesHaveADatabaseForEachConnection(String name) {
        assertFalse(areSame(name, name));
    }

    @Test
    void aNameIsComparedAsItIs() {
        assertTrue(areSame(
                "file:a%20b?mode=memory&cache=shared", "file:a b?mode=memory&cache=shared"));
        assertTrue(areSame(
                "file:/x?mode=memory&cache=shared", "file:///%78?cache=shared&mode=memory"));
        assertFalse(areSame("file:x?mode=memory&cache=shared", "file:X?mode=memory&cache=shared"));
        assertFalse(
                areSame("file:x?mode=memory&cache=shared", "file:./x?mode=memory&cache=shared"));
        assertFalse(areSame("file:x?mode=memory&cache=shared", "file:y?mode=memory&cache=shared"));
        assertFalse(areSame("file:/x?vfs=memdb", "file:/y?vfs=memdb"));
    }

    @Test
    void aSharedCacheAndTheVfsHaveNamesOfTheirOwn() {
        assertFalse(areSame("file:/x?mode=memory&cache=shared", "file:/x?vfs=memdb"));
    }

    @Test
    void noFileIsMade() throws Exception {
        Path file = folder.resolve("x.db");
        try (Database one = open("file:" + file + "?mode=memory&cache=shared");
                Database two = open("file:" + file + "?vfs=memdb")) {
            one.execute("CREATE TABLE t(x)");
            two.execute("CREATE TABLE t(x)");
        }
        try (var files = Files.list(folder)) {
            assertEquals(0, files.count());
        }
    }

    @Test
    void anUnknownVfsIsAnError() {
        Context context =
                Context.newBuilder(SqlvmLanguage.ID).allowAllAccess(true).build();
        contexts.add(context);
        SqlvmException e = assertThrows(
                SqlvmException.class,
                () -> HostDatabases.open(context, "file:x?vfs=nothing", false));
        assertEquals("no such vfs: nothing", e.getMessage());
    }

    @Test
    void theLanguagesOptionAndItsMethodOpenThem() {
        Database keeper = open(SHARED);
        keeper.execute("CREATE TABLE t(x); INSERT INTO t VALUES (7)");
        try (Context context = Context.newBuilder(SqlvmLanguage.ID)
                .allowAllAccess(true)
                .option("sqlvm.Database", SHARED)
                .build()) {
            Value rows = context.eval(SqlvmLanguage.ID, "SELECT x FROM t").getIterator();
            assertEquals(7, rows.getIteratorNextElement().getArrayElement(0).asInt());
            Value open = context.getBindings(SqlvmLanguage.ID).getMember("open");
            Value second = open.execute(SHARED);
            second.invokeMember("execute", "INSERT INTO t VALUES (8)");
            assertEquals(List.of(7L, 8L), all(keeper, "SELECT x FROM t"));
        }
    }

    private Database readOnly(String name) {
        Context context =
                Context.newBuilder(SqlvmLanguage.ID).allowAllAccess(true).build();
        contexts.add(context);
        Database database = HostDatabases.open(context, name, true);
        databases.add(database);
        return database;
    }

    @Test
    void aConnectionMayOnlyRead() {
        Database writer = open(VFS);
        writer.execute("CREATE TABLE t(x)");
        Database reader = readOnly(VFS);
        assertEquals(List.of(), all(reader, "SELECT * FROM t"));
        error(8, "attempt to write a readonly database", reader, "INSERT INTO t VALUES (1)");
        writer.execute("ATTACH 'file:/shared?vfs=memdb&mode=ro' AS readable");
        assertEquals(List.of(), all(writer, "SELECT * FROM readable.t"));
        error(8, "attempt to write a readonly database", writer, "DELETE FROM readable.t");
    }

    @Test
    void theModeOfTheNameComesFirst() {
        open(SHARED).execute("CREATE TABLE t(x)");
        Database second = readOnly(SHARED);
        second.execute("INSERT INTO t VALUES (1)");
        assertEquals(List.of(1L), all(second, "SELECT * FROM t"));
    }

    // ------------------------------------------------------------------ how long it lives

    @ParameterizedTest
    @ValueSource(strings = {SHARED, VFS})
    void itLivesUntilTheLastConnectionCloses(String name) {
        Database first = open(name);
        first.execute("CREATE TABLE t(x); INSERT INTO t VALUES (1)");
        Database second = open(name);
        first.close();
        Database third = open(name);
        second.close();
        assertEquals(List.of(1L), all(third, "SELECT x FROM t"));
        third.close();
        assertEquals(List.of(), all(open(name), "SELECT * FROM sqlite_schema"));
    }

    @ParameterizedTest
    @ValueSource(strings = {SHARED, VFS})
    void aConnectionThatClosesUndoesItsTransaction(String name) {
        Database first = open(name);
        Database second = open(name);
        first.execute("CREATE TABLE t(x); BEGIN; INSERT INTO t VALUES (1)");
        first.close();
        second.execute("INSERT INTO t VALUES (2)");
        assertEquals(List.of(2L), all(second, "SELECT x FROM t"));
        Database third = open(name);
        third.execute("BEGIN IMMEDIATE; INSERT INTO t VALUES (3)");
        databases.remove(third);
        contexts.getLast().close(true);
        second.execute("INSERT INTO t VALUES (4)");
        assertEquals(List.of(2L, 4L), all(second, "SELECT x FROM t"));
    }

    // ------------------------------------------------------------------ locks

    @ParameterizedTest
    @ValueSource(strings = {SHARED, VFS})
    void aReaderKeepsWhatItBeganWith(String name) {
        Database first = open(name);
        Database second = open(name);
        first.execute("CREATE TABLE t(x); INSERT INTO t VALUES (1), (2), (3)");
        try (Rows rows = first.query("SELECT x FROM t")) {
            assertTrue(rows.next());
            second.execute("INSERT INTO t VALUES (4); DELETE FROM t WHERE x = 2");
            second.execute("CREATE TABLE u(y)");
            assertTrue(rows.next());
            assertEquals(2, rows.getLong(0));
            assertTrue(rows.next());
            assertFalse(rows.next());
        }
        assertEquals(List.of(1L, 3L, 4L), all(first, "SELECT x FROM t"));
        first.execute("BEGIN");
        assertEquals(List.of(3L), all(first, "SELECT count(*) FROM t"));
        second.execute("DELETE FROM t");
        assertEquals(List.of(3L), all(first, "SELECT count(*) FROM t"));
        first.execute("COMMIT");
        assertEquals(List.of(0L), all(first, "SELECT count(*) FROM t"));
    }

    @Test
    void whatIsNotCommittedIsNotSeen() {
        Database first = open(SHARED);
        Database second = open(SHARED);
        first.execute("CREATE TABLE t(x); BEGIN; INSERT INTO t VALUES (1); CREATE TABLE u(y)");
        assertEquals(List.of(), all(second, "SELECT x FROM t"));
        assertEquals(List.of("t"), all(second, "SELECT name FROM sqlite_schema"));
        second.execute("PRAGMA read_uncommitted = 1");
        assertEquals(List.of(), all(second, "SELECT x FROM t"));
        first.execute("ROLLBACK");
        assertEquals(List.of("t"), all(first, "SELECT name FROM sqlite_schema"));
        assertEquals(List.of(), all(second, "SELECT x FROM t"));
    }

    @Test
    void theSecondWriterIsRefusedInSqlitesWords() {
        Database first = impatient(SHARED);
        Database second = impatient(SHARED);
        first.execute("CREATE TABLE t(x); CREATE TABLE u(x); BEGIN IMMEDIATE");
        String locked = "database table is locked";
        error(LOCKED_SHAREDCACHE, locked, second, "INSERT INTO t VALUES (1)");
        error(LOCKED_SHAREDCACHE, locked, second, "BEGIN IMMEDIATE");
        error(LOCKED_SHAREDCACHE, locked, second, "CREATE TABLE v(x)");
        error(LOCKED_SHAREDCACHE, locked, second, "VACUUM");
        second.execute("BEGIN");
        assertEquals(List.of(0L), all(second, "SELECT count(*) FROM t"));
        error(LOCKED_SHAREDCACHE, locked, second, "INSERT INTO u VALUES (1)");
        second.execute("COMMIT");
        first.execute("COMMIT");
        second.execute("INSERT INTO t VALUES (1)");
    }

    @Test
    void theSecondWriterOfTheVfsIsRefusedAsOfAFile() {
        Database first = impatient(VFS);
        Database second = impatient(VFS);
        first.execute("CREATE TABLE t(x); BEGIN IMMEDIATE");
        error(BUSY, "database is locked", second, "INSERT INTO t VALUES (1)");
        error(BUSY, "database is locked", second, "BEGIN EXCLUSIVE");
        first.execute("COMMIT");
        second.execute("BEGIN EXCLUSIVE; COMMIT");
    }

    @Test
    void nothingIsWrittenOverWhatWasNotSeen() {
        Database first = impatient(SHARED);
        Database second = impatient(SHARED);
        first.execute("CREATE TABLE t(x); INSERT INTO t VALUES (1)");
        first.execute("BEGIN");
        assertEquals(List.of(1L), all(first, "SELECT x FROM t"));
        second.execute("UPDATE t SET x = x + 1");
        error(LOCKED_SHAREDCACHE, "database table is locked", first, "UPDATE t SET x = x + 1");
        first.execute("ROLLBACK; UPDATE t SET x = x + 1");
        assertEquals(List.of(3L), all(second, "SELECT x FROM t"));
        Database third = impatient(VFS);
        Database fourth = impatient(VFS);
        third.execute("CREATE TABLE t(x); BEGIN");
        assertEquals(List.of(), all(third, "SELECT x FROM t"));
        fourth.execute("INSERT INTO t VALUES (1)");
        error(BUSY_SNAPSHOT, "database is locked", third, "INSERT INTO t VALUES (2)");
    }

    @ParameterizedTest
    @ValueSource(strings = {SHARED, VFS})
    void transactionsOnDifferentTablesBlockNoOther(String name) {
        Database first = impatient(name);
        Database second = impatient(name);
        first.execute("CREATE TABLE t(x); CREATE TABLE u(x); CREATE TABLE v(x)");
        first.execute("INSERT INTO t SELECT value FROM generate_series(1, 3)");
        first.execute("BEGIN");
        assertEquals(List.of(3L), all(first, "SELECT count(*) FROM t"));
        second.execute("INSERT INTO u VALUES (1)");
        assertEquals(List.of(1L), all(first, "SELECT x FROM u"), "as it is when it is first read");
        second.execute("INSERT INTO v VALUES (1)");
        try (Rows rows = first.query("SELECT x FROM t")) {
            assertTrue(rows.next());
            first.execute("INSERT INTO v VALUES (2)");
            assertTrue(rows.next());
            assertEquals(2, rows.getLong(0), "the cursor has found its row again");
        }
        first.execute("COMMIT");
        assertEquals(List.of(1L, 2L), all(second, "SELECT x FROM v"));

        first.execute("BEGIN");
        assertEquals(List.of(1L), all(first, "SELECT x FROM u"));
        second.execute("BEGIN");
        assertEquals(List.of(3L), all(second, "SELECT count(*) FROM t"));
        first.execute("DELETE FROM t; COMMIT");
        assertEquals(List.of(3L), all(second, "SELECT count(*) FROM t"), "what was read stays");
        assertThrows(SqlvmException.class, () -> second.execute("DELETE FROM u"));
        second.execute("ROLLBACK");
        assertEquals(List.of(1L), all(first, "SELECT x FROM u"));
    }

    @Test
    void aStatementThatRunsBlocksNoOther() {
        Database first = impatient(SHARED);
        Database second = impatient(SHARED);
        first.execute("CREATE TABLE t(x INTEGER PRIMARY KEY); CREATE TABLE u(x)");
        first.execute("INSERT INTO t SELECT value FROM generate_series(1, 1000)");
        try (Rows rows = first.query("SELECT x FROM t")) {
            for (int i = 1; i <= 1000; i++) {
                assertTrue(rows.next());
                assertEquals(i, rows.getLong(0));
                second.execute("INSERT INTO u VALUES (" + i + ")");
                first.execute("UPDATE u SET x = x + 1000 WHERE x = " + i);
            }
        }
        assertEquals(
                List.of(1000L, 1001L, 2000L),
                all(second, "SELECT count(*), min(x), max(x) FROM u"));
    }

    @ParameterizedTest
    @ValueSource(strings = {SHARED, VFS})
    void aWriterWaitsAsLongAsItsTimeoutSays(String name) throws Exception {
        Database first = open(name);
        Database second = open(name);
        first.execute("CREATE TABLE t(x); BEGIN; INSERT INTO t VALUES (1)");
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            Future<?> waiting = other.submit(() -> second.execute("INSERT INTO t VALUES (2)"));
            Thread.sleep(100);
            assertFalse(waiting.isDone());
            first.execute("COMMIT");
            waiting.get(30, TimeUnit.SECONDS);
        }
        assertEquals(List.of(1L, 2L), all(first, "SELECT x FROM t"));
        first.execute("BEGIN IMMEDIATE");
        second.execute("PRAGMA busy_timeout = 50");
        long before = System.nanoTime();
        assertThrows(SqlvmException.class, () -> second.execute("DELETE FROM t"));
        assertTrue(System.nanoTime() - before >= 50_000_000);
    }

    @Test
    void aWaitMayBeInterrupted() throws Exception {
        Database first = open(SHARED);
        Database second = open(SHARED);
        first.execute("CREATE TABLE t(x); BEGIN; INSERT INTO t VALUES (1)");
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            Future<?> waiting = other.submit(() -> second.execute("INSERT INTO t VALUES (2)"));
            while (!waiting.isDone()) {
                second.interrupt();
                Thread.sleep(10);
            }
            ExecutionException e = assertThrows(ExecutionException.class, waiting::get);
            assertEquals("interrupted", e.getCause().getMessage());
        }
        first.execute("COMMIT");
        second.execute("INSERT INTO t VALUES (3)");
        assertEquals(List.of(1L, 3L), all(first, "SELECT x FROM t"));
    }

    // ------------------------------------------------------------------ transactions

    @ParameterizedTest
    @ValueSource(strings = {SHARED, VFS})
    void transactionsAndTheirPartsAreUndone(String name) {
        Database first = open(name);
        Database second = open(name);
        first.execute("CREATE TABLE t(x UNIQUE, y); CREATE INDEX i ON t(y)");
        first.execute(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)"
                        + " INSERT INTO t SELECT i, printf('%200d', i) FROM n");
        String sum = "SELECT count(*), sum(x) FROM t";
        List<Object> before = all(second, sum);
        first.execute("PRAGMA cache_size = 20");
        first.execute("BEGIN; DELETE FROM t WHERE x % 3; UPDATE t SET y = x; DROP INDEX i");
        assertEquals(before, all(second, sum));
        first.execute("ROLLBACK");
        assertEquals(before, all(first, sum));
        first.execute(
                "BEGIN; SAVEPOINT a; DELETE FROM t WHERE x > 100; SAVEPOINT b; DELETE FROM t");
        first.execute("ROLLBACK TO b");
        assertEquals(List.of(100L), all(first, "SELECT count(*) FROM t"));
        first.execute("ROLLBACK TO a");
        assertEquals(before, all(first, sum));
        error(2067, "UNIQUE constraint failed: t.x", first, "UPDATE t SET x = min(x + 1, 4000)");
        assertEquals(before, all(first, sum));
        first.execute("COMMIT");
        assertEquals(before, all(second, sum));
        assertEquals(List.of("ok"), all(second, "PRAGMA integrity_check"));
        second.execute("PRAGMA journal_mode = off; BEGIN; DELETE FROM t; ROLLBACK");
        assertEquals(before, all(second, sum));
    }

    @ParameterizedTest
    @ValueSource(strings = {SHARED, VFS})
    void theSchemaIsReadAgainWhenAnotherConnectionHasChangedIt(String name) {
        Database first = open(name);
        Database second = open(name);
        first.execute("CREATE TABLE t(x); INSERT INTO t VALUES (1)");
        try (Statement select = second.prepare("SELECT * FROM t")) {
            try (Rows rows = select.query()) {
                assertEquals(1, rows.columnCount());
            }
            first.execute("ALTER TABLE t ADD COLUMN y DEFAULT 5; ALTER TABLE t RENAME x TO z");
            try (Rows rows = select.query()) {
                assertEquals(List.of("z", "y"), List.of(rows.columnName(0), rows.columnName(1)));
            }
        }
        first.execute("DROP TABLE t");
        error(1, "no such table: t", second, "SELECT * FROM t");
        second.execute("CREATE TABLE t(a, b, c)");
        first.execute("INSERT INTO t VALUES (1, 2, 3)");
        assertEquals(List.of(1L, 2L, 3L), all(second, "SELECT * FROM t"));
    }

    @ParameterizedTest
    @ValueSource(strings = {SHARED, VFS})
    void vacuumBackupAndAttachWork(String name) throws Exception {
        Database first = open(name);
        Database second = open(name);
        first.execute(
                "CREATE TABLE t(x); INSERT INTO t SELECT value FROM generate_series(1, 9999)");
        second.execute("DELETE FROM t WHERE x > 10");
        long before = (Long) all(first, "PRAGMA page_count").getFirst();
        try (Rows rows = second.query("SELECT x FROM t")) {
            assertTrue(rows.next());
            first.execute("VACUUM");
            assertTrue(rows.next());
            assertEquals(2, rows.getLong(0));
        }
        assertTrue((Long) all(second, "PRAGMA page_count").getFirst() < before);
        assertEquals(List.of(10L), all(second, "SELECT count(*) FROM t"));
        first.execute("PRAGMA page_size = 1024; VACUUM");
        assertEquals(
                List.of(4096L), all(first, "PRAGMA page_size"), "as of any database in memory");

        Path file = folder.resolve("copy.db");
        first.execute("VACUUM INTO '" + file + "'");
        Database onDisk = open(file.toString());
        onDisk.execute("INSERT INTO t VALUES (11)");
        try (Backup backup = onDisk.backup("main", second, "main")) {
            assertTrue(backup.step(-1));
        }
        assertEquals(List.of(11L), all(first, "SELECT count(*) FROM t"));
        Database target = open("file:target?mode=memory&cache=shared");
        first.execute("VACUUM INTO 'file:target?mode=memory&cache=shared'");
        assertEquals(List.of(11L), all(target, "SELECT count(*) FROM t"));

        target.execute("ATTACH '" + name + "' AS other; INSERT INTO other.t VALUES (12)");
        assertEquals(List.of(12L), all(first, "SELECT count(*) FROM t"));
        target.execute("BEGIN; DELETE FROM main.t; DELETE FROM other.t; COMMIT");
        assertEquals(List.of(0L), all(first, "SELECT count(*) FROM t"));
        target.execute(
                "BEGIN; INSERT INTO main.t VALUES (1); INSERT INTO other.t VALUES (1); ROLLBACK");
        assertEquals(List.of(0L), all(first, "SELECT count(*) FROM t"));
        assertEquals(List.of("ok"), all(first, "PRAGMA integrity_check"));
    }

    @Test
    void aSharedCacheIsAttachedOnce() {
        Database database = open(SHARED);
        String attached = "database is already attached";
        error(1, attached, database, "ATTACH '" + SHARED + "' AS again");
        database.execute("ATTACH 'file:y?mode=memory&cache=shared' AS y");
        error(1, attached, database, "ATTACH 'file:y?mode=memory&cache=shared' AS z");
        database.execute("ATTACH '" + VFS + "' AS a; ATTACH '" + VFS + "' AS b");
        database.execute("CREATE TABLE a.t(x); INSERT INTO b.t VALUES (1)");
        assertEquals(List.of(1L), all(database, "SELECT x FROM a.t"));
    }

    @Test
    void pragmasTellAboutIt() {
        Database first = open(SHARED);
        Database second = open(SHARED);
        assertEquals(List.of("memory"), all(first, "PRAGMA journal_mode"));
        assertEquals(List.of("memory"), all(first, "PRAGMA journal_mode = wal"));
        assertEquals(List.of("memory"), all(first, "PRAGMA journal_mode = delete"));
        assertEquals(List.of("off"), all(first, "PRAGMA journal_mode = off"));
        assertEquals(List.of("memory"), all(second, "PRAGMA journal_mode"));
        assertEquals(List.of(0L, "main", ""), all(first, "PRAGMA database_list"));
        first.execute("PRAGMA locking_mode = exclusive; CREATE TABLE t(x)");
        second.execute("INSERT INTO t VALUES (1)");
        assertEquals(List.of(1L), all(first, "SELECT x FROM t"));
        Object version = all(first, "PRAGMA data_version").getFirst();
        first.execute("INSERT INTO t VALUES (2)");
        assertEquals(version, all(first, "PRAGMA data_version").getFirst());
        second.execute("INSERT INTO t VALUES (3)");
        assertFalse(all(first, "PRAGMA data_version").contains(version));
        second.execute("PRAGMA wal_checkpoint; PRAGMA incremental_vacuum; REINDEX; ANALYZE");
        assertEquals(List.of("ok"), all(first, "PRAGMA integrity_check"));
    }

    @Test
    void theFormIsThatOfTheFirstWriter() {
        Database first = open(SHARED);
        Database second = open(SHARED);
        first.execute(
                "PRAGMA page_size = 512; PRAGMA auto_vacuum = full; PRAGMA encoding = 'UTF-16'");
        first.execute("CREATE TABLE t(x); INSERT INTO t SELECT printf('%500d', value)"
                + " FROM generate_series(1, 500)");
        assertEquals(
                List.of(512L, 1L),
                all(second, "SELECT * FROM pragma_page_size, pragma_auto_vacuum"));
        long before = (Long) all(second, "PRAGMA page_count").getFirst();
        second.execute("DELETE FROM t");
        assertTrue((Long) all(first, "PRAGMA page_count").getFirst() < before / 10);
        assertEquals(List.of("ok"), all(first, "PRAGMA integrity_check"));
    }

    // ------------------------------------------------------------------ threads

    @ParameterizedTest
    @ValueSource(strings = {SHARED, VFS})
    void threadsSeeWholeTransactionsAndLoseNone(String name) throws Exception {
        int threads = 4;
        int rounds = 150;
        Database keeper = open(name);
        keeper.execute(
                "CREATE TABLE account(id INTEGER PRIMARY KEY, amount); CREATE TABLE log(t, n)");
        keeper.execute("INSERT INTO account SELECT value, 100 FROM generate_series(0, 999)");
        List<Database> connections = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            connections.add(open(name));
        }
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                Database own = connections.get(i);
                futures.add(pool.submit(() -> transfer(own, thread, rounds)));
            }
            for (Future<?> future : futures) {
                future.get(50, TimeUnit.SECONDS);
            }
        }
        assertEquals(List.of(100_000L), all(keeper, "SELECT sum(amount) FROM account"));
        assertEquals(
                List.of((long) threads * rounds, (long) threads * rounds),
                all(keeper, "SELECT count(*), count(DISTINCT t * 1000 + n) FROM log"));
        assertEquals(List.of("ok"), all(keeper, "PRAGMA integrity_check"));
    }

    private static void transfer(Database own, int thread, int rounds) {
        for (int n = 0; n < rounds; n++) {
            int from = (thread * 131 + n * 7) % 1000;
            own.execute(
                    "BEGIN IMMEDIATE; UPDATE account SET amount = amount - 1 WHERE id = " + from);
            own.execute("UPDATE account SET amount = amount + 1 WHERE id = " + (999 - from));
            own.execute("INSERT INTO log VALUES (" + thread + ", " + n + ")");
            own.execute(n % 10 == 9 ? "ROLLBACK" : "COMMIT");
            if (n % 10 == 9) {
                own.execute("INSERT INTO log VALUES (" + thread + ", " + n + ")");
            }
            assertEquals(List.of(100_000L), all(own, "SELECT sum(amount) FROM account"));
        }
    }

    @Test
    void connectionsComeAndGoInThreads() throws Exception {
        Database keeper = open(SHARED);
        keeper.execute("CREATE TABLE t(x)");
        try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                futures.add(pool.submit(() -> {
                    for (int n = 0; n < 10; n++) {
                        try (Context context = Context.newBuilder(SqlvmLanguage.ID)
                                        .allowAllAccess(true)
                                        .option("engine.WarnInterpreterOnly", "false")
                                        .option("sqlvm.BusyTimeout", "60000")
                                        .build();
                                Database own = HostDatabases.open(context, SHARED, false)) {
                            own.execute("INSERT INTO t VALUES (1)");
                            own.execute("BEGIN; INSERT INTO t VALUES (2)");
                        }
                    }
                }));
            }
            for (Future<?> future : futures) {
                assertDoesNotThrow(() -> future.get(50, TimeUnit.SECONDS));
            }
        }
        assertEquals(List.of(40L, 40L), all(keeper, "SELECT count(*), sum(x) FROM t"));
    }

    // ------------------------------------------------------------------ sandboxes

    @Test
    void aContextWithoutFilesSharesWithItselfAlone() {
        Database outside = open(SHARED);
        outside.execute("CREATE TABLE secret(x)");
        Database sandboxed = in(
                Context.newBuilder(SqlvmLanguage.ID)
                        .allowIO(IOAccess.NONE)
                        .allowHostAccess(org.graalvm.polyglot.HostAccess.ALL),
                SHARED);
        assertEquals(List.of(), all(sandboxed, "SELECT name FROM sqlite_schema"));
        sandboxed.execute("CREATE TABLE own(x)");
        Database second = HostDatabases.open(contexts.getLast(), SHARED, false);
        databases.add(second);
        assertEquals(List.of("own"), all(second, "SELECT name FROM sqlite_schema"));
        assertEquals(List.of("secret"), all(outside, "SELECT name FROM sqlite_schema"));
    }
}
