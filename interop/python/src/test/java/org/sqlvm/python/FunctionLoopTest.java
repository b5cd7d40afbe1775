package org.sqlvm.python;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A function that is called for whole batches of rows: nothing tells it from one that is called for
 * each row by itself, as in a query with a condition.
 */
final class FunctionLoopTest extends ModuleProgram {
    @Override
    String prelude() {
        return """
            import sys
            import sqlvm

            SIZE = 16500  # In a smaller table columns do not take the place of records.
            table = sqlvm.connect(":memory:", isolation_level=None)
            table.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b REAL, c TEXT, d)")
            table.executemany("INSERT INTO t VALUES (?, ?, ?, ?)",
                [(i, i * 0.5, "t%d" % (i % 50), (None, i, i / 4, "\\u00e9", b"x")[i % 5])
                 for i in range(SIZE)])
            # Columns take the place of records from the third run on.
            for run in range(3):
                list(table.execute("SELECT * FROM t"))
            calls = []

            class Real(float):
                pass

            def ran(sql):
                calls.clear()
                rows = []
                failure = None
                try:
                    for row in table.execute(sql):
                        rows.append(row)
                except sqlvm.Error as error:
                    failure = (type(error), str(error), type(error.__cause__),
                        str(error.__cause__))
                return rows, [type(v) for row in rows for v in row], list(calls), failure

            def same(columns, function, count=1):
                def called(*values):
                    calls.append(values)
                    return function(*values)
                table.create_function("f", count, called)
                expected = ran("SELECT %s FROM t WHERE a >= 0" % columns)
                assert len(expected[2]) > 0
                got = ran("SELECT %s FROM t" % columns)
                assert got == expected, (columns, got[3], expected[3],
                    len(got[0]), len(expected[0]), len(got[2]), len(expected[2]))
                return expected
            """;
    }

    @Test
    void aLoopCallsIt() {
        run("""
            def caller(value):
                return sys._getframe(1).f_code.co_name
            table.create_function("f", 1, caller)
            got = set(row[0] for row in table.execute("SELECT f(a) FROM t"))
            assert got == {"loop"}, got
            """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"f(b), b", "f(c)", "a, f(d), c"})
    void argumentsAreTheRows(String columns) {
        run("same('" + columns + "', lambda value: value)");
    }

    @Test
    void severalArgumentsAreTheColumnsInTheirOrder() {
        run("same('f(c, a, d), b', lambda *values: repr(values), 3)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "float('nan') if value % 3 else 1.5",
                "value > 9000",
                "1 << 40 if value == 9000 else 1",
                "-1 << 63",
                "'\\u00e9' if value % 3 else 'e'",
                "bytes([value % 256])",
                "bytearray([value % 256])",
                "memoryview(b'abc')[1:] if value > 9000 else None",
                "real(value)",
            })
    void valuesAreThoseOfEachCall(String value) {
        run("same('f(a), b', lambda value: " + value + ")");
    }

    /** Rows before it are given, and nothing is called behind it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1 // (value - 9000)",
                "object() if value == 9000 else value",
                "1 << 63 if value == 9000 else value",
                "'\\ud800' if value == 9000 else ''",
                "next(iter(())) if value == 9000 else 0.5",
                "table.execute('SELECT no') if value == 9000 else 0.5",
                "1 // value",
            })
    void anErrorComesInItsTurn(String value) {
        run("""
            expected = same('f(a), b', lambda value: %s)
            assert len(expected[0]) == len(expected[2]) - 1
            assert expected[3] is not None
            """.formatted(value));
    }

    @Test
    void aTracebackBeginsWithTheFunction() {
        run("""
            def fails(value):
                return 1 // (value - 9000)
            table.create_function("f", 1, fails)
            names = []
            def hook(what):
                at = what.exc_traceback
                while at is not None:
                    names.append(at.tb_frame.f_code.co_name)
                    at = at.tb_next
            before = sys.unraisablehook
            sys.unraisablehook = hook
            sqlvm.enable_callback_tracebacks(True)
            try:
                assert ran("SELECT f(a) FROM t")[3] is not None
            finally:
                sqlvm.enable_callback_tracebacks(False)
                sys.unraisablehook = before
            assert names == ["fails"], names
            """);
    }

    /** It may read the table, and run the statement that it is called by. */
    @Test
    void itUsesTheConnection() {
        run("""
            def inner(value):
                if value % 1000:
                    return value
                return table.execute("SELECT sum(f(a)) FROM t WHERE a BETWEEN 1 AND 3").fetchone()[0]
            same("f(a)", inner)
            def again(value):
                if value != 9000:
                    return 0
                return sum(row[0] for row in table.execute("SELECT f(a) FROM t LIMIT 3"))
            same("f(a)", again)
            """);
    }

    /** As many rows are asked for as a batch has, which begins with one row and doubles. */
    @Test
    void itIsNotCalledForRowsThatNobodyReads() {
        run("""
            calls.clear()
            table.create_function("f", 1, lambda value: calls.append(value))
            rows = iter(table.execute("SELECT f(a) FROM t"))
            for _ in range(3):
                next(rows)
            assert calls == list(range(len(calls))) and len(calls) <= 7, calls
            del rows
            calls.clear()
            assert len(list(table.execute("SELECT f(a) FROM t LIMIT 5"))) == 5
            assert calls == list(range(5)), calls
            """);
    }

    @Test
    void aProgressHandlerIsAskedBetweenTheCalls() {
        run("""
            asked = []
            def progress():
                asked.append(len(calls))
            def called(value):
                calls.append(value)
            table.create_function("f", 1, called)
            table.set_progress_handler(progress, 50)
            calls.clear()
            list(table.execute("SELECT f(a) FROM t"))
            assert len(set(asked)) > 1000, len(set(asked))
            table.set_progress_handler(None, 0)
            """);
    }

    @Test
    void anotherFunctionTakesItsPlace() {
        run("""
            for add in range(3):
                table.create_function("f", 1, lambda value, add=add: value + add)
                rows = list(table.execute("SELECT f(a) FROM t"))
                assert rows == [(i + add,) for i in range(SIZE)]
            """);
    }
}
