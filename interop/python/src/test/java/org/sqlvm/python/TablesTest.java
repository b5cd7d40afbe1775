package org.sqlvm.python;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

    private void says(String expected, String expression) {
        assertEquals(expected, run("str(" + expression + ")").asString(), expression);
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

    /** What the query does not give has the function's own default. */
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
}
