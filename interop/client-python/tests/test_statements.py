"""Statements, values, rows and errors."""

import datetime
import gc
import unittest

import sqlvm_client as s
from base import TestCase, numbers


class Values(TestCase):
    def test_each_class_comes_back(self):
        for value in (None, 0, 1, -1, (1 << 63) - 1, -(1 << 63), 1.5, -0.0, float("inf"), "", "a",
                      "é€\U0001f600", "a\0b", b"", b"\0\1\xff", "x" * 100000, b"y" * 3000000):
            (read, kind), = self.rows("SELECT ?1, typeof(?1)", (value,))
            self.assertEqual((value, type(value)), (read, type(read)))

    def test_nan_is_null(self):
        self.assertEqual([(None,)], self.rows("SELECT ?", (float("nan"),)))

    def test_what_no_column_takes(self):
        run = self.db.execute
        self.fails(OverflowError, "too large", run, "SELECT ?", (1 << 63,))
        self.fails(UnicodeEncodeError, "surrogates", run, "SELECT ?", ("\ud800",))
        self.fails(s.ProgrammingError, "Error binding parameter 2: type 'object' is not supported",
                   run, "SELECT ?, ?", (1, object()))
        self.fails(s.ProgrammingError, "Error binding parameter ':a': type 'list' is not supported",
                   run, "SELECT :a", {"a": []})

    def test_buffers_and_subclasses(self):
        class Name(str):
            pass

        self.assertEqual([(b"ab", b"cd", 1, "n")], self.rows(
            "SELECT ?, ?, ?, ?", (bytearray(b"ab"), memoryview(b"cd"), True, Name("n"))))

    def test_text_that_is_no_utf8(self):
        cursor = self.db.execute(
            "SELECT 'good' AS t UNION ALL SELECT CAST(x'61ff' AS TEXT) UNION ALL SELECT 'more'")
        self.assertEqual(("good",), cursor.fetchone())
        self.fails(s.OperationalError, "Could not decode to UTF-8 column 't' with text 'a",
                   cursor.fetchone)
        self.db.text_factory = bytes
        self.assertEqual([(b"a\xff",)], self.rows("SELECT CAST(x'61ff' AS TEXT)"))
        self.db.text_factory = lambda raw: raw.decode("latin-1")
        self.assertEqual([("aÿ", b"\xff")], self.rows("SELECT CAST(x'61ff' AS TEXT), x'ff'"))

    def test_dates_are_adapted_and_converted(self):
        db = self.connect(detect_types=s.PARSE_DECLTYPES | s.PARSE_COLNAMES)
        db.execute("CREATE TABLE t(d date, t timestamp)")
        day, time = datetime.date(2026, 11, 26), datetime.datetime(2026, 11, 26, 1, 2, 3, 4000)
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            db.execute("INSERT INTO t VALUES (?, ?)", (day, time))
            self.assertEqual((day, time), db.execute("SELECT * FROM t").fetchone())
            cursor = db.execute("SELECT '2026-11-26' AS \"d [date]\", 1.5 AS x")
        self.assertEqual("d", cursor.description[0][0])
        self.assertEqual((day, 1.5), cursor.fetchone())

    def test_own_adapters_and_converters(self):
        class Point:
            def __init__(self, x):
                self.x = x

            def __conform__(self, protocol):
                return "(%d)" % self.x if protocol is s.PrepareProtocol else None

        s.register_converter("point", lambda raw: Point(int(raw[1:-1])))
        db = self.connect(detect_types=s.PARSE_DECLTYPES)
        db.execute("CREATE TABLE t(p POINT, n)")
        db.executemany("INSERT INTO t VALUES (?, ?)", [(Point(i), i) for i in range(5)])
        self.assertEqual([0, 1, 2, 3, 4], [p.x for p, _ in db.execute("SELECT * FROM t")])


class Statements(TestCase):
    def setUp(self):
        super().setUp()
        self.db.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT NOT NULL)")

    def test_named_parameters(self):
        self.assertEqual([(1, "x")], self.rows("SELECT :a, @b", {"a": 1, "b": "x"}))
        self.fails(s.ProgrammingError, "You did not supply a value for binding parameter :b",
                   self.db.execute, "SELECT :a, :b", {"a": 1})

    def test_counts_of_parameters(self):
        for sql in ("SELECT ?, ?", "SELECT ?, ?; "):
            for _ in range(2):
                self.fails(s.ProgrammingError,
                           "The current statement uses 2, and there are 1 supplied",
                           self.db.execute, sql, (1,))

    def test_one_statement_at_a_time(self):
        for sql in ("SELECT 1; SELECT 2", "INSERT INTO t VALUES (1, 'a'); DELETE FROM t"):
            self.fails(s.ProgrammingError, "one statement at a time", self.db.execute, sql)
        self.assertEqual([], self.rows("SELECT * FROM t; -- and a comment"))
        self.assertEqual([], self.rows(" -- nothing"))

    def test_errors_have_codes(self):
        error = self.fails(s.OperationalError, "no such table: nosuch",
                           self.db.execute, "SELECT * FROM nosuch")
        self.assertEqual((1, "SQLITE_ERROR"), (error.sqlite_errorcode, error.sqlite_errorname))
        self.fails(s.OperationalError, 'near "SELEC": syntax error', self.db.execute, "SELEC 1")
        self.db.execute("INSERT INTO t VALUES (1, 'a')")
        error = self.fails(s.IntegrityError, "UNIQUE constraint failed: t.a",
                           self.db.execute, "INSERT INTO t VALUES (1, 'b')")
        self.assertEqual((1555, "SQLITE_CONSTRAINT_PRIMARYKEY"),
                         (error.sqlite_errorcode, error.sqlite_errorname))
        # The transaction goes on.
        self.assertTrue(self.db.in_transaction)
        self.db.execute("INSERT INTO t VALUES (2, 'b')")
        self.db.commit()
        self.assertEqual([(1,), (2,)], self.rows("SELECT a FROM t"))

    def test_counts_and_rowids(self):
        cursor = self.db.execute("INSERT INTO t(b) VALUES ('a'), ('b')")
        self.assertEqual((2, 2), (cursor.rowcount, cursor.lastrowid))
        self.assertEqual(-1, self.db.execute("SELECT * FROM t").rowcount)
        cursor = self.db.execute("UPDATE t SET b = 'c' RETURNING a")
        self.assertEqual((2, [(1,), (2,)]), (cursor.rowcount, cursor.fetchall()))
        self.assertEqual(4, self.db.total_changes)

    def test_description(self):
        cursor = self.db.execute("SELECT a AS x, b FROM t")
        self.assertEqual(["x", "b"], [each[0] for each in cursor.description])
        self.assertIsNone(self.db.execute("DELETE FROM t").description)
        cursor = self.db.execute("SELECT * FROM t")
        self.db.execute("ALTER TABLE t ADD COLUMN c DEFAULT 7")
        self.db.execute("INSERT INTO t(b) VALUES ('x')")
        cursor = self.db.execute("SELECT * FROM t")
        self.assertEqual((["a", "b", "c"], [(1, "x", 7)]),
                         ([each[0] for each in cursor.description], cursor.fetchall()))

    def test_rows_by_name(self):
        self.db.row_factory = s.Row
        row = self.db.execute("SELECT 1 AS a, 'x' AS B").fetchone()
        self.assertEqual((1, "x", ["a", "B"], 2), (row["A"], row["b"], row.keys(), len(row)))
        self.db.row_factory = lambda cursor, values: dict(
            zip([each[0] for each in cursor.description], values))
        self.assertEqual([{"a": 1}], self.rows("SELECT 1 AS a"))

    def test_scripts(self):
        self.db.execute("INSERT INTO t VALUES (1, 'a')")
        self.db.executescript("""
            CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t WHERE a = new.a - 1; SELECT 1; END;
            INSERT INTO t VALUES (2, ';');""")
        self.assertFalse(self.db.in_transaction)
        self.assertEqual([(2, ";")], self.rows("SELECT * FROM t"))
        self.fails(s.OperationalError, "no such table", self.db.executescript,
                   "INSERT INTO t VALUES (9, 'x'); DELETE FROM nosuch; INSERT INTO t VALUES (10, 'y')")
        self.assertEqual(1, self.rows("SELECT count(*) FROM t WHERE a >= 9")[0][0])

    def test_transactions(self):
        other = self.connect(isolation_level=None)
        other.execute("CREATE TABLE u(a)")
        other.execute("INSERT INTO u VALUES (1)")
        self.assertFalse(other.in_transaction)
        other = self.connect(autocommit=False)
        self.assertTrue(other.in_transaction)
        other.execute("CREATE TABLE u(a)")
        other.rollback()
        self.fails(s.OperationalError, "no such table", other.execute, "SELECT * FROM u")
        with self.db:
            self.db.execute("INSERT INTO t VALUES (1, 'a')")
        with self.assertRaises(ZeroDivisionError), self.db:
            self.db.execute("INSERT INTO t VALUES (2, 'b')")
            raise ZeroDivisionError
        self.assertEqual([(1,)], self.rows("SELECT a FROM t"))

    def test_no_isolation_level_commits(self):
        self.db.execute("INSERT INTO t VALUES (1, 'a')")
        self.db.isolation_level = None
        self.assertFalse(self.db.in_transaction)
        # Also what the program has begun itself, as in sqlite3.
        self.db.execute("BEGIN")
        self.db.isolation_level = None
        self.assertFalse(self.db.in_transaction)
        # With autocommit=False there is always a transaction.
        other = self.connect(autocommit=False)
        other.isolation_level = None
        self.assertTrue(other.in_transaction)

    def test_a_failed_compilation_begins_nothing(self):
        self.fails(s.OperationalError, "no such column",
                   self.db.execute, "INSERT INTO t VALUES (nosuch, ?)", (1,))
        self.assertFalse(self.db.in_transaction)

    def test_dump(self):
        self.db.execute("INSERT INTO t VALUES (1, 'it''s')")
        self.db.commit()
        other = self.connect()
        other.executescript("".join(self.db.iterdump()))
        self.assertEqual([(1, "it's")], other.execute("SELECT * FROM t").fetchall())

    def test_what_a_server_cannot_do(self):
        for call in (lambda: self.db.create_function("f", 1, abs),
                     lambda: self.db.create_collation("c", None),
                     lambda: self.db.backup(self.db), lambda: self.db.serialize(),
                     lambda: self.db.blobopen("t", "b", 1), lambda: self.db.set_authorizer(None)):
            self.fails(s.NotSupportedError, "is not there for a connection to a server", call)

    def test_complete_statement(self):
        for text, whole in (("SELECT 1;", True), ("SELECT 1", False), ("SELECT ';", False),
                            ("CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1;", False),
                            ("CREATE TEMP TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END;", True),
                            ("SELECT /* ; */ 1; -- x", True), ("/* ;", False), ("", False)):
            self.assertEqual(whole, s.complete_statement(text), text)
        self.fails(ValueError, "embedded null character", s.complete_statement, "SELECT 1;\0")
        self.fails(TypeError, "must be str, not int", s.complete_statement, 1)


class Many(TestCase):
    def setUp(self):
        super().setUp()
        self.db.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b)")

    def count(self):
        return self.rows("SELECT count(*), sum(a) FROM t")[0]

    def test_generators_lists_and_mappings(self):
        run = self.db.executemany
        cursor = run("INSERT INTO t VALUES (?, ?)", ((i, "é%d" % i) for i in range(20000)))
        self.assertEqual(20000, cursor.rowcount)
        run("INSERT INTO t VALUES (?, ?)", [[20000, None], (20001, 1.5)])
        run("INSERT INTO t VALUES (:a, :b)", ({"a": i, "b": True} for i in range(20002, 30000)))
        self.assertEqual((30000, 449985000), self.count())
        cursor = run("UPDATE t SET b = 0 WHERE a >= ?", [(10,), (20000,), (30000,)])
        self.assertEqual(29990 + 10000, cursor.rowcount)
        self.assertEqual(0, run("DELETE FROM t WHERE a = ?", []).rowcount)

    def test_a_generator_that_fails(self):
        def rows():
            for i in range(10000):
                yield i, i
            raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            self.db.executemany("INSERT INTO t VALUES (?, ?)", rows())
        self.assertEqual((10000, 49995000), self.count())

    def test_a_row_that_fails(self):
        rows = [(i, i) for i in range(9000)]
        rows[8500] = 5, 5
        error = self.fails(s.IntegrityError, "UNIQUE", self.db.executemany,
                           "INSERT INTO t VALUES (?, ?)", rows)
        self.assertEqual(1555, error.sqlite_errorcode)
        self.assertEqual(8500, self.count()[0])

    def test_a_row_that_is_none(self):
        for bad, kind in (((1,), s.ProgrammingError), ((1, object()), s.ProgrammingError),
                          ((1 << 63, 1), OverflowError), ((1, "\ud800"), UnicodeEncodeError),
                          (5, s.ProgrammingError)):
            self.db.execute("DELETE FROM t")
            rows = [(i, i) for i in range(100)] + [bad, (200, 200)]
            self.assertRaises(kind, self.db.executemany, "INSERT INTO t VALUES (?, ?)", rows)
            self.assertEqual(100, self.count()[0])

    def test_long_rows_are_sent_in_portions(self):
        size = self.db._wire.message_size_max
        self.db._wire.message_size_max = 20000
        try:
            self.db.executemany("INSERT INTO t VALUES (?, ?)", ((i, "x" * 3000) for i in range(50)))
            self.fails(s.DataError, "too big", self.db.executemany,
                       "INSERT INTO t VALUES (?, ?)", [(100, "x" * 30000)])
        finally:
            self.db._wire.message_size_max = size
        self.assertEqual((50, 1225), self.count())

    def test_returning_and_queries(self):
        cursor = self.db.executemany("INSERT INTO t VALUES (?, ?) RETURNING a", [(1, 1), (2, 2)])
        self.assertEqual((2, None), (cursor.rowcount, cursor.fetchone()))
        self.fails(s.ProgrammingError, "executemany() can only execute DML statements",
                   self.db.executemany, "SELECT ?", [(1,)])

    def test_the_generator_may_use_the_connection(self):
        def rows():
            for i in range(20000):
                if i % 9000 == 0:
                    self.rows("SELECT 1")
                yield i, i

        self.db.executemany("INSERT INTO t VALUES (?, ?)", rows())
        self.assertEqual(20000, self.count()[0])


class Results(TestCase):
    def test_a_long_result_in_every_way(self):
        wanted = [(i, "%0200d" % i) for i in range(1, 20001)]
        sql = numbers(20000)
        self.assertEqual(wanted, self.rows(sql))
        self.assertEqual(wanted, list(self.db.execute(sql)))
        cursor = self.db.execute(sql)
        cursor.arraysize = 300
        read = [cursor.fetchone() for _ in range(10)]
        while True:
            some = cursor.fetchmany()
            if not some:
                break
            read += some
        self.assertEqual(wanted, read)
        self.assertIsNone(cursor.fetchone())

    def test_several_results_at_once(self):
        cursors = [self.db.execute(numbers(5000)) for _ in range(4)]
        for row in range(1, 5001):
            for cursor in cursors:
                self.assertEqual(row, cursor.fetchone()[0])
            if row % 1000 == 0:
                self.assertEqual([(row,)], self.rows("SELECT ?", (row,)))

    def test_a_loop_that_fetches_itself(self):
        cursor = self.db.execute("SELECT value FROM generate_series(1, 6)")
        read = []
        for value, in cursor:
            read.append((value, cursor.fetchone()[0]))
        self.assertEqual([(1, 2), (3, 4), (5, 6)], read)

    def test_results_that_nobody_reads_to_the_end(self):
        for _ in range(5):
            next(self.db.execute(numbers(100000)))
        gc.collect()
        cursor = self.db.execute(numbers(100000))
        cursor.fetchmany(5000)
        cursor.close()
        self.fails(s.ProgrammingError, "closed cursor", cursor.fetchone)
        cursor = self.db.execute(numbers(100000))
        cursor.fetchmany(3000)
        self.assertEqual([(1,)], cursor.execute("SELECT 1").fetchall())

    def test_an_error_behind_rows(self):
        cursor = self.db.execute(
            "SELECT CASE WHEN value < 5000 THEN value ELSE abs(-9223372036854775807 - 1) END "
            "FROM generate_series(1, 10000)")
        read = []
        with self.assertRaises(s.OperationalError) as raised:
            for value, in cursor:
                read.append(value)
        self.assertIn("integer overflow", str(raised.exception))
        self.assertEqual(list(range(1, 5000)), read)
        self.assertEqual([(1,)], self.rows("SELECT 1"))

    def test_a_loop_whose_cursor_runs_another_statement(self):
        cursor = self.db.execute("SELECT value FROM generate_series(1, 6)")
        read = []
        for value, in cursor:
            read.append(value)
            if value == 2:
                cursor.execute("SELECT value FROM generate_series(10, 12)")
        self.assertEqual([1, 2, 10, 11, 12], read)
        cursor.execute("SELECT value FROM generate_series(1, 6)")
        for _ in cursor:
            cursor.execute("CREATE TEMP TABLE IF NOT EXISTS looped(a)")
        self.assertIsNone(cursor.fetchone())

    def test_a_loop_whose_cursor_is_closed(self):
        for factory in (str, bytes):
            self.db.text_factory = factory
            for closed in ("cursor", "database"):
                cursor = self.db.execute("SELECT 'x' FROM generate_series(1, 6)")
                loop = iter(cursor)
                next(loop)
                (cursor if closed == "cursor" else self.db).close()
                self.fails(s.ProgrammingError, "closed " + closed, next, loop)
            self.db = self.connect()

    def test_a_cursor_with_a_next_of_its_own(self):
        class Doubling(s.Cursor):
            def __next__(self):
                row = self.fetchone()
                if row is None:
                    raise StopIteration
                return row * 2

        cursor = self.db.cursor(Doubling).execute("SELECT 1")
        self.assertEqual((1, 1), next(cursor))

    def test_statements_end_on_the_server(self):
        db = self.connect(cached_statements=0)
        sent = []
        send = db._wire.send
        db._wire.send = lambda *messages: sent.extend(messages) or send(*messages)
        for i in range(10):
            db.execute("SELECT ?", (i,)).fetchall()
            db.execute("SELECT value FROM generate_series(1, 9)").fetchone()
        self.fails(s.ProgrammingError, "one statement at a time", db.execute, "SELECT 1; SELECT 2")
        gc.collect()
        db.executescript("")
        kinds = [message[:1] for message in sent]
        self.assertEqual((21, 21), (kinds.count(b"P"), kinds.count(b"C")))

    def test_many_texts(self):
        db = self.connect(cached_statements=5)
        for i in range(50):
            self.assertEqual([(i,)], db.execute("SELECT %d" % i).fetchall())
        self.assertEqual([(7,)], db.execute("SELECT 7").fetchall())


if __name__ == "__main__":
    unittest.main()
