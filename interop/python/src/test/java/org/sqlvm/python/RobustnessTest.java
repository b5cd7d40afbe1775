package org.sqlvm.python;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Python programs and callbacks that fail in the midst of a statement: sqlite3's exceptions,
 * nothing changed, and no lock left behind, so that others may write. (Of callers in Java:
 * {@code org.sqlvm.language.RobustnessTest}.)
 */
final class RobustnessTest extends ModuleProgram {
    private static final String CLOSED =
            "'ProgrammingError: Cannot operate on a closed database., cause None'";

    @TempDir
    private Path folder;

    @Override
    String prelude() {
        return """
            import gc
            import random
            import sqlvm
            import threading

            class Sum:
                # Aggregates that have begun and not ended.
                open = 0
                where = None

                def __init__(self):
                    if self.where == "__init__":
                        raise KeyError("__init__")
                    Sum.open += 1
                    self.sum = 0

                def check(self, here, value=700):
                    if value == 700 and here == self.where:
                        raise KeyError(here)

                def step(self, value):
                    self.check("step", value)
                    self.sum += value

                def inverse(self, value):
                    self.check("inverse", value)
                    self.sum -= value

                def value(self):
                    self.check("value")
                    return self.sum

                def finalize(self):
                    Sum.open -= 1
                    self.check("finalize")
                    return self.sum

            def fails(value):
                if value == 700:
                    raise KeyError(value)
                return value

            def ordered(left, right):
                return (left > right) - (left < right)

            def failing(left, right):
                if left == "text 700" or right == "text 700":
                    raise KeyError("text 700")
                return ordered(left, right)

            def connect(**options):
                made = sqlvm.connect(path, timeout=0.1, **options)
                made.create_function("fails", 1, fails)
                made.create_collation("failing", failing)
                made.create_collation("ordered", ordered)
                for where in "__init__", "step", "inverse", "value", "finalize", "nowhere":
                    made.create_window_function("sum_" + where.strip("_"), 1,
                        type("Sum_" + where, (Sum,), {"where": where}))
                return made

            def error(function, *arguments):
                try:
                    function(*arguments)
                except BaseException as e:
                    return "%s: %s, cause %r" % (type(e).__name__, e, e.__cause__)

            def elsewhere(function, *arguments):
                said = []
                thread = threading.Thread(target=lambda: said.append(function(*arguments)))
                thread.start()
                thread.join()
                return said[0]

            def all_of(sql):
                return connection.execute(sql).fetchall()
            """;
    }

    @BeforeEach
    void fill() {
        run("path = '" + folder.resolve("t.db") + "'");
        run("""
            Sum.open = 0
            connection = connect(isolation_level=None)
            connection.executescript("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT);"
                "INSERT INTO t SELECT value, 'text ' || value FROM generate_series(1, 3000)")
            """);
    }

    @AfterEach
    void closeConnections() {
        run("""
            connection.close()
            cursor = rows = row = other = None
            gc.collect()
            """);
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
        check("0", "Sum.open");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        function   | 700        | SELECT sum(fails(a)) FROM t
        function   | 700        | UPDATE t SET b = fails(a)
        function   | 700        | INSERT INTO t SELECT fails(a) + 10000, b FROM t
        function   | 700        | DELETE FROM t WHERE fails(a) > 0
        function   | 700        | CREATE TABLE u AS SELECT fails(a) FROM t
        function   | 700        | SELECT sum_nowhere(a), sum(fails(a)) FROM t GROUP BY a % 10
        '__init__' | '__init__' | SELECT sum_init(a) FROM t
        '__init__' | '__init__' | UPDATE t SET b = (SELECT sum_init(a) FROM t)
        'step'     | 'step'     | SELECT sum_step(a) FROM t
        'step'     | 'step'     | SELECT sum_step(a) FROM t GROUP BY a % 1000
        'step'     | 'step'     | DELETE FROM t WHERE a < (SELECT sum_step(a) FROM t)
        'step'     | 'step'     | SELECT sum_step(a) OVER (ORDER BY a) FROM t
        'finalize' | 'finalize' | SELECT sum_finalize(a) FROM t
        'finalize' | 'finalize' | SELECT sum_finalize(a) FROM t GROUP BY a % 1000
        'finalize' | 'finalize' | UPDATE t SET b = (SELECT sum_finalize(a) FROM t)
        'value'    | 'value'    | SELECT sum_value(a) OVER (ORDER BY a) FROM t
        'inverse'  | 'inverse'  | SELECT sum_inverse(a) OVER (ORDER BY a ROWS 2 PRECEDING) FROM t
        'inverse'  | 'inverse'  | UPDATE t SET b = (SELECT max(s) FROM (SELECT sum_inverse(a) \
        OVER (ORDER BY a ROWS 2 PRECEDING) s FROM t))
        """, quoteCharacter = '"')
    void aFunctionFails(String what, String cause, String sql) {
        String message = what.equals("function")
                ? "user-defined function raised exception"
                : "user-defined aggregate's " + what + " method raised error";
        run("raised = error(all_of, " + quoted(sql) + ")");
        assertEquals(
                "OperationalError: " + message + ", cause KeyError(" + cause + ")",
                run("raised").asString());
        check("False", "connection.in_transaction");
        assertFree();
        check("[(3000,)]", "all_of('SELECT count(*) FROM t')");
    }

    private static String quoted(String sql) {
        return '"' + sql + '"';
    }

    /** As in sqlite3, the transaction that the statement began goes on. */
    @Test
    void withinATransactionTheStatementAloneIsUndone() {
        run("""
            other = connect()
            other.execute("UPDATE t SET b = '' WHERE a = 1")
            raised = error(other.execute, "UPDATE t SET b = fails(a)")
            """);
        check(
                "'OperationalError: user-defined function raised exception, cause KeyError(700)'",
                "raised");
        check("True", "other.in_transaction");
        check("[(1,)]", "other.execute(\"SELECT count(*) FROM t WHERE b = ''\").fetchall()");
        check(
                "[(2999,)]",
                "other.execute(\"SELECT count(*) FROM t WHERE b LIKE 'text %'\").fetchall()");
        run("other.rollback()");
        assertFree();
        run("""
            raised = error(other.executemany, "INSERT INTO t(b) SELECT fails(?)", [(1,), (700,), (2,)])
            """);
        check(
                "(True, 3001)",
                "(other.in_transaction, len(other.execute('SELECT 1 FROM t').fetchall()))");
        run("other.rollback(); other.close()");
        assertFree();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT b FROM t ORDER BY b COLLATE failing",
                "SELECT count(*) FROM t WHERE b COLLATE failing < 'x'",
                "SELECT count(DISTINCT b COLLATE failing) FROM t",
                "CREATE INDEX i ON t(b COLLATE failing)",
                "DELETE FROM t WHERE b COLLATE failing > 'a'"
            })
    void aCollationFails(String sql) {
        check(
                "\"OperationalError: user-defined collation raised exception, cause"
                        + " KeyError('text 700')\"",
                "error(all_of, " + quoted(sql) + ")");
        assertFree();
    }

    /** Rows in some order, and an index that does not find them; the file is whole. */
    @Test
    void aCollationLies() {
        run("""
            dice = random.Random(7)
            connection.create_collation("lies", lambda a, b: dice.randrange(3) - 1)
            """);
        check("3000", "len(all_of('SELECT b FROM t ORDER BY b COLLATE lies'))");
        check("True", "len(all_of('SELECT b FROM t GROUP BY b COLLATE lies')) > 0");
        check("1", "len(all_of('SELECT max(b COLLATE lies) FROM t'))");
        run("""
            connection.execute("BEGIN")
            connection.execute("CREATE INDEX i ON t(b COLLATE lies)")
            found = all_of("SELECT a FROM t WHERE b COLLATE lies = 'text 7'")
            raised = error(connection.execute, "UPDATE t SET b = b || '!' WHERE a % 3 = 0")
            """);
        check(
                "True",
                "raised is None or raised.startswith('DatabaseError: database disk image is"
                        + " malformed')");
        run("if connection.in_transaction: connection.execute('ROLLBACK')");
        assertFree();
        run("""
            connection.create_collation("lies", lambda a, b: dice.randrange(3) - 1)
            connection.execute("CREATE TABLE u(x TEXT COLLATE lies)")
            connection.execute("CREATE INDEX j ON u(x)")
            connection.execute("INSERT INTO u SELECT b FROM t")
            connection.create_collation("lies", ordered)
            connection.execute("REINDEX lies")
            """);
        check("[('ok',)]", "all_of('PRAGMA integrity_check')");
        check("[(1,)]", "all_of(\"SELECT count(*) FROM u INDEXED BY j WHERE x = 'text 7'\")");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a, b FROM t",
                "SELECT b FROM t ORDER BY b",
                "SELECT b FROM t ORDER BY b COLLATE ordered",
                "SELECT sum_nowhere(a) FROM t GROUP BY a",
                "SELECT (SELECT sum_nowhere(u.a) FROM t u WHERE u.a < t.a) FROM t LIMIT 100",
                "SELECT sum_nowhere(a) OVER (ORDER BY a) FROM t"
            })
    void aCallerStopsHalfWay(String sql) {
        run("sql = " + quoted(sql));
        run("""
            for row in connection.execute(sql):
                if row:
                    break
            cursor = connection.execute(sql)
            cursor.fetchmany(3)
            cursor.close()
            rows = connection.execute(sql)
            next(rows)
            rows.execute("SELECT 1").fetchall()
            row = rows = cursor = None
            """);
        // The cursor of the loop is not referenced now: a writer makes the garbage collector find
        // it.
        run("""
            other = connect(isolation_level=None)
            other.execute("BEGIN EXCLUSIVE")
            other.execute("ROLLBACK")
            other.close()
            """);
        assertFree();
    }

    @Test
    void aCallerStopsHalfWayThroughAChange() {
        run("""
            cursor = connection.execute("UPDATE t SET b = b WHERE a < 100 RETURNING a")
            cursor.fetchone()
            cursor.close()
            """);
        assertFree();
        run("""
            connection.execute("BEGIN")
            cursor = connection.execute("UPDATE t SET b = 'x' WHERE a < 100 RETURNING a")
            cursor.fetchone()
            connection.execute("ROLLBACK")
            cursor.close()
            """);
        assertFree();
        run("""
            def stops():
                for i in range(10):
                    if i == 5:
                        raise KeyError(i)
                    yield (i,)

            other = connect()
            raised = error(other.executemany, "UPDATE t SET b = 'x' WHERE a = ?", stops())
            """);
        check("'KeyError: 5, cause None'", "raised");
        run("other.rollback()");
        assertFree();
        run("other.close()");
    }

    /** The connection is not referenced any more, nor what it has begun. */
    @Test
    void aConnectionIsForgotten() {
        run("""
            def begins():
                forgotten = connect()
                forgotten.execute("UPDATE t SET b = 'x'")
                next(iter(forgotten.execute("SELECT a FROM t")))

            begins()
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("ROLLBACK")
            """);
        assertFree();
    }

    /**
     * Memory is not searched for connections if waiting could not help: the snapshot is too old, or
     * the other may be waiting for us.
     */
    @ParameterizedTest
    @CsvSource({"wal,SQLITE_BUSY_SNAPSHOT", "delete,SQLITE_BUSY"})
    void whatWaitingCannotHelpIsRefusedAtOnce(String journal, String name) {
        run("connection.execute('PRAGMA journal_mode = %s')".formatted(journal));
        run("""
            from sqlvm import _forgotten
            looks = []
            collect = _forgotten.collect
            other = connect(isolation_level=None)
            other.execute("BEGIN")
            other.execute("SELECT count(*) FROM t").fetchone()
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("UPDATE t SET b = 'TEXT 1' WHERE a = 1")
            if connection.execute("PRAGMA journal_mode").fetchone() == ("wal",):
                connection.execute("COMMIT")
            _forgotten.collect = lambda: looks.append(1)
            try:
                other.execute("UPDATE t SET b = 'Text 1' WHERE a = 1")
            except sqlvm.OperationalError as e:
                refused = e.sqlite_errorname
            finally:
                _forgotten.collect = collect
            """);
        check("'%s'".formatted(name), "refused");
        check("[]", "looks");
        run("""
            other.close()
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            connection.execute("PRAGMA journal_mode = delete")
            """);
        assertFree();
    }

    /** The reader is the connection's own and is not referenced any more. */
    @Test
    void aSnapshotIsGivenUpWithItsForgottenReader() {
        run("""
            connection.execute("PRAGMA journal_mode = wal")
            next(iter(connection.execute("SELECT a FROM t")))
            other = connect(isolation_level=None)
            other.execute("UPDATE t SET b = 'TEXT 1' WHERE a = 1")
            other.close()
            connection.execute("UPDATE t SET b = 'Text 1' WHERE a = 1")
            """);
        check("[('Text 1',)]", "all_of('SELECT b FROM t WHERE a = 1')");
        run("connection.execute('PRAGMA journal_mode = delete')");
        assertFree();
    }

    @Test
    void aCursorIsReadFromAnotherThread() {
        run("""
            cursor = connection.execute("SELECT a, fails(a) FROM t WHERE a <> 700")
            rows = iter(cursor)
            next(rows)
            said = [elsewhere(error, function) for function in (
                cursor.fetchone, cursor.fetchall, lambda: list(rows), cursor.close,
                lambda: connection.execute("SELECT 1"))]
            """);
        check(
                "[True, True, True, True, True]",
                "[text.startswith('ProgrammingError: SQLite objects created in a thread')"
                        + " for text in said]");
        // To its own thread nothing has happened.
        check("2998", "sum(1 for row in cursor)");
        assertFree();
        run("""
            other = connect(check_same_thread=False)
            cursor = other.execute("SELECT a, fails(a) FROM t WHERE a <> 700")
            first = cursor.fetchone()
            """);
        check("(1, 1)", "first");
        check(
                "%d".formatted(3000L * 3001 / 2 - 700 - 1),
                "elsewhere(lambda: sum(b for a, b in cursor))");
        run("other.close()");
        assertFree();
    }

    @Test
    void manyThreadsUseOneConnection() {
        run("""
            other = connect(check_same_thread=False)
            sums = []
            threads = [threading.Thread(target=lambda: sums.extend(
                           other.execute("SELECT sum(fails(a)) FROM t WHERE a <> 700").fetchone()))
                       for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            """);
        check("[4500800, 4500800, 4500800, 4500800]", "sums");
        run("other.close()");
        assertFree();
    }

    @Test
    void aConnectionIsClosedUnderACursor() {
        run("""
            cursor = connection.execute("SELECT a, fails(a) FROM t WHERE a < 700")
            rows = iter(cursor)
            next(rows)
            connection.close()
            """);
        check(CLOSED, "error(next, rows)");
        check(CLOSED, "error(cursor.fetchone)");
        check(CLOSED, "error(cursor.fetchall)");
        check(CLOSED, "error(cursor.execute, 'SELECT 1')");
        check(CLOSED, "error(connection.execute, 'SELECT 1')");
        check("None", "error(connection.close)");
        assertFree();
    }

    @Test
    void aTransactionIsUndoneWhenItsConnectionIsClosed() {
        run("""
            other = connect()
            other.execute("UPDATE t SET b = 'x'")
            rows = iter(other.execute("SELECT a FROM t"))
            next(rows)
            other.close()
            """);
        check(CLOSED, "error(next, rows)");
        assertFree();
    }

    @Test
    void aCallbackClosesItsConnection() {
        run("""
            other = connect()
            other.create_function("shut", 0, lambda: other.close())
            raised = error(lambda: other.execute("SELECT shut(), a, b FROM t").fetchall())
            """);
        check(
                "True",
                "raised.startswith(('ProgrammingError', 'OperationalError', 'InterfaceError'))");
        assertFree();
    }

    @Test
    void aCallbackUsesItsConnection() {
        run("""
            def rows_of():
                return connection.execute("SELECT count(*) FROM t").fetchone()[0]

            def deep(depth):
                return depth and 1 + connection.execute("SELECT deep(?)", (depth - 1,)).fetchone()[0]

            connection.create_function("rows_of", 0, rows_of)
            connection.create_function("deep", 1, deep)
            """);
        check("[(9000,)]", "all_of('SELECT sum(rows_of()) FROM t WHERE a <= 3')");
        check("[(20,)]", "all_of('SELECT deep(20)')");
        assertFree();
    }

    @Test
    void aCallbackThatWaitsCanBeInterrupted() {
        run("""
            begun = threading.Event()
            go = threading.Event()

            def waits(value):
                begun.set()
                go.wait(60)
                return value

            def interrupts():
                begun.wait(60)
                connection.interrupt()
                go.set()

            connection.create_function("waits", 1, waits)
            thread = threading.Thread(target=interrupts)
            thread.start()
            raised = error(all_of, "SELECT sum(waits(a)) FROM t, generate_series(1, 100)")
            thread.join()
            """);
        check("'OperationalError: interrupted, cause None'", "raised");
        assertFree();
    }
}
