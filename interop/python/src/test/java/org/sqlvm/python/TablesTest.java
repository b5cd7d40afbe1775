package org.sqlvm.python;

import org.junit.jupiter.api.Test;

/** Tables of a program's own: Connection.create_table. */
final class TablesTest extends ModuleProgram {
    @Override
    String prelude() {
        return """
            import sqlvm

            def rows(sql, *parameters):
                return c.execute(sql, parameters).fetchall()

            def error(function, *arguments):
                try:
                    return function(*arguments)
                except BaseException as e:
                    return "%s: %s" % (type(e).__name__, e)

            def numbers(start, stop=10, step=1):
                for n in range(start, stop, step):
                    yield n, n * n

            c = sqlvm.connect(":memory:")
            c.create_table("numbers", numbers, ["n", "square"])
            """;
    }

    @Test
    void listsAreTables() {
        run("""
            orders = [{"item": "bolt", "count": 3}, {"item": "nut"}]
            c.create_table("orders", orders)
            c.create_table("pairs", [(1, 2), (3, 4)], "k, v")
            """);
        check("[('bolt', 3), ('nut', None)]", "rows('SELECT * FROM orders')");
        check("[(4,)]", "rows('SELECT v FROM pairs WHERE k > 1')");
        run("orders.append({'item': 'rod', 'count': 7})");
        check("[(10,)]", "rows('SELECT sum(count) FROM orders')");
        run("c.create_table('orders', None)");
        says("OperationalError: no such table: orders", "error(rows, 'SELECT * FROM orders')");
    }

    /** Arguments that the query does not give have the function's own defaults. */
    @Test
    void functionsAreTablesWithArguments() {
        check("[(7, 49), (8, 64), (9, 81)]", "rows('SELECT * FROM numbers(7)')");
        check("[(1,), (5,), (9,)]", "rows('SELECT n FROM numbers(1, 10, 4)')");
        check("[(14,)]", "rows('SELECT sum(square) FROM numbers WHERE stop = 4 AND start = ?', 1)");
        check(
                "[(1, 0), (2, 0), (2, 1)]",
                "rows('SELECT a.n, b.n FROM numbers(1, 3) a, numbers(0, a.n) b ORDER BY 1, 2')");
        check("[]", "rows('SELECT * FROM numbers(NULL)')");
        run("""
            class Words:
                columns = "place word"

                def __call__(self, text: str, separator: str = " "):
                    return list(enumerate(text.split(separator)))

            c.create_table("words", Words())
            """);
        check("[(1, 'b')]", "rows(\"SELECT * FROM words('a-b', '-') WHERE place\")");
    }

    @Test
    void whatCannotBeATableIsRefused() {
        says("TypeError: table x is not a list of rows", "error(c.create_table, 'x', 5)");
        says(
                "TypeError: table x can be read only once: a list is needed, or a function",
                "error(c.create_table, 'x', iter([1]))");
        says(
                "ValueError: table x has no rows that could say what its columns are",
                "error(c.create_table, 'x', [])");
        says(
                "ValueError: column A is there twice",
                "error(c.create_table, 'x', [(1, 2)], ['a', 'A'])");
        says(
                "TypeError: a function as a table needs columns: create_table(name, function,"
                        + " columns), or an attribute of the function",
                "error(c.create_table, 'x', numbers)");
        says(
                "TypeError: a function as a table has a fixed number of parameters, and <lambda>"
                        + " has *a",
                "error(c.create_table, 'x', lambda *a: a, 'v')");
        says(
                "OperationalError: too many arguments on numbers() - max 3",
                "error(rows, 'SELECT * FROM numbers(1, 2, 3, 4)')");
        run("""
            try:
                rows("SELECT * FROM numbers")
            except sqlvm.OperationalError as e:
                missing = e.__cause__
            """);
        says("table numbers needs a value for start", "str(missing)");
    }

    @Test
    void whatAFunctionRaisesComesOut() {
        run("""
            def short(count):
                yield 1
                raise LookupError("no more than %d" % count)

            c.create_table("short", short, ["v"])
            """);
        says("LookupError: no more than 5", "error(rows, 'SELECT * FROM short(5)')");
        check("[(1,)]", "rows('SELECT * FROM short(5) LIMIT 1')");
    }

    /** Such errors once were Java's, which no except clause catches, or NULLs. */
    @Test
    void rowsThatAreNoneAreErrors() {
        run("""
            def told(given, columns="a b", sql="SELECT * FROM odd"):
                c.create_table("odd", given, columns)
                return error(rows, sql)
            """);
        says(
                "OperationalError: row 1 of table odd has 1 value for 2 columns",
                "told(lambda: iter([(1,)]))");
        says(
                "OperationalError: row 2 of table odd has 3 values for 2 columns",
                "told([(1, 2), (1, 2, 3)], sql='SELECT sum(b) FROM odd')");
        says("OperationalError: row 1 of table odd has 1 value for 2 columns", "told([1, 2])");
        says(
                "OperationalError: table odd got dict, which is no list of rows",
                "told(lambda: {'a': [1]})");
        says(
                "OperationalError: table odd got NoneType, which is no list of rows",
                "told(lambda: None)");
        says(
                "DataError: row 2 of table odd: column a has 1180591620717411303424, which is out"
                        + " of range of INTEGER",
                "told([(1, 1), (2 ** 70, 1)])");
        says(
                "True",
                "told([(memoryview(b'abcd')[::2], 1)]).startswith('OperationalError: row 1 of table"
                        + " odd: column a has <memoryview')");
        run("""
            def ends():
                yield 1, 2
                raise SystemExit(3)
            """);
        says("SystemExit: 3", "told(ends)");
    }

    /** A cursor that the program has dropped blocks nothing, as in CPython, where it is closed. */
    @Test
    void aForgottenCursorIsNotInTheWay() {
        run("""
            c.create_table("kept", [(i,) for i in range(5000)], ["v"])
            c.execute("SELECT * FROM kept").fetchone()
            c.create_table("kept", None)
            """);
        run("""
            cursor = c.execute("SELECT * FROM numbers(1, 5000)")
            cursor.fetchone()
            """);
        says(
                "OperationalError: unable to delete/modify table due to active statements",
                "error(c.create_table, 'numbers', None)");
        run("cursor.close()");
    }

    /** Rows that a loop of Python takes apart, and such as it does not. */
    @Test
    void rowsOfAllForms() {
        run("""
            import collections, dataclasses

            Pair = collections.namedtuple("Pair", "k v")

            @dataclasses.dataclass
            class Item:
                k: int
                v: object

            class Wide(tuple):
                pass

            N = 1500
            forms = {
                "tuples": [(i, i / 2) for i in range(N)],
                "lists": [[i, i / 2] for i in range(N)],
                "named": [Pair(i, i / 2) for i in range(N)],
                "dicts": [{"v": i / 2, "k": i} for i in range(N)],
                "objects": [Item(i, i / 2) for i in range(N)],
                "mixed": [Wide((i, i / 2)) if i % 7 else Pair(i, i / 2) for i in range(N)],
                "late": [(i, i / 2) if i < 900 else Wide((i, i / 2)) for i in range(N)],
            }
            sums = []
            for name, form in forms.items():
                c.create_table(name, form, ["k", "v"])
                def given(form=form):
                    yield from form
                c.create_table(name + "_given", given, ["k", "v"])
                for table in (name, name + "_given"):
                    sums.append(rows("SELECT count(*), sum(k), sum(v), min(rowid) FROM " + table))
                    sums.append(rows("SELECT count(*), sum(k), sum(v), 1 FROM " + table))
                    got = list(c.execute("SELECT k, v FROM " + table))
                    sums.append([(len(got), sum(k for k, v in got), sum(v for k, v in got), 1)])
            """);
        says("True", "sums == [[(1500, 1124250, 562125.0, 1)]] * 42");
    }

    @Test
    void valuesOfAllKinds() {
        run("""
            def kinds(n: int):
                for i in range(n):
                    yield (i, float(i) if i % 3 else None, "t%d" % (i % 5) if i > 2000 else i > 9,
                           b"x" * (i % 4))

            c.create_table("kinds", kinds, ["a", "b", "c", "d"])
            """);
        check(
                "[('integer', 'null', 'integer', 'blob', 667), ('integer', 'null', 'text', 'blob',"
                        + " 333), ('integer', 'real', 'integer', 'blob', 1334), ('integer', 'real',"
                        + " 'text', 'blob', 666)]",
                "rows('SELECT typeof(a), typeof(b), typeof(c), typeof(d), count(*) FROM kinds(3000)"
                        + " GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4')");
        check(
                "[(600,), (600,), (600,)]",
                "rows(\"SELECT count(*) FROM kinds(5000) WHERE c IN ('t1', 't2', 't3')"
                        + " GROUP BY c\")");
        run("def big(n):\n  for i in range(n):\n    yield (1 << 62 if i < 700 else 1 << 63,)");
        run("c.create_table('big', big, ['v'])");
        check("[(4611686018427387904, 700)]", "rows('SELECT max(v), count(*) FROM big(700)')");
        says(
                "DataError: row 701 of table big: column v has 9223372036854775808, which is out of"
                        + " range of INTEGER",
                "error(rows, 'SELECT max(v) FROM big(701)')");
    }

    /** Each row has the values that it had when it was given. */
    @Test
    void aValueThatChangesIsReadAtOnce() {
        run("""
            def same(n):
                buffer = bytearray(1)
                for i in range(n):
                    buffer[0] = i % 100
                    yield (i, buffer)

            c.create_table("same", same, ["i", "b"])
            """);
        check("[(100,)]", "rows('SELECT count(DISTINCT b) FROM same(3000)')");
    }

    @Test
    void generatorsThatFailOrUseTheDatabase() {
        run("""
            c.execute("CREATE TABLE stored AS SELECT value AS k FROM generate_series(1, 3000)")

            def failing(n):
                for i in range(n):
                    if i == 2500:
                        raise LookupError("at %d" % i)
                    yield i, i % 10

            def reading(least):
                for k, in c.execute("SELECT k FROM stored WHERE k > ?", (least,)):
                    yield k, k % 10

            c.create_table("failing", failing, ["k", "g"])
            c.create_table("reading", reading, ["k", "g"])
            """);
        says("LookupError: at 2500", "error(rows, 'SELECT sum(k) FROM failing(5000)')");
        says("LookupError: at 2500", "error(rows, 'SELECT k FROM failing(5000)')");
        check("[(3123750,)]", "rows('SELECT sum(k) FROM failing(2500)')");
        check("[(2499,)]", "rows('SELECT k FROM failing(5000) LIMIT 1 OFFSET 2499')");
        run("""
            taken = []
            try:
                for k, in c.execute("SELECT k FROM failing(5000)"):
                    taken.append(k)
            except LookupError as e:
                trace = e.__traceback__
            """);
        says("True", "taken == list(range(2500))");
        check(
                "[(0, 300, 300), (1, 300, 300)]",
                "rows('SELECT r.g, count(*), count(s.k) FROM reading(0) r JOIN stored s ON s.k ="
                        + " r.k WHERE r.g < 2 GROUP BY r.g')");
        check(
                "[(1, 2999), (2, 2998), (3, 2997)]",
                "rows('SELECT s.k, (SELECT count(*) FROM reading(s.k)) FROM stored s WHERE k <"
                        + " 4')");
    }

    @Test
    void listsThatChangeWhileTheyAreRead() {
        run("""
            grown = [(i,) for i in range(3000)]
            c.create_table("grown", grown, ["v"])

            def change():
                for v, in c.execute("SELECT v FROM grown"):
                    if v == 2000:
                        grown.append((0,))
            """);
        says("OperationalError: table grown was changed while it was read", "error(change)");
        check("[(3001, 4498500)]", "rows('SELECT count(*), sum(v) FROM grown')");
    }

    @Test
    void variablesAreTablesIfThatIsWanted() {
        run("""
            people = [("Ada", 36), ("Bob", 41)]
            scores = {"who": ["Ada", "Bob", "Ada"], "points": [1, 2, 3]}

            def of_function():
                local = [{"a": 1}, {"a": 2}]
                return c.execute("SELECT sum(a) FROM local").fetchall()

            def squares(n):
                for i in range(n):
                    yield i, i * i

            squares.columns = "i square"
            """);
        says("OperationalError: no such table: people", "error(rows, 'SELECT * FROM people')");
        run("c.use_variables()");
        check("[('Ada', 36)]", "rows('SELECT * FROM people WHERE c1 < 40')");
        check("[(3,)]", "of_function()");
        says("OperationalError: no such table: local", "error(rows, 'SELECT * FROM local')");
        check(
                "[('Ada', 4), ('Bob', 2)]",
                "rows('SELECT c0, sum(points) FROM people JOIN scores ON who = c0 GROUP BY c0"
                        + " ORDER BY c0')");
        check("[(14,)]", "rows('SELECT sum(square) FROM squares(4)')");
        run("people = [('Cy', 7)]");
        check("[('Cy', 7)]", "rows('SELECT * FROM people')");
        run("people = 5");
        says("OperationalError: no such table: people", "error(rows, 'SELECT * FROM people')");
        run("c.execute('CREATE TABLE scores(x)')");
        check("[]", "rows('SELECT * FROM scores')");
        says("OperationalError: no such table: rows", "error(rows, 'SELECT * FROM rows')");
        run("c.use_variables(False)");
        says("OperationalError: no such table: squares", "error(rows, 'SELECT * FROM squares(4)')");
    }
}
