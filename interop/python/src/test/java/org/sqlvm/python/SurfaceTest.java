package org.sqlvm.python;

import org.junit.jupiter.api.Test;

/**
 * The use of the module {@code sqlvm} beyond running statements, as far as CPython's own tests of
 * sqlite3 ({@code ./sqlvm python-conformance}) do not cover it.
 */
final class SurfaceTest extends ModuleProgram {
    @Override
    String prelude() {
        return """
            import sqlvm as sqlite3
            import threading

            def numbers(count, **options):
                connection = sqlite3.connect(":memory:", **options)
                connection.execute("CREATE TABLE t(i INTEGER PRIMARY KEY, x)")
                connection.executemany("INSERT INTO t VALUES (?, ?)",
                    ((i, "x%d" % i) for i in range(count)))
                connection.commit()
                return connection

            def error(function, *arguments):
                try:
                    function(*arguments)
                except BaseException as e:
                    return "%s: %s" % (type(e).__name__, e)
            """;
    }

    @Test
    void aLoopReadsListsByOneClassForEachNumberOfColumns() {
        run("""
            loops = numbers(300)
            one = iter(loops.execute("SELECT i FROM t"))
            two = iter(loops.execute("SELECT i, x FROM t"))
            three = iter(loops.execute("SELECT x, i FROM t WHERE i > ?", (1,)))
            """);
        check("(True, False)", "(type(two) is type(three), type(one) is type(two))");
        check("<class 'tuple'>", "type(next(two))");
        check("(300, 299, 298)", "(sum(1 for _ in one), len(list(two)), len(list(three)))");
    }

    @Test
    void aStatementIsCompiledOnceForItsText() {
        run("""
            cached = numbers(3)
            found = [cached.execute("SELECT x FROM t WHERE i = ?", (i,)).fetchone() for i in range(3)]
            """);
        check("[('x0',), ('x1',), ('x2',)]", "found");
        check(
                "True",
                "cached('SELECT x FROM t WHERE i = ?') is cached('SELECT x FROM t WHERE i = ?')");
        check("0", "len(cached._running)");
    }

    /** A batch of callbacks keeps the interpreter lock, but not while one of them waits. */
    @Test
    void otherThreadsRunWhileACallbackWaits() {
        run("""
            begun = threading.Event()
            ended = threading.Event()
            waits = sqlite3.connect(":memory:", check_same_thread=False)

            def wait(i):
                begun.set()
                return i if ended.wait(60) else None

            class Waits:
                def __init__(self):
                    self.sum = 0

                def step(self, i):
                    self.sum += wait(i)

                def finalize(self):
                    return self.sum

            waits.create_function("wait", 1, wait)
            waits.create_aggregate("waits", 1, Waits)

            def during(sql):
                begun.clear()
                ended.clear()
                def other():
                    begun.wait(60)
                    inner = sqlite3.connect(":memory:")
                    inner.create_function("twice", 1, lambda i: 2 * i)
                    found.append(inner.execute("SELECT twice(21)").fetchone())
                    inner.close()
                    ended.set()
                found = []
                thread = threading.Thread(target=other)
                thread.start()
                rows = waits.execute(sql).fetchall()
                thread.join()
                return found, rows

            three = " FROM (VALUES (1), (2), (3))"
            """);
        check("([(42,)], [(1,), (2,), (3,)])", "during('SELECT wait(column1)' + three)");
        check("([(42,)], [(6,)])", "during('SELECT waits(column1)' + three)");
    }

    @Test
    void rowsThatWereReadStayWhenTheStatementRunsAgain() {
        run("""
            kept = numbers(200)
            sql = "SELECT i, i * 0.5, x FROM t WHERE i >= ?"
            first = kept.execute(sql, (150,))
            row = first.fetchone()
            second = kept.execute(sql, (10,)).fetchall()
            rest = first.fetchall()
            """);
        check("((150, 75.0, 'x150'), (151, 75.5, 'x151'), 49)", "(row, rest[0], len(rest))");
        check("((10, 5.0, 'x10'), 190)", "(second[0], len(second))");
    }

    @Test
    void anErrorOfAQueryComesWithExecute() {
        check(
                "'OperationalError: integer overflow'",
                "error(numbers(1).execute, 'SELECT abs(-9223372036854775808)')");
    }

    @Test
    void whatAFunctionRaisesIsTheCauseOfTheError() {
        run("""
            failing = numbers(5)
            failing.create_function("bad", 1, lambda i: 1 // (i - 3))
            try:
                failing.execute("UPDATE t SET x = bad(i)")
            except sqlite3.OperationalError as e:
                raised = (str(e), type(e.__cause__).__name__, e.sqlite_errorname)
            """);
        check(
                "('user-defined function raised exception', 'ZeroDivisionError', 'SQLITE_ERROR')",
                "raised");
        check("['x0', 'x1', 'x2', 'x3', 'x4']", "[x for x, in failing.execute('SELECT x FROM t')]");
    }

    @Test
    void functionsTakeAndGiveValuesOfPython() {
        run("""
            seen = []
            taking = sqlite3.connect(":memory:")
            taking.create_function("f", -1, lambda *values: seen.extend(values))
            taking.execute("SELECT f(1, 2.0, 'é', x'00ff', NULL)").fetchall()
            """);
        check("[1, 2.0, 'é', b'\\x00\\xff', None]", "seen");
        check("['int', 'float', 'str', 'bytes', 'NoneType']", "[type(v).__name__ for v in seen]");
        check("[('real',)]", "taking.execute('SELECT typeof(?)', (3.0,)).fetchall()");
    }

    @Test
    void aCollationThatFailsIsAnError() {
        run("""
            sorting = numbers(3)
            sorting.create_collation("broken", lambda a, b: a.nosuch)
            """);
        check(
                "'OperationalError: user-defined collation raised exception'",
                "error(sorting.execute, 'SELECT x FROM t ORDER BY x COLLATE broken')");
    }

    @Test
    void aConnectionIsForOneThread() {
        run("""
            def elsewhere(function):
                said = []
                thread = threading.Thread(target=lambda: said.append(error(function)))
                thread.start()
                thread.join()
                return said[0]

            mine = numbers(2000)
            reading = mine.execute("SELECT i FROM t")
            loop = iter(reading)
            next(loop)
            """);
        check("True", "elsewhere(reading.fetchone).startswith('ProgrammingError: SQLite objects')");
        check(
                "True",
                "elsewhere(lambda: list(loop)).startswith('ProgrammingError: SQLite objects')");
        check("True", "elsewhere(mine.close).startswith('ProgrammingError: SQLite objects')");
    }

    @Test
    void threadsShareAConnectionIfItSaysSo() {
        run("""
            shared = numbers(0, check_same_thread=False, isolation_level=None)

            def insert(start):
                for i in range(start, start + 200):
                    shared.execute("INSERT INTO t VALUES (?, ?)", (i, "shared"))

            threads = [threading.Thread(target=insert, args=(k * 1000,)) for k in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            """);
        check("[(800,)]", "shared.execute('SELECT count(*) FROM t').fetchall()");
    }

    @Test
    void aConnectionClosedUnderACursorEndsItsRows() {
        run("""
            closing = numbers(2000)
            left = closing.execute("SELECT i FROM t")
            going = iter(left)
            next(going)
            closing.close()
            """);
        check("'ProgrammingError: Cannot operate on a closed database.'", "error(left.fetchone)");
        check("'ProgrammingError: Cannot operate on a closed database.'", "error(next, going)");
    }

    @Test
    void aReaderThatStopsHalfWayLeavesNoLock() {
        run("""
            import gc, os, tempfile
            folder = tempfile.mkdtemp()
            file = os.path.join(folder, "half.db")
            writer = sqlite3.connect(file, timeout=0)
            writer.execute("CREATE TABLE t(i)")
            writer.executemany("INSERT INTO t VALUES (?)", ((i,) for i in range(3000)))
            writer.commit()
            half = writer.execute("SELECT i FROM t")
            half.fetchmany(5)
            half.close()
            writer.execute("DROP TABLE t")
            one = sqlite3.connect(file, timeout=0)
            one.execute("CREATE TABLE u(i)")
            one.execute("INSERT INTO u VALUES (1)")
            one.commit()
            one.execute("SELECT i FROM u").fetchone()
            writer.execute("INSERT INTO u VALUES (2)")
            writer.commit()
            """);
        check("[(1,), (2,)]", "one.execute('SELECT i FROM u').fetchall()");
        run("one.close(); writer.close(); os.remove(file); os.rmdir(folder)");
    }

    @Test
    void aLoopGoesOnWithTheNextStatementOfItsCursor() {
        run("""
            again = numbers(3)
            cursor = again.execute("SELECT i FROM t")
            got = []
            for i, in cursor:
                got.append(i)
                if len(got) == 2:
                    cursor.execute("SELECT i + 10 FROM t")
            """);
        check("[0, 1, 10, 11, 12]", "got");
    }

    /**
     * Only their definitions are dumped, in the order of names; CPython cannot dump such a file.
     */
    @Test
    void aDumpHasVirtualTablesOfUnknownModules() {
        run("""
            foreign = sqlite3.connect(":memory:", isolation_level=None)
            foreign.executescript(\"""
                CREATE TABLE z(id INTEGER PRIMARY KEY AUTOINCREMENT, n);
                INSERT INTO z(n) VALUES ('it''s'), (x'00');
                CREATE TABLE a(x);
                CREATE VIEW v AS SELECT * FROM a;
                CREATE INDEX i ON z(n);
                PRAGMA writable_schema = ON;
                INSERT INTO sqlite_master VALUES ('table', 'm', 'm', 0,
                    'create virtual table m using nosuch(a, ''b'')');
                INSERT INTO sqlite_master VALUES ('table', 'B', 'B', 0,
                    'CREATE VIRTUAL TABLE "B" USING other');
                PRAGMA writable_schema = OFF;
                \""")
            dump = list(foreign.iterdump())
            copy = sqlite3.connect(":memory:", isolation_level=None)
            copy.executescript("\\n".join(dump))
            again = list(copy.iterdump())
            """);
        run("""
            import re
            expected = \"""
                BEGIN TRANSACTION;
                PRAGMA writable_schema=ON;
                table B CREATE VIRTUAL TABLE "B" USING other;
                CREATE TABLE a(x);
                table m create virtual table m using nosuch(a, ''b'');
                CREATE TABLE z(id INTEGER PRIMARY KEY AUTOINCREMENT, n);
                INSERT INTO "z" VALUES(1,'it''s');
                INSERT INTO "z" VALUES(2,X'00');
                CREATE VIEW v AS SELECT * FROM a;
                CREATE INDEX i ON z(n);
                PRAGMA writable_schema=OFF;
                DELETE FROM "sqlite_sequence";
                INSERT INTO "sqlite_sequence" VALUES('z',2);
                COMMIT;
                \""".split("\\n")
            expected = [re.sub("^table (.) (.*);", "INSERT INTO sqlite_master(type,name,tbl_name,"
                               "rootpage,sql)VALUES('table','\\\\1','\\\\1',0,'\\\\2');", line.strip())
                        for line in expected if line.strip()]
            different = [pair for pair in zip(expected, dump) if pair[0] != pair[1]]
            """);
        check("([], 14, True)", "(different, len(dump), dump == again)");
    }

    @Test
    void extensionsInCAreRefused() {
        check(
                "True",
                "error(numbers(0).load_extension, 'x').startswith("
                        + "'NotSupportedError: extensions in C cannot be loaded')");
    }

    @Test
    void functionsInAFileRunIfTheConnectionSaysSo() {
        run("""
            import os, tempfile
            folder = tempfile.mkdtemp()
            file = os.path.join(folder, "functions.db")
            trusting = sqlite3.connect(file, stored_functions=True)
            trusting.execute("CREATE FUNCTION twice(x) LANGUAGE python AS 'lambda x: 2 * x'")
            doubled = trusting.execute("SELECT twice(21), twice('ab')").fetchall()
            careful = sqlite3.connect(file)
            """);
        check("[(42, 'abab')]", "doubled");
        check(
                "'OperationalError: no such function: twice'",
                "error(careful.execute, 'SELECT twice(21)')");
        check(
                "True",
                "error(careful.execute, \"CREATE FUNCTION f() LANGUAGE python AS ''\").startswith("
                        + "'OperationalError: ')");
        check(
                "True",
                "'connect(…, stored_functions=True)' in error(careful.execute,"
                        + " \"CREATE FUNCTION f() LANGUAGE python AS ''\")");
        run("trusting.close(); careful.close(); os.remove(file); os.rmdir(folder)");
    }

    @Test
    void functionsInAFileTouchNothingButTheirArguments() {
        run("""
            import os, tempfile
            folder = tempfile.mkdtemp()
            file = os.path.join(folder, "functions.db")
            sandboxed = sqlite3.connect(file, stored_functions=True)
            sources = {
                "has_none": "lambda x: x is None",
                "size": "lambda x: len(x) if type(x) is bytes else -1",
                "same": "lambda x: x",
                "half": "def half(x):\\n import math\\n return math.floor(x / 2)",
                "writes": "def writes(f):\\n try:\\n  open(f, 'w').close()\\n  return 'written'\\n"
                    " except OSError:\\n  return 'refused'",
                "reaches": "def reaches(x):\\n try:\\n  import java\\n"
                    "  return str(java.type('java.lang.Long').MAX_VALUE)\\n"
                    " except Exception:\\n  return 'refused'",
            }
            for name, source in sources.items():
                sandboxed.execute("CREATE FUNCTION %s(x) LANGUAGE python AS '%s'"
                                  % (name, source.replace("'", "''")))
            values = sandboxed.execute("SELECT has_none(NULL), has_none(1), size(x'0102ff'),"
                " same('é'), same(x'00ff'), same(1.5), same(NULL), same(1 << 40), half(7)").fetchone()
            target = os.path.join(folder, "written")
            reached = sandboxed.execute("SELECT writes(?), reaches(1)", (target,)).fetchone()
            made = os.path.exists(target)
            sandboxed.close()
            trusting = sqlite3.connect(file, stored_functions=True, stored_functions_access=True)
            granted = trusting.execute("SELECT writes(?), reaches(1)", (target,)).fetchone()
            trusting.close()
            """);
        check("(1, 0, 3, 'é', b'\\x00\\xff', 1.5, None, 1099511627776, 3)", "values");
        check("(('refused', 'refused'), False)", "(reached, made)");
        check("('written', '9223372036854775807')", "granted");
        run("os.remove(target); os.remove(file); os.rmdir(folder)");
    }

    @Test
    void theModuleTakesThePlaceOfSqlite3() {
        run("""
            import sys
            before = {name: sys.modules.pop(name) for name in list(sys.modules)
                      if name.partition(".")[0] == "sqlite3"}
            sqlite3.install_as_sqlite3()
            import sqlite3 as standard
            from sqlite3 import dbapi2
            """);
        check("(True, True)", "(standard is sqlite3, dbapi2.connect is sqlite3.connect)");
        run("""
            for name in ("sqlite3", "sqlite3.dbapi2", "_sqlite3"):
                sys.modules.pop(name, None)
            sys.modules.update(before)
            """);
    }
}
