package org.sqlvm.python;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.List;

/** Objects into tables: Connection.insert_all. */
final class InsertAllTest extends ModuleProgram {
    @Override
    String prelude() {
        return """
            import collections
            import dataclasses
            import datetime
            import sqlvm

            def rows(sql, *parameters):
                return c.execute(sql, parameters).fetchall()

            def error(function, *arguments, **options):
                try:
                    return function(*arguments, **options)
                except BaseException as e:
                    notes = getattr(e, "__notes__", [])
                    return "%s: %s" % (type(e).__name__, "; ".join([str(e)] + notes))

            @dataclasses.dataclass
            class Task:
                id: int
                title: str
                done: bool

            class Plain:
                def __init__(self, id, title):
                    self.id = id
                    self.title = title
                    self._hidden = 1

            Pair = collections.namedtuple("Pair", "title id")

            def tasks(first, last):
                for id in range(first, last + 1):
                    yield Task(id, "Task %d" % id, id % 2 == 0)

            c = sqlvm.connect(":memory:", isolation_level=None)
            c.execute("CREATE TABLE tasks(id INTEGER PRIMARY KEY, title TEXT, done)")
            """;
    }

    @BeforeEach
    void emptyTable() {
        run("c.execute('DELETE FROM tasks')");
    }

    @Test
    void rowsOfManyKinds() {
        check("20000", "c.insert_all('tasks', tasks(1, 20000))");
        check(
                "[(20000, 200010000, 10000)]",
                "rows('SELECT count(*), sum(id), sum(done) FROM tasks')");
        check("2", "c.insert_all('tasks', [Plain(20001, 'a'), Plain(None, 'b')])");
        check("1", "c.insert_all('tasks', [Pair('c', 30000)])");
        check(
                "2",
                "c.insert_all('tasks', [{'ID': 30001, 'done': 1.5}, {'ID': 30002, 'done': b'x'}])");
        check("2", "c.insert_all('tasks', [(30003, 'ä', 1 << 62), [None, '\\U0001f600', None]])");
        check("1", "c.insert_all('tasks', [Task(40000, 'd', True)], columns='id title')");
        check(
                "[(20001, 'a', None), (20002, 'b', None), (30000, 'c', None), (30001, None, 1.5),"
                        + " (30002, None, b'x'), (30003, 'ä', 4611686018427387904),"
                        + " (30004, '\ud83d\ude00', None), (40000, 'd', None)]",
                "rows('SELECT * FROM tasks WHERE id > 20000')");
        check("0", "c.insert_all('tasks', [])");
        check("False", "c.in_transaction");
    }

    @Test
    void columnsOfSequences() {
        run("""
            import array
            data = {"id": range(1, 10001), "title": ["t%d" % i for i in range(10000)],
                    "done": array.array("d", [i / 4 for i in range(10000)])}
            """);
        check("10000", "c.insert_all('tasks', data)");
        check(
                "[(10000, 50005000, 12498750.0, 't9999')]",
                "rows('SELECT count(*), sum(id), sum(done), max(title) FROM tasks')");
        check(
                "'ValueError: columns of different lengths: id 1, title 2'",
                "error(c.insert_all, 'tasks', {'id': [1], 'title': ['a', 'b']})");
    }

    @Test
    void tablesAreMade() {
        check("2", "c.insert_all('made', tasks(1, 2), create=True)");
        check(
                "[('CREATE TABLE \"made\"(\"id\" INTEGER, \"title\" TEXT, \"done\" INTEGER)',)]",
                "rows(\"SELECT sql FROM sqlite_schema WHERE name = 'made'\")");
        check("1", "c.insert_all('dicts', [{'a': 1.5, 'b': None}], create=True)");
        check(
                "[('CREATE TABLE \"dicts\"(\"a\" REAL, \"b\")',)]",
                "rows(\"SELECT sql FROM sqlite_schema WHERE name = 'dicts'\")");
    }

    @Test
    void errorsNameTheRow() {
        check(
                "'IntegrityError: row 3: UNIQUE constraint failed: tasks.id'",
                "error(c.insert_all, 'tasks', [(1, 'a', 0), (2, 'b', 0), (1, 'c', 0)])");
        check(
                "2",
                "c.insert_all('tasks', [(1, 'a', 0), (2, 'b', 0), (1, 'c', 0)],"
                        + " conflict='ignore')");
        check(
                "\"ProgrammingError: Error binding parameter 2: type 'object' is not supported;"
                        + " row 2, title\"",
                "error(c.insert_all, 'tasks', [{'id': 5, 'title': 'x'}, {'id': 6, 'title':"
                        + " object()}])");
        check(
                "'OverflowError: Python int too large to convert to SQLite INTEGER; row 1, done'",
                "error(c.insert_all, 'tasks', [Task(7, 'x', 1 << 64)])");
        check(
                "True",
                "error(c.insert_all, 'tasks', [Task(7, 'x', 0), Pair('a', 8)])"
                        + ".startswith('OperationalError: row 2: done: ')");
        check(
                "'OperationalError: 2 values for 3 columns'",
                "error(c.insert_all, 'tasks', [(7, 'x')])");
        check(
                "'OperationalError: table tasks has no column named name'",
                "error(c.insert_all, 'tasks', [{'name': 1}])");
        check("'TypeError: not a list of rows: int'", "error(c.insert_all, 'tasks', 5)");
        check(
                "'ValueError: conflict is one of ABORT, IGNORE, REPLACE, FAIL, ROLLBACK'",
                "error(c.insert_all, 'tasks', [], conflict='x')");
        run("""
            def breaks():
                yield from tasks(100, 9000)
                raise KeyError("broken")
            """);
        check("\"KeyError: 'broken'\"", "error(c.insert_all, 'tasks', breaks())");
        check("[(2,)]", "rows('SELECT count(*) FROM tasks')");
        check("False", "c.in_transaction");
    }

    /** Nothing of a row is left out in silence. */
    @Test
    void aMemberThatTheFirstRowHadNotIsAnError() {
        run("""
            @dataclasses.dataclass
            class Late(Task):
                note: str

            class Slots:
                __slots__ = ("id",)

                def __init__(self, id):
                    self.id = id

            class MoreSlots(Slots):
                __slots__ = ("title",)

            def with_note(row):
                row.note = "x"
                return row

            def with_title(row):
                row.title = "x"
                return row

            refused = [
                [{"id": 1}, {"id": 2, "note": 3}],
                [Task(1, "a", 0), Late(2, "b", 0, "x")],
                [Plain(1, "a"), with_note(Plain(2, "b"))],
                [Slots(1), with_title(MoreSlots(2))],
            ]
            told = [error(c.insert_all, "tasks", rows) for rows in refused]
            sqlvm.register_adapter(Task, str)  # Of columns, and not as values: it changes nothing.
            told += [error(c.insert_all, "tasks", iter(rows)) for rows in refused]
            """);
        check(
                "['note', 'note', 'note', 'title', 'note', 'note', 'note', 'title']",
                "[each.removeprefix('OperationalError: row 2: the first row had no member ')"
                        + " for each in told]");
        check("[(0,)]", "rows('SELECT count(*) FROM tasks')");
        check(
                "[2, 2, 2, 2]",
                "[c.insert_all('tasks', each, conflict='REPLACE') for each in"
                        + " ([{'id': 1, 'done': 0}, {'id': 2}], [Plain(1, 'a'), Plain(2, 'b')],"
                        + " [Slots(1), Slots(2)], [Task(1, 'a', 0), Task(2, 'b', 1)])]");
        check("2", "c.insert_all('tasks', [{'id': 3}, {'id': 4, 'note': 1}], columns='id')");
        check(
                "'OperationalError: row 2: the row is NoneType, which has no members as the first"
                        + " row has'",
                "error(c.insert_all, 'tasks', [{'id': 5}, None])");
    }

    @Test
    void objectsWithinThemselvesAndRowsWithoutMembers() {
        run("""
            around = {"id": 1}
            around["inner"] = {"around": around}
            made = {"create": True, "add_columns": True}
            """);
        check(
                "'ValueError: row 1, inner.around: circular reference detected'",
                "error(c.insert_all, 'around', [around], flatten=True, **made)");
        check(
                "'ValueError: Circular reference detected; row 1, inner'",
                "error(c.insert_all, 'around', [around], **made)");
        check(
                "'OperationalError: the first row has no members, so table none would have no"
                        + " columns: create it before'",
                "error(c.insert_all, 'none', [{}, {'a': 1}], **made)");
        run("c.execute('CREATE TABLE some(a)')");
        check("2", "c.insert_all('some', [{}, {'a': 1}], **made)");
        check("[(None,), (1,)]", "rows('SELECT * FROM some')");
    }

    /** Half of a surrogate pair has no bytes, wherever it comes in. */
    @Test
    void loneSurrogatesAreErrors() {
        run("""
            lone = "a\ud800"
            told = [error(*call) for call in (
                (c.insert_all, "tasks", [(1, lone, 0)]),
                (c.insert_all, "tasks", [{"title": "x"}, {"title": lone}]),
                (c.insert_all, "tasks", {"title": ["x", lone]}),
                (c.insert_all, "tasks", [{lone: 1}]),
                (c.insert_all, lone, [{"id": 1}]),
                (c.execute, "SELECT '%s'" % lone),
                (c.execute, "SELECT ?", (lone,)),
                (c.executemany, "INSERT INTO tasks(title) VALUES(?)", [("x",), (lone,)]),
                (c.executemany, "INSERT INTO tasks(title) VALUES(?)", iter([("x",), (lone,)])),
                (c.create_function, lone, 0, lambda: 1),
                (c.create_collation, lone, lambda a, b: 0),
                (c.create_table, lone, [(1,)]),
                (c.create_table, "t", [(1,)], [lone]),
                (c.create_table, "t", [{lone: 1}]),
                (c.insert_all, "tasks", ['{"title": "%s"}' % lone]),
            )]
            told.append(error(c.insert_all, "tasks", [{"title": {"a": lone}}], add_columns=True))
            told.append(error(c.insert_all, "tasks", [{lone: 1}], add_columns=True))
            told.append(error(c.insert_all, "tasks", ['{"title": "%s"}' % lone], json=True))
            c.create_table("lone", [("x", 1), (lone, 2)], "a b")
            told.append(error(rows, "SELECT a FROM lone"))
            c.create_function("lone", 0, lambda: lone)
            c.create_collation("lone", lambda a, b: lone)
            told.append(error(rows, "SELECT lone()"))
            told.append(error(rows, "SELECT value FROM json_each('[1, 2]') ORDER BY value || ''"
                              " COLLATE lone"))
            """);
        check(
                "[]",
                "[each for each in told if not isinstance(each, str) or not ('surrogate' in each or"
                        + " 'UnicodeEncodeError' in each or 'user-defined' in each or"
                        + " '3 columns' in each or 'no such table' in each)]");
        check("[(0,)]", "rows(\"SELECT count(*) FROM tasks WHERE title IS NOT 'x'\")");
    }

    /** Rows are read in batches; where a batch ends makes no difference. */
    @Test
    @Tag("full")
    void iteratorsOfManyRows() {
        run("""
            class Numbers:
                def __init__(self, count):
                    self.left = count

                def __iter__(self):
                    return self

                def __next__(self):
                    if not self.left:
                        raise StopIteration
                    self.left -= 1
                    return (self.left + 1, "t", 0)

                def __call__(self):
                    raise TypeError("not called")

            def handled(count):
                for id in range(1, count + 1):
                    try:
                        int("x")
                    except ValueError:
                        yield (id, "t", 1)

            def fails(count):
                yield from handled(count)
                raise KeyError("over")
            """);
        for (int count : new int[] {1, 3999, 4000, 4001, 8000, 12_345}) {
            for (String rows : List.of("Numbers", "handled")) {
                check("" + count, "c.insert_all('tasks', " + rows + "(" + count + "))");
                check(
                        "[(" + count + ", 1, " + count + ")]",
                        "rows('SELECT count(*), min(id), max(id) FROM tasks')");
                run("c.execute('DELETE FROM tasks')");
            }
            check("\"KeyError: 'over'\"", "error(c.insert_all, 'tasks', fails(" + count + "))");
            check("[(0,)]", "rows('SELECT count(*) FROM tasks')");
        }
        check("[]", "list(handled(0))");
        check("0", "c.insert_all('tasks', handled(0))");
    }

    @Test
    void transactionsAdaptersAndProgress() {
        run("""
            told = []
            c.execute("BEGIN")
            c.insert_all("tasks", tasks(1, 10000), progress=told.append)
            """);
        check("True", "c.in_transaction and told[-1] == 10000 and len(told) > 1");
        check(
                "'IntegrityError: row 1: UNIQUE constraint failed: tasks.id'",
                "error(c.insert_all, 'tasks', [(1, 'a', 0)])");
        check("[(10000,)]", "rows('SELECT count(*) FROM tasks')");
        run("c.execute('ROLLBACK')");
        check("[(0,)]", "rows('SELECT count(*) FROM tasks')");
        run("""
            class Point:
                def __init__(self, x):
                    self.x = x

                def __conform__(self, protocol):
                    return "point %d" % self.x
            c.insert_all("tasks", [(1, Point(5), bytearray(b"a")), (2, "x", True)])
            """);
        check("[(1, 'point 5', b'a'), (2, 'x', 1)]", "rows('SELECT * FROM tasks')");
    }

    @Test
    void membersBecomeColumns() {
        run("""
            def events(n):
                for id in range(1, n + 1):
                    yield {"id": id, "m%d" % (id % 5): id / 2, "at": {"x": id, "y": [id, "ä"]}}
            add = {"add_columns": True, "create": True}
            """);
        check("5000", "c.insert_all('events', events(5000), **add)");
        check(
                "[(5000, 1000, 1251250.0, '{\"x\":7,\"y\":[7,\"ä\"]}')]",
                "rows('SELECT count(*), count(m2), sum(m0), (SELECT at FROM events WHERE id = 7)"
                        + " FROM events')");
        check(
                "[('id',), ('m1',), ('at',), ('m2',), ('m3',), ('m4',), ('m0',)]",
                "rows(\"SELECT name FROM pragma_table_info('events')\")");
        check(
                "4",
                "c.insert_all('mixed', [Task(1, 'a', True), Plain(2, 'b'), Pair('c', 3),"
                        + " {'at': Task(5, None, False), 'when': None}], **add)");
        check(
                "[(1, 'a', 1, None), (2, 'b', None, None), (3, 'c', None, None),"
                        + " (None, None, None, '{\"id\":5,\"title\":null,\"done\":false}')]",
                "rows('SELECT id, title, done, at FROM mixed')");
        check(
                "2",
                "c.insert_all('flat', [{'a': {'b': 1, 'c': {'d': None}}}, {'a': Task(1, 'x', 0)}],"
                        + " flatten=True, **add)");
        check(
                "[('a.b', 'a.c.d', 'a.id', 'a.title', 'a.done')]",
                "[tuple(d[0] for d in c.execute('SELECT * FROM flat').description)]");
        check(
                "3",
                "c.insert_all('lines', iter(['{\"a\": 1}', b'{\"b\": {\"x\": 2}}', '{}']),"
                        + " json=True, flatten=True, **add)");
        check("[(1, None), (None, 2), (None, None)]", "rows('SELECT a, \"b.x\" FROM lines')");
        check("2", "c.insert_all('lines', {'a': [5, 6], 'z': ['x', 'y']}, add_columns=True)");
        check("[(5, 'x'), (6, 'y')]", "rows('SELECT a, z FROM lines WHERE z IS NOT NULL')");
        check(
                "'OperationalError: row 2: malformed JSON at byte 2 of the value'",
                "error(c.insert_all, 'lines', ['{\"q\": 1}', '{'], json=True, add_columns=True)");
        check(
                "\"ProgrammingError: Error binding parameter q: type 'object' is not supported;"
                        + " row 2, q\"",
                "error(c.insert_all, 'lines', [{'q': 1}, {'q': object()}], add_columns=True)");
        check(
                "'ProgrammingError: row 1: a row without names of its members: int'",
                "error(c.insert_all, 'lines', [5], add_columns=True)");
        check(
                "'OverflowError: Python int too large to convert to SQLite INTEGER; row 1, q'",
                "error(c.insert_all, 'lines', [{'q': 1 << 64}], add_columns=True)");
        check(
                "[('a',), ('b.x',), ('z',)]",
                "rows(\"SELECT name FROM pragma_table_info('lines')\")");
        check("[('ok',)]", "rows('PRAGMA integrity_check')");
    }
}
