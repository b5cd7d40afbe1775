package org.sqlvm.python;

import org.junit.jupiter.api.Test;

/** Modules for CREATE VIRTUAL TABLE: Connection.create_module. */
final class ModulesTest extends ModuleProgram {
    /** The members of apsw's classes beside those for rows. */
    private static final String SEARCHER = """
        class Searcher:
            def Create(self, connection, module, database, table, *arguments):
                c.execute("CREATE TABLE %s_data(x)" % table)
                return self.Connect(connection, module, database, table)

            def Connect(self, connection, module, database, table, *arguments):
                return "CREATE TABLE x(word TEXT)", Searched(table)

            def ShadowName(self, suffix):
                return suffix == "data"

        class Searched:
            def __init__(self, name):
                self.name = name

            def BestIndex(self, conditions, order):
                log.append(conditions)
                return [[(0, True) if operator in (64, 151) else None for _, operator in conditions]]

            def FindFunction(self, name, nargs):
                if name == "match":
                    return lambda query, word: query in word
                if name == "sounds":
                    return 151, lambda word, other: word[0] == other[0]
                if name == "wrong":
                    return 149, len
                return None

            def Integrity(self, schema, name, quick):
                return "%s.%s %s: %d" % (schema, name, self.name, quick)

            def UpdateInsertRow(self, rowid, fields):
                c.execute("INSERT INTO %s_data VALUES(?)" % self.name, fields)
                return 1

            def Rename(self, name):
                c.execute("ALTER TABLE %s_data RENAME TO %s_data" % (self.name, name))

            def Destroy(self):
                c.execute("DROP TABLE %s_data" % self.name)

            def Open(self):
                return Found()

        class Found:
            words = "pear", "apple", "plum"

            def Filter(self, index, text, arguments):
                log.append(arguments)
                self.place = 0

            def Eof(self):
                return self.place == len(self.words)

            def Rowid(self):
                return self.place

            def Column(self, column):
                return self.words[self.place]

            def Next(self):
                self.place += 1

            def Close(self):
                pass

        c.create_module("searcher", Searcher())
        c.overload_function("sounds", 2)
        c.overload_function("wrong", 1)
        c.execute("CREATE VIRTUAL TABLE s USING searcher")
        """;

    /** Classes as apsw has them. */
    static final String KEEPER = """
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

    /** A connection c, its functions, and the module words. */
    static final String PRELUDE = """
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

    @Override
    String prelude() {
        return PRELUDE;
    }

    @Test
    void functionsAndShadowTables() {
        run(SEARCHER);
        check(
                "[('plum', 1, 0)]",
                "rows('SELECT word, word MATCH ?, sounds(word, ?) FROM s"
                        + " WHERE sounds(word, ?) = 1 AND word < ?', 'lu', 'a', 'p', 'q')[1:]");
        check(
                "[('pear',), ('apple',), ('plum',)]",
                "rows('SELECT word FROM s WHERE sounds(word," + " ?)', 'p')");
        says("[((0, 151),), ('p',)]", "log[-2:]");
        check("[('plum',)]", "rows('SELECT word FROM s WHERE (word MATCH ?) = 1', 'lu')");
        check(
                "'OperationalError: unable to use function sounds in the requested context'",
                "error(rows, 'SELECT sounds(1, 2)')");
        check("[('main.s s: 0',)]", "rows('PRAGMA integrity_check(s)')");
        check("[('main.s s: 1',)]", "rows('PRAGMA quick_check(s)')");
        check("[('shadow',)]", "rows('SELECT type FROM pragma_table_list(?)', 's_data')");
        run("c.setconfig(sqlvm.SQLITE_DBCONFIG_DEFENSIVE)");
        check("True", "c.getconfig(sqlvm.SQLITE_DBCONFIG_DEFENSIVE)");
        check(
                "'OperationalError: table s_data may not be modified'",
                "error(rows, 'DELETE FROM s_data')");
        check("[]", "rows('INSERT INTO s VALUES(?)', 'fig')");
        check("[]", "rows('ALTER TABLE s RENAME TO z')");
        check("[('fig',)]", "rows('SELECT * FROM z_data')");
        check("[]", "rows('DROP TABLE z')");
        check("'OperationalError: no such table: z_data'", "error(rows, 'SELECT * FROM z_data')");
        run("c.setconfig(sqlvm.SQLITE_DBCONFIG_DEFENSIVE, False)");
    }

    /**
     * SQLite takes no error of FindFunction, so apsw shows it, and the function is as for others.
     */
    @Test
    void errorsOfFindFunction() {
        run(SEARCHER);
        run("""
            import sys

            shown = []
            sys.unraisablehook = lambda what: shown.append(
                "%s: %s" % (what.exc_type.__name__, what.exc_value))
            """);
        String unusable =
                "'OperationalError: unable to use function wrong in the requested context'";
        // A connection keeps statements, which are not prepared again.
        check(unusable, "error(rows, 'SELECT wrong(word) FROM s')");
        says(
                "ValueError: Expected FindFunction sequence [int, Callable] to have int between"
                        + " SQLITE_INDEX_CONSTRAINT_FUNCTION and 255, not 149",
                "shown[0]");
        run("Searched.FindFunction = lambda self, name, nargs: 'no function'");
        check(unusable, "error(rows, 'SELECT wrong(word) AS a FROM s')");
        says(
                "TypeError: Expected FindFunction to return None, a Callable, or Sequence[int,"
                        + " Callable]",
                "shown[-1]");
        run("Searched.FindFunction = lambda self, name, nargs: 1 / 0");
        check(unusable, "error(rows, 'SELECT wrong(word) AS b FROM s')");
        says("ZeroDivisionError: division by zero", "shown[-1]");
        run("Searched.FindFunction = lambda self, name, nargs: len if name == 'wrong' else None");
        check("[(4,), (5,), (4,)]", "rows('SELECT wrong(word) AS c FROM s')");
        says(
                "TypeError: overload_function() argument 1 must be str, not int",
                "error(c.overload_function, 1, 1)");
        run("sys.unraisablehook = sys.__unraisablehook__");
    }

    /** ColumnNoChange, and no_change in UpdateChangeRow, as in apsw. */
    @Test
    void valuesThatDoNotChange() {
        run(KEEPER);
        run("""
            class Unchanging(Kept):
                def UpdateChangeRow(self, rowid, new, fields):
                    log.append((fields[0] is sqlvm.no_change, fields[1]))

                def Open(self):
                    return UnchangingCursor(self.rows)

            class UnchangingCursor(Cursor):
                def ColumnNoChange(self, column):
                    return sqlvm.no_change if column == 0 else self.Column(column)

            class UnchangingModule:
                def Create(self, *arguments):
                    return "CREATE TABLE x(a INTEGER, b TEXT)", Unchanging()

                Connect = Create

            c.create_module("unchanging", UnchangingModule(), use_no_change=True)
            c.execute("CREATE VIRTUAL TABLE same USING unchanging")
            c.execute("INSERT INTO same VALUES (1, 'x')")
            log.clear()
            c.execute("UPDATE same SET rowid = 7")
            c.execute("UPDATE same SET b = 'y' WHERE a = 1")
            """);
        says("[(True, 'x'), (True, 'y')]", "[each for each in log if isinstance(each[0], bool)]");
        says("<sqlvm.no_change>", "sqlvm.no_change");
        run("c.create_module('unchanging', UnchangingModule())");
        run("log.clear(); c.execute(\"INSERT INTO same VALUES (1, 'x')\")");
        run("c.execute(\"UPDATE same SET b = 'y'\")");
        says("(False, 'y')", "log[-1]");
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
        says("([(1, 'EQ'), (0, 'LIKE')], [(1, False)])", "log[-1]");
        says(
                "OperationalError: table w may not be modified",
                "error(rows, 'DELETE FROM w WHERE length = 3')");
        run("c.create_module('words', None)");
        says("OperationalError: no such module: words", "error(rows, 'SELECT * FROM w')");
    }

    /** A statement's OR decides about an IntegrityError, and a table learns of REPLACE. */
    @Test
    void conflicts() {
        run("""
            class Unique:
                declaration = "CREATE TABLE x(a)"

                def __init__(self):
                    self.values = []

                def rows(self, index, text, arguments):
                    return [(value, place) for place, value in enumerate(self.values)]

                def insert(self, rowid, values):
                    if values[0] in self.values:
                        raise sqlvm.IntegrityError("%s twice" % values[0])
                    self.values.append(values[0])
                    return len(self.values)

            class UniqueModule:
                def connect(self, schema, table, arguments):
                    return Unique()

            c.create_module("uniq", UniqueModule())
            c.execute("CREATE VIRTUAL TABLE u USING uniq")
            c.execute("INSERT INTO u VALUES (1)")
            c.execute("INSERT OR IGNORE INTO u VALUES (1), (2), (2), (3)")
            """);
        check("[(1,), (2,), (3,)]", "rows('SELECT * FROM u')");
        says("IntegrityError: 3 twice", "error(rows, 'INSERT INTO u VALUES (3)')");
        run("c.execute('BEGIN')");
        says("IntegrityError: 3 twice", "error(rows, 'INSERT OR ROLLBACK INTO u VALUES (3)')");
        check("False", "c.in_transaction");
        run(KEEPER);
        run("""
            def insert(self, rowid, fields):
                log.append(c.vtab_on_conflict())
                return 1

            Kept.UpdateInsertRow = insert
            c.execute("CREATE VIRTUAL TABLE replaced USING keeper")
            log.clear()
            c.execute("INSERT INTO replaced VALUES (1, 'x')")
            c.execute("REPLACE INTO replaced VALUES (1, 'x')")
            """);
        says("[4, 5]", "log");
    }

    /** vtab_config and drop_modules, with SQLite's effects. */
    @Test
    void settingsOfModules() {
        run(KEEPER);
        run("""
            class Refusing(Kept):
                def UpdateInsertRow(self, rowid, fields):
                    if fields[0] == 2:
                        raise sqlvm.IntegrityError("two")
                    return super().UpdateInsertRow(rowid, fields)

            class ConfiguredModule:
                def Create(self, *arguments):
                    for each in settings:
                        c.vtab_config(*each)
                    return "CREATE TABLE x(a INTEGER, b TEXT)", Refusing()

                Connect = Create

            def configured(*given):
                global settings
                settings = given  # Of the next connect.
                c.create_module("configured", ConfiguredModule())
                c.execute("DROP VIEW IF EXISTS cv")
                c.execute("DROP TABLE IF EXISTS ct")
                c.execute("CREATE VIRTUAL TABLE ct USING configured")
                c.execute("CREATE VIEW cv AS SELECT a FROM ct")

            def inserts(words):
                return error(rows, "INSERT %s INTO ct(a) VALUES (1), (2), (3)" % words), \\
                    rows("SELECT a FROM ct")

            settings = ()
            c.create_module("configured", ConfiguredModule())
            c.execute("CREATE VIRTUAL TABLE ct USING configured")
            """);
        run("configured()");
        check("('IntegrityError: two', [])", "inserts('OR IGNORE')");
        check("('IntegrityError: two', [])", "inserts('OR FAIL')");
        run("configured((sqlvm.SQLITE_VTAB_CONSTRAINT_SUPPORT, 1))");
        check("('IntegrityError: two', [(1,)])", "inserts('OR FAIL')");
        check("([], [(1,), (1,), (3,)])", "inserts('OR IGNORE')");
        run("configured((sqlvm.SQLITE_VTAB_CONSTRAINT_SUPPORT, 0))");
        check("('IntegrityError: two', [])", "inserts('OR IGNORE')");
        run("configured((sqlvm.SQLITE_VTAB_DIRECTONLY,))");
        check("[]", "rows('SELECT a FROM ct')");
        String unsafe = "'OperationalError: unsafe use of virtual table \"ct\"'";
        check(unsafe, "error(rows, 'SELECT a FROM cv')");
        run("c.execute('PRAGMA trusted_schema = OFF')");
        run("configured()");
        check(unsafe, "error(rows, 'SELECT a FROM cv')");
        run("configured((sqlvm.SQLITE_VTAB_DIRECTONLY,), (sqlvm.SQLITE_VTAB_INNOCUOUS,))");
        check("[]", "rows('SELECT a FROM cv')");
        run("c.execute('PRAGMA trusted_schema = ON')");
        says(
                "ProgrammingError: You can only call vtab_config while in a virtual table"
                        + " Create/Connect call",
                "error(c.vtab_config, 1, 1)");
        run("settings = ((7,),); c.create_module('configured', ConfiguredModule())");
        says("ValueError: Unknown sqlite3_vtab_config op 7", "error(rows, 'SELECT a FROM ct')");
        run("configured(); c.execute('DROP VIEW cv'); c.execute('DROP TABLE ct')");
        run("""
            own = sqlvm.connect(":memory:")
            own.create_module("keeper", Keeper())
            own.create_module("other", Keeper())
            own.drop_modules(["keeper"])
            own.execute("CREATE VIRTUAL TABLE k USING keeper")
            """);
        says(
                "OperationalError: no such module: other",
                "error(own.execute, 'CREATE VIRTUAL TABLE o USING other')");
        run("own.drop_modules(None)");
        says("OperationalError: no such module: keeper", "error(own.execute, 'SELECT * FROM k')");
        says(
                "OperationalError: no such table: dbstat",
                "error(own.execute, 'SELECT * FROM dbstat')");
        says(
                "TypeError: Expected sequence item #1 to be str, not int",
                "error(own.drop_modules, ['x', 2])");
        run("own.close()");
    }

    @Test
    void formOfApsw() {
        run(KEEPER);
        run("log.clear()");
        run("c.execute('CREATE VIRTUAL TABLE k USING keeper(x, y = 1)')");
        says("create keeper k ('x', 'y = 1')", "log[0]");
        run("c.executemany('INSERT INTO k VALUES(?, ?)', [(1, 'one'), (2, 'two')])");
        check("[(1, 1, 'one'), (2, 2, 'two')]", "rows('SELECT rowid, * FROM k')");
        run("log.clear()");
        check("[('two',)]", "rows('SELECT b FROM k WHERE a = ?', 2)");
        says("[(((0, 2),), ()), (5, 'why', (2,))]", "log");
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

    /** An eponymous table, which exists without a CREATE, can be changed like any other. */
    @Test
    void tablesOfModulesAreChanged() {
        run(KEEPER);
        run("""
            class Own:
                def __init__(self):
                    self.rows = {1: ("a", 1), 2: ("b", 2)}

                def Create(self, *arguments):
                    return "CREATE TABLE x(n, v)", self

                Connect = Create

                def BestIndex(self, constraints, order):
                    pass

                def Open(self):
                    return Cursor(self.rows)

                def UpdateInsertRow(self, rowid, values):
                    key = rowid or max(self.rows) + 1
                    self.rows[key] = tuple(values)
                    return key

                def UpdateChangeRow(self, rowid, key, values):
                    del self.rows[rowid]
                    self.rows[key] = tuple(values)

                def UpdateDeleteRow(self, rowid):
                    del self.rows[rowid]

            c.create_module("Own", Own(), eponymous=True)
            """);
        check("[]", "rows(\"UPDATE own SET v = v * 10 WHERE n = 'b'\")");
        check("[]", "rows(\"INSERT INTO Own VALUES ('c', 7), ('d', 8)\")");
        check("[]", "rows('DELETE FROM OWN WHERE v = 1')");
        check("[('b', 20), ('c', 7), ('d', 8)]", "rows('SELECT n, v FROM own')");
        says("OperationalError: no such table: temp.own", "error(rows, 'DELETE FROM temp.own')");
        says(
                "OperationalError: table json_each may not be modified",
                "error(rows, 'DELETE FROM json_each')");
    }

    /**
     * Tables that can be changed in one way only, wrong results of changes, and words behind OR.
     */
    @Test
    void partsOfTables() {
        run(KEEPER);
        run("""
            closed = []

            class Deleting:
                def Create(self, *arguments):
                    return "CREATE TABLE x(a, b)", self

                Connect = Create

                def BestIndex(self, constraints, order):
                    pass

                def UpdateDeleteRow(self, key):
                    log.append((key, error(c.vtab_on_conflict)))

                def Open(self):
                    return Reading()

            class Reading(Cursor):
                def __init__(self):
                    self.rows = [(7, ("a", object()))]

                def Close(self):
                    closed.append(self)

            c.create_module("deleting", Deleting())
            c.execute("CREATE VIRTUAL TABLE deletes USING deleting")
            log.clear()
            """);
        // A column is read if the query wants it.
        check("[('a', 7)]", "rows('SELECT a, rowid FROM deletes')");
        check("1", "len(closed)");
        says(
                "TypeError: Value from Column is not supported: object",
                "error(rows, 'SELECT b FROM deletes')");
        says(
                "AttributeError: 'Deleting' object has no attribute 'UpdateInsertRow'",
                "error(rows, 'INSERT INTO deletes VALUES (1, 2)')");
        run("Reading.Rowid = lambda self: 1 << 70");
        says(
                "OverflowError: Python int too large to convert to C long long",
                "error(rows, 'SELECT rowid FROM deletes')");
        run("""
            Reading.Rowid = lambda self: 8
            Reading.__init__ = lambda self: setattr(self, "rows", [(8, ("a", "b"))])
            """);
        check("[]", "rows('DELETE FROM deletes')");
        says("(8, 4)", "log[-1]");
        says(
                "ProgrammingError: You can only call vtab_on_conflict while in a virtual table"
                        + " Update call",
                "error(c.vtab_on_conflict)");
        run("""
            def change(self, *arguments):
                log.append(c.vtab_on_conflict())

            Deleting.UpdateChangeRow = change
            Deleting.UpdateInsertRow = lambda self, key, values: "no number"
            log.clear()
            for word in "ROLLBACK", "FAIL", "ABORT", "IGNORE", "REPLACE":
                c.execute("UPDATE OR %s deletes SET a = 1" % word)
            modes = [each for each in log if isinstance(each, int)]
            """);
        says("[1, 3, 4, 2, 5]", "modes");
        says(
                "TypeError: Expected an int for the rowid, not str",
                "error(rows, 'INSERT INTO deletes VALUES (1, 2)')");
        says(
                "ValueError: 7 is not a valid iVersion - should be 1, 2, 3, or 4",
                "error(lambda: c.create_module('seven', Deleting(), iVersion=7))");
    }
}
