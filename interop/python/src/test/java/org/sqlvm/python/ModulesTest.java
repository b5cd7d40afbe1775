package org.sqlvm.python;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Modules for CREATE VIRTUAL TABLE: Connection.create_module. */
final class ModulesTest extends ModuleProgram {
    /** Classes as apsw has them. */
    private static final String KEEPER = """
        class Keeper:
            def Create(self, connection, module, database, table, *arguments):
                log.append("create %s %s %s" % (module, table, arguments))
                return "CREATE TABLE x(a INTEGER, b TEXT)", Kept()

            Connect = Create

        class Kept:
            def __init__(self):
                self.rows = {}

            def BestIndex(self, constraints, order):
                log.append((constraints, order))
                used = [(0, False) if each == (0, 2) else None for each in constraints]
                return [used, 5, "why", False, 10]

            def Open(self):
                return Cursor(self.rows)

            def UpdateInsertRow(self, rowid, fields):
                if fields[1] == "bad":
                    raise ValueError("not this one")
                rowid = rowid or len(self.rows) + 1
                self.rows[rowid] = fields
                return rowid

            def UpdateDeleteRow(self, rowid):
                del self.rows[rowid]

            def UpdateChangeRow(self, rowid, new, fields):
                del self.rows[rowid]
                self.rows[new] = fields

            def Begin(self):
                self.saved = dict(self.rows)

            def Rollback(self):
                self.rows = self.saved

            def Destroy(self):
                log.append("destroy")

        class Cursor:
            def __init__(self, rows):
                self.rows = sorted(rows.items())

            def Filter(self, index, text, arguments):
                log.append((index, text, arguments))
                self.place = 0

            def Eof(self):
                return self.place == len(self.rows)

            def Rowid(self):
                return self.rows[self.place][0]

            def Column(self, column):
                row = self.rows[self.place]
                return row[0] if column < 0 else row[1][column]

            def Next(self):
                self.place += 1

            def Close(self):
                pass

        c.create_module("keeper", Keeper())
        """;

    @Override
    String prelude() {
        return """
            import sqlvm
            from types import SimpleNamespace

            c = sqlvm.connect(":memory:", isolation_level=None)
            log = []

            def rows(sql, *parameters):
                return c.execute(sql, parameters).fetchall()

            def error(function, *arguments):
                try:
                    return function(*arguments)
                except BaseException as e:
                    return "%s: %s" % (type(e).__name__, e)

            class Words:
                declaration = "CREATE TABLE x(word TEXT, length INTEGER)"

                def __init__(self, words):
                    self.words = words

                def plan(self, conditions, order):
                    log.append(([(c[0], str(c[1])) for c in conditions],
                                [(o[0], bool(o[1])) for o in order]))
                    known = [i for i, c in enumerate(conditions) if c[0] == 0 and c[1] == "EQ"]
                    return SimpleNamespace(arguments=known[:1], exact=known[:1], index=len(known))

                def rows(self, index, text, arguments):
                    for word in self.words:
                        if index == 0 or word == arguments[0]:
                            yield word, len(word)

            class WordsModule:
                def connect(self, schema, table, arguments):
                    return Words([str(each) for each in arguments])

            c.create_module("words", WordsModule())
            """;
    }

    private void says(String expected, String expression) {
        assertEquals(expected, run("str(" + expression + ")").asString(), expression);
    }

    @Test
    void generatorsAreTables() {
        run("c.execute('CREATE VIRTUAL TABLE w USING words(pear, apple, fig)')");
        check(
                "[(2, 'apple', 5), (3, 'fig', 3), (1, 'pear', 4)]",
                "rows('SELECT rowid, * FROM w ORDER BY word')");
        check("[(3,)]", "rows('SELECT length FROM w WHERE word = ?', 'fig')");
        check("[(4,)]", "rows('SELECT max(length) FROM w WHERE word > ?', 'm')");
        run("log.clear()");
        check(
                "[]",
                "rows('SELECT 1 FROM w WHERE word LIKE ? AND length = 7 ORDER BY length', 'x')");
        says("([(0, 'LIKE'), (1, 'EQ')], [])", "log[-1]");
        says(
                "OperationalError: table w may not be modified",
                "error(rows, 'DELETE FROM w WHERE length = 3')");
        run("c.create_module('words', None)");
        says("OperationalError: no such module: words", "error(rows, 'SELECT * FROM w')");
    }

    @Test
    void formOfApsw() {
        run(KEEPER);
        run("c.execute('CREATE VIRTUAL TABLE k USING keeper(x, y = 1)')");
        says("create keeper k ('x', 'y = 1')", "log[0]");
        run("c.executemany('INSERT INTO k VALUES(?, ?)', [(1, 'one'), (2, 'two')])");
        check("[(1, 1, 'one'), (2, 2, 'two')]", "rows('SELECT rowid, * FROM k')");
        run("log.clear()");
        check("[('two',)]", "rows('SELECT b FROM k WHERE a = ?', 2)");
        says("[([(0, 2)], []), (5, 'why', (2,))]", "log");
        run("c.execute('UPDATE k SET b = b || ? WHERE a = 1', ('!',))");
        run("c.execute('BEGIN')");
        run("c.execute('DELETE FROM k')");
        check("[]", "rows('SELECT * FROM k')");
        run("c.execute('ROLLBACK')");
        check("[(1, 'one!'), (2, 'two')]", "rows('SELECT * FROM k')");
        says("ValueError: not this one", "error(rows, \"INSERT INTO k VALUES(3, 'bad')\")");
        run("c.create_module('reader', Keeper(), eponymous=True, read_only=True)");
        check("[]", "rows('SELECT * FROM reader')");
        run("c.execute('DROP TABLE k')");
        says("destroy", "log[-1]");
        says(
                "TypeError: a module has a method connect, or Create and Connect as apsw's",
                "error(c.create_module, 'x', 7)");
    }
}
