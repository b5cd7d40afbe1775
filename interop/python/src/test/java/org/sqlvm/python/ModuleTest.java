package org.sqlvm.python;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The module {@code sqlvm} as a Python program uses it. */
final class ModuleTest extends ModuleProgram {
    @Override
    String prelude() {
        return """
            import sqlvm

            def database():
                connection = sqlvm.connect(":memory:")
                connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a, b TEXT UNIQUE)")
                return connection

            def filled(count=3000):
                connection = database()
                connection.executemany("INSERT INTO t VALUES (?, ?, ?)",
                    ((i, i * 0.5 if i % 3 else None, "row %d \\u00e9\\U0001f600" % i)
                     for i in range(1, count + 1)))
                connection.commit()
                return connection

            def error(function, *arguments):
                try:
                    function(*arguments)
                except Exception as e:
                    return "%s %s %s %s" % (type(e).__name__, e,
                        getattr(e, "sqlite_errorcode", None), getattr(e, "sqlite_errorname", None))
            """;
    }

    @Test
    void listsAreMadeWithoutCopying() {
        check(
                "False",
                "database()._database.prepareFirst('SELECT 1', 0).runs('python', False) is None");
        check("<class 'list'>", "type(filled().execute('SELECT id FROM t')._rows.c0)");
    }

    /** Neither lists nor a second message for what can have no second row. */
    @Test
    void theOnlyRowComesAsItself() {
        check("(1,)", "database().execute('SELECT 1')._only");
        run("""
            cursor = filled().cursor()
            for key in (1, 7, 3000, 3001):
                cursor.execute("SELECT id FROM t WHERE id = ?", (key,))
                assert cursor._rows is None
                assert cursor.fetchone() == (None if key > 3000 else (key,))
                assert cursor.fetchone() is None
            """);
    }

    @Test
    void rowsAreTuplesOfPythonValues() {
        check(
                "[(1, 0.5, 'é😀', b'\\x00\\xff', None)]",
                "list(database().execute(\"SELECT 1, 0.5, 'é😀', x'00ff', NULL\"))");
        check(
                "['int', 'float', 'str', 'bytes', 'NoneType']",
                "[type(v).__name__ for v in next(database().execute("
                        + "\"SELECT 1, 0.5, 'a', x'00', NULL\"))]");
    }

    @Test
    void manyRowsCrossInBatches() {
        run("rows = list(filled().execute('SELECT * FROM t ORDER BY id'))");
        check("3000", "len(rows)");
        check(
                "True",
                "rows == [(i, i * 0.5 if i % 3 else None, 'row %d \\u00e9\\U0001f600' % i)"
                        + " for i in range(1, 3001)]");
    }

    @Test
    void aTextThatCannotBeDecodedComesInItsTurn() {
        run("""
            broken = filled()
            broken.execute("UPDATE t SET b = CAST(x'61ff' AS TEXT) WHERE id = 2000")
            rows = []
            try:
                for row in broken.execute("SELECT b, id FROM t ORDER BY id"):
                    rows.append(row)
                assert False
            except sqlvm.OperationalError as failure:
                assert "Could not decode to UTF-8 column 'b'" in str(failure), failure
            assert [row[1] for row in rows] == list(range(1, 2000)), len(rows)
            assert rows[-1][0] == "row 1999 \\u00e9\\U0001f600", rows[-1]
            """);
    }

    @Test
    void withoutTheViewRowsAreTheSame() {
        run("""
            from sqlvm import _statement

            def slow(sql, **options):
                connection = filled(2500)
                for name, value in options.items():
                    setattr(connection, name, value)
                _statement.VIEW = "nosuch"
                try:
                    return connection.execute(sql).fetchall()
                finally:
                    _statement.VIEW = "python"
            """);
        String sql = "\"SELECT id, a, b, NULL, x'00ff' FROM t ORDER BY id\"";
        check("True", "slow(" + sql + ") == filled(2500).execute(" + sql + ").fetchall()");
        check("(1, b'row 1')", "slow('SELECT id, substr(b, 1, 5) FROM t', text_factory=bytes)[0]");
    }

    @Test
    void wideRowsAreTuples() {
        check(
                "True",
                "next(database().execute('SELECT ' + ', '.join(str(i) for i in range(100))))"
                        + " == tuple(range(100))");
    }

    @Test
    void rowsAreFetchedInPieces() {
        run("cursor = filled(10).execute('SELECT id FROM t ORDER BY id')");
        check("(1,)", "cursor.fetchone()");
        check("[(2,), (3,)]", "cursor.fetchmany(2)");
        check("[(4,)]", "cursor.fetchmany()");
        check("[5, 6, 7, 8, 9, 10]", "[row[0] for row in cursor.fetchall()]");
        check("None", "cursor.fetchone()");
        check("[]", "cursor.fetchall()");
    }

    @Test
    void cursorsDescribeTheirResult() {
        check(
                "(('x', None, None, None, None, None, None),"
                        + " ('y', None, None, None, None, None, None))",
                "database().execute('SELECT 1 AS x, 2 AS y').description");
        check("None", "database().execute(\"INSERT INTO t VALUES (1, 1, 'a')\").description");
    }

    @Test
    void changesAreCounted() {
        run("""
            changed = database()
            inserting = changed.executemany("INSERT INTO t(a) VALUES (?)", [(1,), (2,), (3,)])
            """);
        check("(3, None, 3)", "(inserting.rowcount, inserting.lastrowid, changed.total_changes)");
        check("-1", "changed.execute('SELECT 1').rowcount");
    }

    @Test
    void changesBeginATransaction() {
        run("""
            changing = filled(5)
            before = changing.in_transaction
            changing.execute("INSERT INTO t(id) VALUES (6)")
            during = changing.in_transaction
            changing.rollback()
            count = changing.execute("SELECT count(*) FROM t").fetchone()[0]
            """);
        check("(False, True, 5, False)", "(before, during, count, changing.in_transaction)");
        run("""
            with changing:
                changing.execute("INSERT INTO t(id) VALUES (6)")
            try:
                with changing:
                    changing.execute("INSERT INTO t(id) VALUES (7)")
                    raise KeyError
            except KeyError:
                pass
            """);
        check("[(6,)]", "changing.execute('SELECT count(*) FROM t').fetchall()");
    }

    @Test
    void parametersAreBound() {
        check(
                "[(1, 2.5, 'x', b'y', None, 1)]",
                "database().execute('SELECT ?, ?, ?, ?, ?, ?', (1, 2.5, 'x', b'y', None, True))"
                        + ".fetchall()");
        check("[(2, 1)]", "database().execute('SELECT :b, $a', {'a': 1, 'b': 2}).fetchall()");
    }

    @Test
    void errorsAreThoseOfSqlite3() {
        check(
                "'OperationalError no such table: nosuch 1 SQLITE_ERROR'",
                "error(database().execute, 'SELECT * FROM nosuch')");
        check(
                "'OperationalError near \"SELEC\": syntax error 1 SQLITE_ERROR'",
                "error(database().execute, 'SELEC 1')");
        check(
                "'IntegrityError UNIQUE constraint failed: t.b 2067 SQLITE_CONSTRAINT_UNIQUE'",
                "error(filled(3).execute, 'INSERT INTO t(b) SELECT b FROM t')");
        check(
                "'ProgrammingError Incorrect number of bindings supplied. The current statement"
                        + " uses 1, and there are 0 supplied. None None'",
                "error(database().execute, 'SELECT ?')");
        check(
                "'ProgrammingError Cannot operate on a closed database. None None'",
                "(lambda c: (c.close(), error(c.execute, 'SELECT 1'))[1])(database())");
    }

    private void checkError(String kind, int code, String name, String message, String sql) {
        assertEquals(
                kind + " " + message + " " + code + " SQLITE_" + name,
                run("lambda sql: error(lambda: strict.execute(sql).fetchall())")
                        .execute(sql)
                        .asString());
    }

    @Test
    void errorsHaveExtendedCodesAndTheirNames() throws IOException {
        run("""
            strict = database()
            strict.executescript('''
                PRAGMA foreign_keys = ON;
                CREATE TABLE c(n NOT NULL, k CHECK (k > 0), p REFERENCES t);
                CREATE TABLE s(a INT) STRICT;
                CREATE TRIGGER no BEFORE UPDATE ON t BEGIN SELECT raise(ABORT, 'stays'); END;
                INSERT INTO t VALUES (1, 2, 'x');
            ''')
            """);
        String integrity = "IntegrityError";
        checkError(
                integrity,
                1299,
                "CONSTRAINT_NOTNULL",
                "NOT NULL constraint failed: c.n",
                "INSERT INTO c VALUES (NULL, 1, 1)");
        checkError(
                integrity,
                275,
                "CONSTRAINT_CHECK",
                "CHECK constraint failed: k > 0",
                "INSERT INTO c VALUES (1, 0, 1)");
        checkError(
                integrity,
                787,
                "CONSTRAINT_FOREIGNKEY",
                "FOREIGN KEY constraint failed",
                "INSERT INTO c VALUES (1, 1, 2)");
        checkError(
                integrity,
                1555,
                "CONSTRAINT_PRIMARYKEY",
                "UNIQUE constraint failed: t.id",
                "INSERT INTO t(id) VALUES (1)");
        checkError(integrity, 1811, "CONSTRAINT_TRIGGER", "stays", "UPDATE t SET a = 3");
        checkError(
                integrity,
                3091,
                "CONSTRAINT_DATATYPE",
                "cannot store TEXT value in INT column s.a",
                "INSERT INTO s VALUES ('x')");
        checkError(
                integrity, 20, "MISMATCH", "datatype mismatch", "INSERT INTO t(id) VALUES ('x')");
        checkError(
                "DataError", 18, "TOOBIG", "string or blob too big", "SELECT zeroblob(2000000000)");
        checkError(
                "OperationalError",
                257,
                "ERROR_MISSING_COLLSEQ",
                "no such collation sequence: n",
                "SELECT 1 ORDER BY 'a' COLLATE n");
        Path file = Files.createTempFile("sqlvm", ".db");
        Files.writeString(file, "This is no database. ".repeat(10));
        try {
            check(
                    "'DatabaseError file is not a database 26 SQLITE_NOTADB'",
                    "error(sqlvm.connect('" + file + "').execute, 'SELECT * FROM t')");
        } finally {
            Files.delete(file);
        }
        check(
                "'OperationalError unable to open database file 14 SQLITE_CANTOPEN'",
                "error(sqlvm.connect, '/none/none.db')");
    }

    @Test
    void aFailingStatementLeavesWhatAScriptHasDoneBefore() {
        run("broken = database()");
        check(
                "'IntegrityError UNIQUE constraint failed: t.id 1555 SQLITE_CONSTRAINT_PRIMARYKEY'",
                "error(broken.executescript, 'INSERT INTO t(id) VALUES (1);"
                        + " INSERT INTO t(id) VALUES (2), (1); INSERT INTO t(id) VALUES (3)')");
        check("[(1,)]", "broken.execute('SELECT id FROM t').fetchall()");
        check("False", "broken.in_transaction");
    }

    @Test
    void rowsHaveNamesIfAsked() {
        run("""
            named = database()
            named.row_factory = sqlvm.Row
            row = named.execute("SELECT 1 AS one, 'b' AS Two").fetchone()
            """);
        check(
                "(1, 'b', 1, ['one', 'Two'], 2, (1, 'b'))",
                "(row['ONE'], row['two'], row[0], row.keys(), len(row), tuple(row))");
    }

    @Test
    void scriptsRunToTheirEnd() {
        run("""
            scripted = sqlvm.connect(":memory:")
            scripted.executescript("CREATE TABLE a(x); INSERT INTO a VALUES (1); "
                                   "INSERT INTO a VALUES (2);")
            """);
        check("[(1,), (2,)]", "scripted.execute('SELECT x FROM a').fetchall()");
    }

    @Test
    void connectionsShareADatabaseInMemory() {
        run("""
            import os

            for name in ("file:x?mode=memory&cache=shared", "file::memory:?cache=shared",
                         "file:/x?vfs=memdb", "file:a%20b/c?cache=shared&mode=memory"):
                first = sqlvm.connect(name, uri=True)
                second = sqlvm.connect(name, uri=True)
                first.execute("CREATE TABLE t(x)")
                second.execute("INSERT INTO t VALUES (1)")
                assert first.execute("SELECT * FROM t").fetchall() == []
                second.commit()
                assert first.execute("SELECT * FROM t").fetchall() == [(1,)]
                third = sqlvm.connect(name, uri=True)
                first.close(); second.close()
                assert third.execute("SELECT * FROM t").fetchall() == [(1,)]
                third.close()
                fourth = sqlvm.connect(name, uri=True)
                assert fourth.execute("SELECT * FROM sqlite_schema").fetchall() == []
                fourth.close()
            for name in ("file:x?mode=memory", "file:x?vfs=memdb", ":memory:",
                         "file:?mode=memory&cache=shared"):
                first = sqlvm.connect(name, uri=True)
                second = sqlvm.connect(name, uri=True)
                first.execute("CREATE TABLE t(x)")
                assert second.execute("SELECT * FROM sqlite_schema").fetchall() == []
                first.close(); second.close()
            """);
        check("'OperationalError database table is locked 262 SQLITE_LOCKED_SHAREDCACHE'", """
            (a := sqlvm.connect("file:l?mode=memory&cache=shared", uri=True),
             a.execute("CREATE TABLE t(x)"), a.execute("INSERT INTO t VALUES (1)"),
             b := sqlvm.connect("file:l?mode=memory&cache=shared", uri=True, timeout=0),
             error(b.execute, "DELETE FROM t"))[-1]\
            """);
    }

    /** As Django's tests of a database in memory do: a connection for each thread. */
    @Test
    void threadsShareADatabaseInMemory() {
        run("""
            import threading

            name = "file:memorydb_default?mode=memory&cache=shared"
            keeper = sqlvm.connect(name, uri=True)
            keeper.execute("CREATE TABLE t(thread, n)")
            errors = []

            def work(thread):
                try:
                    own = sqlvm.connect(name, uri=True, timeout=30)
                    for n in range(40):
                        with own:
                            own.execute("BEGIN IMMEDIATE")
                            own.execute("INSERT INTO t VALUES (?, ?)", (thread, n))
                        own.execute("SELECT count(*) FROM t").fetchone()
                    own.close()
                except Exception as e:
                    errors.append(e)

            threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert not errors, errors
            assert keeper.execute("SELECT count(*), count(DISTINCT thread * 100 + n) FROM t"
                                  ).fetchone() == (160, 160)
            """);
    }

    /** By the database, as far as the rows are plain; the order of all effects is kept. */
    @Test
    void executemanyTakesLists() {
        run("""
            import collections

            def many(rows):
                connection = database()
                cursor = connection.executemany("INSERT INTO t(a, b) VALUES (?, ?)", rows)
                return cursor.rowcount, connection.execute("SELECT a, b FROM t").fetchall()

            class Reversed(tuple):
                def __getitem__(self, place):
                    return tuple.__getitem__(self, 1 - place)

            Pair = collections.namedtuple("Pair", "a b")
            big = [(i, str(i)) for i in range(2500)]
            """);
        check(
                "(2, 2)",
                "database()._statement('INSERT INTO t(a, b) VALUES (?, ?)')"
                        + ".runs.many([(1, 'a'), [2, 'b'], (b'x', 'c')], 0)");
        check("True", "many(big) == (2500, big) == many(tuple(big))");
        check("(0, [])", "many([])");
        check(
                "(6, [(1, 'a'), (2.5, 'b'), (None, 'c'), (4, 'd'), (1, 'f'), (b'x', 'é')])",
                "many([(1, 'a'), [2.5, 'b'], (float('nan'), 'c'), Pair(4, 'd'), (True, 'f'),"
                        + " (b'x', 'é')])");
        check(
                "(3, [(1, None), (3, '2'), (5, '6')])",
                "many([(1, None), Reversed(('2', 3)), [5, '6']])");
        check("(2, [(1, '2'), (3, '4')])", "many([[1, 2], [3, 4]])");
    }

    @Test
    void executemanyEndsAtARowThatIsRefused() {
        run("""
            def refused(rows):
                connection = database()
                cursor = connection.cursor()
                raised = error(cursor.executemany, "INSERT INTO t(a, b) VALUES (?, ?)", rows)
                return (raised, cursor.rowcount, connection.in_transaction,
                    [a for a, in connection.execute("SELECT a FROM t")])

            class Failing:
                def __conform__(self, protocol):
                    raise ValueError("no value")

            several = [(i, str(i)) for i in range(5)]
            """);
        check(
                "('IntegrityError UNIQUE constraint failed: t.b 2067 SQLITE_CONSTRAINT_UNIQUE', -1,"
                        + " True, [0, 1, 2, 3, 4])",
                "refused(several + [(5, '1'), (6, '6')])");
        check(
                "('ProgrammingError Incorrect number of bindings supplied. The current statement"
                    + " uses 2, and there are 1 supplied. None None', -1, True, [0, 1, 2, 3, 4])",
                "refused(several + [(5,), (6, '6')])");
        check(
                "('ValueError no value None None', -1, True, [0, 1, 2, 3, 4])",
                "refused(several + [(5, Failing()), (6, '6')])");
        check(
                "('OverflowError Python int too large to convert to SQLite INTEGER None None', -1,"
                        + " True, [0, 1, 2, 3, 4])",
                "refused(several + [(1 << 63, '5'), (6, '6')])");
        check("True", "refused(several + [(5, '\\ud800')])[0].startswith('UnicodeEncodeError')");
    }

    /** A row is inserted before the iterator is asked for the next. */
    @Test
    void executemanyGoesThroughIterators() {
        run("""
            INSERT = "INSERT INTO t(a, b) VALUES (?, ?)"

            def each(rows):
                connection = database()
                return many(rows(connection), connection)

            def many(rows, connection=None):
                connection = connection or database()
                cursor = connection.executemany(INSERT, iter(rows))
                return cursor.rowcount, connection.execute("SELECT a, b FROM t").fetchall()

            def counting(connection):
                for i in range(4):
                    yield connection.execute("SELECT count(*) FROM t").fetchone()[0], str(i)

            def inserting(connection):
                for i in range(3):
                    connection.execute(INSERT, (-i, "row %d" % i))
                    yield (i, i)

            def closing(connection):
                yield from [(1, 1), (2, 2)]
                connection.close()
                yield (3, 3)

            def resumed(rows):
                connection, errors, rows = database(), 0, iter(rows)
                while True:
                    try:
                        connection.executemany(INSERT, rows)
                        return errors, connection.execute("SELECT a FROM t").fetchall()
                    except sqlvm.IntegrityError:
                        errors += 1
            """);
        check("(4, [(0, '0'), (1, '1'), (2, '2'), (3, '3')])", "each(counting)");
        check(
                "(3, [(0, 'row 0'), (0, '0'), (-1, 'row 1'), (1, '1'), (-2, 'row 2'), (2, '2')])",
                "each(inserting)");
        check(
                "'ProgrammingError Cannot operate on a closed database. None None'",
                "error(each, closing)");
        check(
                "(2, [(1,), (2,), (4,)])",
                "resumed([(1, 'a'), (2, 'b'), (3, 'a'), (4, 'c'), (5, 'b')])");
        check(
                "(6, [(1, None), (2, '3.5'), ('x', '4'), (b'y', '5'), (None, '6'), (1, '7')])",
                "many([(1, None), [2, 3.5], ('x', 4), (b'y', 5), (None, 6), [True, 7]])");
        check(
                "'ZeroDivisionError division by zero None None'",
                "error(many, ((i, 1 / (2 - i)) for i in range(5)))");
    }

    /** As an iterator over it would. */
    @Test
    void executemanySeesAListChange() {
        run("""
            changing = [(i, str(i)) for i in range(4)]

            def grow(a):
                if a == 2:
                    changing.append((7, "7"))
                if a == 7:
                    del changing[:]
                return a

            growing = database()
            growing.create_function("grow", 1, grow)
            growing.executemany("INSERT INTO t(a, b) VALUES (grow(?), ?)", changing)
            """);
        check("[0, 1, 2, 3, 7]", "[a for a, in growing.execute('SELECT a FROM t')]");
    }

    /** Their bytes are in a buffer that the next run fills, or are an array of their own. */
    @Test
    void stringsStayWhenTheStatementRunsAgain() {
        run("""
            lengths = [*range(1, 300), *range(299, 0, -1), 5000, 4900, 5100, 4095, 4096]
            texts = [chr(97 + i % 26) * length for i, length in enumerate(lengths)]
            kept = database()
            kept.executemany("INSERT INTO t(a) VALUES (?)", [(text,) for text in texts])
            query = "SELECT a, CAST(a AS BLOB) FROM t WHERE id = ?"
            rows = [kept.execute(query, (i + 1,)).fetchone() for i in range(len(texts))]
            """);
        check("True", "rows == [(text, text.encode()) for text in texts]");
    }

    @Test
    void noIsolationLevelCommits() {
        run("""
            level = sqlvm.connect(":memory:")
            level.isolation_level = None
            level.execute("BEGIN")
            level.isolation_level = None
            always = sqlvm.connect(":memory:", autocommit=False)
            always.isolation_level = None
            """);
        check("(False, True)", "(level.in_transaction, always.in_transaction)");
    }
}
