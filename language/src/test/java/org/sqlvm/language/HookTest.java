package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.Authorizer;
import org.sqlvm.api.AuthorizerAction;
import org.sqlvm.api.Database;
import org.sqlvm.api.Limit;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Progress, trace, authorizer, and the hooks of transactions and rows. */
@Tag("compiled")
final class HookTest extends DatabaseTestCase {
    private final List<String> log = new ArrayList<>();

    @BeforeEach
    void fill() {
        database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a, b); CREATE TABLE u(x, y);"
                + "CREATE VIEW v AS SELECT a, upper(b) AS c FROM t; CREATE TABLE log(z);"
                + "CREATE TRIGGER r AFTER INSERT ON u BEGIN"
                + " INSERT INTO log VALUES (new.x || 1); END; CREATE INDEX i ON t(a)");
    }

    // ------------------------------------------------------------------ authorizer

    private List<String> asked(String sql) {
        log.clear();
        database.prepare(sql).close();
        return log.stream().distinct().sorted().toList();
    }

    private int note(int action, String first, String second, String where, String source) {
        log.add(String.join(
                " ", List.of("" + action, "" + first, "" + second, "" + where, "" + source)));
        return Authorizer.OK;
    }

    private void asks(String sql, String... expected) {
        assertEquals(Arrays.stream(expected).distinct().sorted().toList(), asked(sql), sql);
    }

    /**
     * The questions are SQLite's, except for the statements with which it changes sqlite_schema.
     */
    @Test
    void isAskedWhatSqliteAsks() {
        database.setAuthorizer(this::note);
        String select = "21 null null null null";
        asks("SELECT a FROM t WHERE b > 1", select, "20 t a main null", "20 t b main null");
        asks("SELECT count(*) FROM t", select, "31 null count null null", "20 t  null null");
        asks("SELECT * FROM u", select, "20 u x main null", "20 u y main null");
        asks(
                "SELECT c FROM v",
                select,
                "20 t a main v",
                "31 null upper null v",
                "20 t b main v",
                "20 v c main null",
                "21 null null null v");
        asks("INSERT INTO t(a) VALUES (1)", "18 t null main null");
        asks(
                "INSERT INTO t SELECT x, y, 1 FROM u",
                "18 t null main null",
                select,
                "20 u x main null",
                "20 u y main null");
        asks(
                "UPDATE t SET a = b + 1 WHERE id = 3",
                "20 t b main null",
                "23 t a main null",
                "20 t id main null");
        asks("UPDATE t SET (a, b) = (1, 2)", "23 t a main null", "23 t b main null");
        asks("DELETE FROM t WHERE a = 1", "9 t null main null", "20 t a main null");
        asks("DELETE FROM t", "9 t null main null");
        asks(
                "INSERT INTO u VALUES (1, 2)",
                "18 u null main null",
                "18 log null main r",
                "20 u x main r");
        asks("BEGIN", "22 BEGIN null null null");
        asks("SAVEPOINT s1", "32 BEGIN s1 null null");
        asks("RELEASE s1", "32 RELEASE s1 null null");
        asks("PRAGMA user_version", "19 user_version null null null");
        asks("PRAGMA main.user_version = 4", "19 user_version 4 main null");
        asks(
                "SELECT 'a' LIKE 'b', abs(-1), current_time",
                select,
                "31 null like null null",
                "31 null abs null null",
                "31 null current_time null null");
        asks(
                "SELECT (SELECT a FROM t WHERE t.id = u.x) FROM u",
                select,
                "20 t a main null",
                "20 t id main null",
                "20 u x main null");
        asks("SELECT sum(a) OVER () FROM t", select, "31 null sum null null", "20 t a main null");
        asks("ATTACH ':memory:' AS other", "24 :memory: null null null");
        asks("VACUUM INTO 'copy.db'", "24 copy.db null null null");
        asks("DETACH other", "25 other null null null");
        asks(
                "DROP TABLE log",
                "9 sqlite_master null main null",
                "11 log null main null",
                "9 log null main null");
        asks("CREATE INDEX j ON u(x)", "18 sqlite_master null main null", "1 j u main null");
        asks(
                "CREATE TEMP TABLE q(a)",
                "18 sqlite_temp_master null temp null",
                "4 q null temp null");
        asks("CREATE VIEW w AS SELECT 1", "18 sqlite_master null main null", "8 w null main null");
        asks("DROP INDEX i", "9 sqlite_master null main null", "10 i t main null");
        asks("DROP TRIGGER r", "16 r u main null", "9 sqlite_master null main null");
        asks("REINDEX", "27 i null main null");
        asks("ALTER TABLE t RENAME TO t2", "26 main t null null");
        asks(
                "CREATE TRIGGER g AFTER INSERT ON u BEGIN SELECT 1; END",
                "7 g u main null",
                "18 sqlite_master null main null");
    }

    private void refuse(int action, String second, int answer) {
        database.setAuthorizer((asked, _, name, _, _) ->
                asked == action && (second == null || second.equals(name)) ? answer : 0);
    }

    private SqlvmException refused(String sql) {
        return assertThrows(SqlvmException.class, () -> database.execute(sql));
    }

    @Test
    void deniesAndIgnores() {
        database.execute("INSERT INTO t VALUES (1, 'a', 'b')");
        Statement statement = database.prepare("SELECT a, b FROM t");
        refuse(AuthorizerAction.READ, "b", Authorizer.DENY);
        SqlvmException error = refused("SELECT * FROM t");
        assertEquals("access to t.b is prohibited", error.getMessage());
        assertEquals(23, error.code());
        assertThrows(SqlvmException.class, statement::query);
        assertEquals(List.of("a"), all("SELECT a FROM t"));
        refuse(AuthorizerAction.READ, "b", Authorizer.IGNORE);
        assertEquals(Arrays.asList(1L, "a", null), all("SELECT * FROM t"));
        assertEquals(List.of(), all("SELECT a FROM t WHERE b = 'b'"));
        refuse(AuthorizerAction.FUNCTION, "upper", Authorizer.DENY);
        assertEquals(
                "not authorized to use function: upper",
                refused("SELECT upper(a) FROM t").getMessage());
        refuse(AuthorizerAction.FUNCTION, "upper", Authorizer.IGNORE);
        assertEquals(Arrays.asList((Object) null), all("SELECT upper(a) FROM t"));
        refuse(AuthorizerAction.SELECT, null, Authorizer.DENY);
        assertEquals("not authorized", refused("SELECT 1").getMessage());
        refuse(AuthorizerAction.SELECT, null, Authorizer.IGNORE);
        assertEquals(List.of(), all("SELECT a FROM t"));
        refuse(AuthorizerAction.INSERT, null, Authorizer.IGNORE);
        database.execute("INSERT INTO t VALUES (2, 'a', 'b')");
        refuse(AuthorizerAction.UPDATE, "a", Authorizer.IGNORE);
        database.execute("UPDATE t SET a = 'changed', b = 'changed'");
        refuse(AuthorizerAction.CREATE_TABLE, null, Authorizer.IGNORE);
        database.execute("CREATE TABLE none(a)");
        refuse(AuthorizerAction.DELETE, null, Authorizer.DENY);
        assertEquals("not authorized", refused("DELETE FROM t").getMessage());
        assertEquals(List.of(1L, "a", "changed"), all("SELECT * FROM t"));
        refuse(AuthorizerAction.SELECT, null, 17);
        assertEquals("authorizer malfunction", refused("SELECT 1").getMessage());
        database.setAuthorizer(null);
        assertEquals(List.of("a", "changed"), values(statement));
        assertEquals("no such table: none", refused("SELECT * FROM none").getMessage());
        RuntimeException own = new IllegalStateException("mine");
        database.setAuthorizer((_, _, _, _, _) -> {
            throw own;
        });
        assertSame(own, assertThrows(IllegalStateException.class, () -> all("SELECT 1")));
    }

    private static List<Object> values(Statement statement) {
        try (Rows rows = statement.query()) {
            assertTrue(rows.next());
            return List.of(rows.getObject(0), rows.getObject(1));
        }
    }

    // ------------------------------------------------------------------ progress

    @Test
    void progress() {
        String counting = "SELECT count(*) FROM generate_series(1, 10000)";
        long[] calls = new long[1];
        database.setProgressHandler(100, () -> {
            calls[0]++;
            return false;
        });
        assertEquals(List.of(10000L), all(counting));
        long often = calls[0];
        assertTrue(often > 100, "" + often);
        database.setProgressHandler(10_000, () -> {
            calls[0]++;
            return false;
        });
        calls[0] = 0;
        all(counting);
        assertTrue(calls[0] >= 1 && calls[0] < often / 10, "" + calls[0]);
        database.setProgressHandler(1, () -> true);
        SqlvmException stopped = assertThrows(SqlvmException.class, () -> all("SELECT 1"));
        assertEquals("interrupted", stopped.getMessage());
        assertEquals(9, stopped.code());
        assertThrows(SqlvmException.class, () -> database.execute("INSERT INTO log VALUES (1)"));
        database.setProgressHandler(0, () -> true);
        assertEquals(List.of(0L), all("SELECT count(*) FROM log"));
        database.setProgressHandler(10, () -> {
            throw new IllegalStateException("mine");
        });
        assertThrows(IllegalStateException.class, () -> all(counting));
        database.setProgressHandler(10, null);
        assertEquals(List.of(10000L), all(counting));
    }

    // ------------------------------------------------------------------ trace

    @Test
    void trace() {
        database.setTraceListener(log::add);
        database.execute("INSERT INTO u VALUES (?, ?2)", 1, "it's");
        all("SELECT :x, ?, :x, '?' -- ?\n;", 1.5, new byte[] {0, (byte) 255});
        all("SELECT ?", (Object) null);
        Statement twice = database.prepare(" SELECT 1; ");
        twice.query().close();
        twice.query().close();
        assertThrows(SqlvmException.class, () -> all("SELECT abs(-9223372036854775808)"));
        assertEquals(
                List.of(
                        "INSERT INTO u VALUES (1, 'it''s')",
                        "-- TRIGGER r",
                        "SELECT 1.5, x'00ff', 1.5, '?' -- ?\n;",
                        "SELECT NULL",
                        " SELECT 1;",
                        " SELECT 1;",
                        "SELECT abs(-9223372036854775808)"),
                log);
        log.clear();
        database.setTraceListener(_ -> {
            throw new IllegalStateException("it is not seen");
        });
        assertEquals(List.of(1L), all("SELECT 1"));
        database.setTraceListener(null);
        assertEquals(List.of(1L), all("SELECT 1"));
    }

    // ------------------------------------------------------------------ transactions, rows

    @Test
    void commitAndRollback() {
        boolean[] refuses = new boolean[1];
        database.setCommitHook(() -> {
            log.add("commit");
            return refuses[0];
        });
        database.setRollbackHook(() -> log.add("rollback"));
        database.execute("INSERT INTO log VALUES (1); SELECT 1; BEGIN; COMMIT; BEGIN;"
                + "INSERT INTO log VALUES (2); INSERT INTO log VALUES (3); COMMIT");
        assertEquals(List.of("commit", "commit"), log);
        log.clear();
        database.execute("BEGIN; INSERT INTO log VALUES (4); ROLLBACK");
        assertEquals(List.of("rollback"), log);
        log.clear();
        refuses[0] = true;
        SqlvmException refused = refused("INSERT INTO log VALUES (5)");
        assertEquals("constraint failed", refused.getMessage());
        assertEquals(531, refused.code());
        assertEquals(List.of("commit", "rollback"), log);
        database.execute("BEGIN; INSERT INTO log VALUES (6)");
        assertEquals(531, refused("COMMIT").code());
        assertTrue(database.isAutocommit());
        refuses[0] = false;
        log.clear();
        refused("INSERT INTO t VALUES (1, 1, 1), (1, 2, 2)");
        assertEquals(List.of("rollback"), log);
        database.setCommitHook(null);
        database.setRollbackHook(null);
        log.clear();
        database.execute("INSERT INTO log VALUES (7)");
        assertEquals(List.of(), log);
        assertEquals(List.of(1L, 2L, 3L, 7L), all("SELECT z FROM log"));
    }

    @Test
    void rowsThatChange() {
        database.setUpdateHook((operation, schema, table, rowid) ->
                log.add(operation + " " + schema + "." + table + " " + rowid));
        database.execute("INSERT INTO t VALUES (5, 1, 1); UPDATE t SET a = 2;"
                + "UPDATE t SET id = 7; INSERT INTO u VALUES (1, 2); DELETE FROM t WHERE id = 7;"
                + "CREATE TEMP TABLE s(x); INSERT INTO s VALUES (1), (2);"
                + "CREATE TABLE w(k PRIMARY KEY) WITHOUT ROWID; INSERT INTO w VALUES (1)");
        assertEquals(
                List.of(
                        "18 main.t 5",
                        "23 main.t 5",
                        "23 main.t 7",
                        "18 main.u 1",
                        "18 main.log 1",
                        "9 main.t 7",
                        "18 temp.s 1",
                        "18 temp.s 2"),
                log);
        database.setUpdateHook((_, _, _, _) -> {
            throw new IllegalStateException("mine");
        });
        assertThrows(
                IllegalStateException.class, () -> database.execute("INSERT INTO log VALUES (1)"));
        database.setUpdateHook(null);
        assertEquals(List.of(1L), all("SELECT count(*) FROM log"));
    }

    // ------------------------------------------------------------------ locks, limits

    @Test
    void busyHandler(@TempDir Path folder) {
        String file = folder.resolve("busy.db").toString();
        try (Database one = open(file);
                Database two = open(file)) {
            one.execute("CREATE TABLE t(a); BEGIN IMMEDIATE");
            two.setBusyHandler(count -> {
                log.add("" + count);
                return count < 3;
            });
            SqlvmException busy = assertThrows(
                    SqlvmException.class, () -> two.execute("INSERT INTO t VALUES (1)"));
            assertEquals("database is locked", busy.getMessage());
            assertEquals(5, busy.code());
            assertEquals(List.of("0", "1", "2", "3"), log);
            two.setBusyHandler(_ -> {
                one.execute("COMMIT");
                return true;
            });
            two.execute("INSERT INTO t VALUES (1)");
            one.execute("BEGIN IMMEDIATE");
            two.setBusyHandler(null);
            assertThrows(SqlvmException.class, () -> two.execute("INSERT INTO t VALUES (2)"));
            one.execute("ROLLBACK");
        }
    }

    @Test
    void limits() {
        assertEquals(10, database.limit(Limit.ATTACHED));
        assertEquals(1_000_000_000, database.setLimit(Limit.LENGTH, 100));
        assertEquals(18, refused("SELECT zeroblob(101)").code());
        assertEquals(100, database.setLimit(Limit.LENGTH, Integer.MAX_VALUE));
        assertEquals(1_000_000_000, database.setLimit(Limit.LENGTH, -1));
        database.setLimit(Limit.ATTACHED, 1);
        database.execute("ATTACH ':memory:' AS a");
        assertEquals(
                "too many attached databases - max 1",
                refused("ATTACH ':memory:' AS b").getMessage());
        database.setLimit(Limit.VARIABLE_NUMBER, 2);
        assertEquals("too many SQL variables", refused("SELECT ?, ?, ?").getMessage());
        database.setLimit(Limit.COLUMN, 2);
        assertEquals("too many columns in result set", refused("SELECT 1, 2, 3").getMessage());
        database.setLimit(Limit.EXPR_DEPTH, 3);
        assertEquals(
                "Expression tree is too large (maximum depth 3)",
                refused("SELECT 1 + 2 + 3 + 4").getMessage());
        database.execute("SELECT 1 + 2 + 3");
        database.setLimit(Limit.COMPOUND_SELECT, 2);
        assertEquals(
                "too many terms in compound SELECT",
                refused("SELECT 1 UNION SELECT 2 UNION SELECT 3").getMessage());
        database.setLimit(Limit.FUNCTION_ARG, 2);
        assertEquals(
                "too many arguments on function max",
                refused("SELECT max(1, 2, 3)").getMessage());
        database.setLimit(Limit.LIKE_PATTERN_LENGTH, 4);
        assertEquals(
                "LIKE or GLOB pattern too complex",
                refused("SELECT 'abcde' LIKE 'abcd%'").getMessage());
        database.execute("SELECT 'abcde' GLOB 'abc*'");
        database.setLimit(Limit.VDBE_OP, 5);
        assertEquals(
                7,
                refused("SELECT count(*) FROM sqlite_schema WHERE type = 'x'").code());
        database.setLimit(Limit.VDBE_OP, Integer.MAX_VALUE);
        database.setLimit(Limit.SQL_LENGTH, 10);
        SqlvmException tooLong = refused("SELECT 12345");
        assertEquals("statement too long", tooLong.getMessage());
        assertEquals(18, tooLong.code());
        database.execute("SELECT 1");
    }

    @Test
    void triggersGoNoDeeperThanTheirLimit() {
        database.execute("CREATE TABLE deep(n INTEGER)");
        database.execute("PRAGMA recursive_triggers = ON");
        database.execute("CREATE TRIGGER again AFTER INSERT ON deep WHEN new.n < 10"
                + " BEGIN INSERT INTO deep VALUES(new.n + 1); END");
        database.setLimit(Limit.TRIGGER_DEPTH, 5);
        assertEquals(
                "triggers nested too deep",
                refused("INSERT INTO deep VALUES(1)").getMessage());
        database.execute("INSERT INTO deep VALUES(6)");
        try (Rows rows = database.query("SELECT count(*) FROM deep")) {
            rows.next();
            assertEquals(5, rows.getLong(0));
        }
    }
}
