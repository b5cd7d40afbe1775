"""Files, which the resident sqlvm opens, and results as columns."""

import os
import sqlite3
import struct
import tempfile
import unittest
from unittest import mock

import sqlvm_client
from base import TestCase, address, numbers


class FilesTest(TestCase):
    server = "FILES"

    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = made.name
        os.environ["SQLVM_FILES_SOCKET"] = address(self.server)
        self.addCleanup(os.environ.pop, "SQLVM_FILES_SOCKET")
        before = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)

    def open(self, name, **options):
        made = sqlvm_client.connect(name, **options)
        self.addCleanup(made.close)
        return made

    def test_names_begin_in_the_programs_folder(self):
        with self.open("a.db") as db:
            db.execute("CREATE TABLE t(x)")
            db.execute("INSERT INTO t VALUES(1)")
            db.commit()
            db.execute("ATTACH 'b.db' AS b")
            db.execute("CREATE TABLE b.u AS SELECT x + 1 AS y FROM t")
        db.close()
        self.assertEqual({"a.db", "b.db"}, set(os.listdir()))
        other = sqlite3.connect("b.db")
        self.assertEqual([(2,)], other.execute("SELECT * FROM u").fetchall())
        self.assertEqual([("ok",)], other.execute("PRAGMA integrity_check").fetchall())
        other.close()

    def test_a_path_and_a_uri(self):
        path = os.path.join(self.folder, "a b.db")
        self.open(path).execute("CREATE TABLE t(x)")
        db = self.open("file:a%20b.db?mode=ro", uri=True)
        self.assertEqual([("t",)], db.execute("SELECT name FROM sqlite_schema").fetchall())
        self.fails(sqlvm_client.OperationalError, "readonly",
                   db.execute, "CREATE TABLE u(x)")

    def test_databases_in_memory_are_of_one_connection(self):
        first, second = self.open(":memory:"), self.open(":memory:")
        first.execute("CREATE TABLE t(x)")
        self.fails(sqlvm_client.OperationalError, "no such table", second.execute,
                   "SELECT * FROM t")

    def test_a_file_is_warm_for_the_next_program(self):
        db = self.open("a.db")
        db.execute("CREATE TABLE t(x, y)")
        db.executemany("INSERT INTO t VALUES(?, ?)", [(i % 9, i / 2) for i in range(100_000)])
        db.commit()
        question = "SELECT x, sum(y) FROM t GROUP BY x ORDER BY x"
        answer = db.execute(question).fetchall()
        db.close()
        db = self.open("a.db")
        self.assertEqual(answer, db.execute(question).fetchall())
        row = dict(zip(*self.table(db, "PRAGMA sqlvm_mirror")))
        self.assertEqual(row["partitions"], row["shared"])
        # A file of the same name is another one.
        db.close()
        os.rename("a.db", "b.db")
        sqlite3.connect("a.db").execute("CREATE TABLE t(x, y)").connection.close()
        self.assertEqual([], self.open("a.db").execute(question).fetchall())
        self.assertEqual(answer, self.open("b.db").execute(question).fetchall())

    def table(self, db, sql):
        cursor = db.execute(sql)
        return [each[0] for each in cursor.description], cursor.fetchone()

    def test_a_log_is_deleted_with_the_last_program(self):
        db = self.open("a.db")
        db.execute("PRAGMA journal_mode = wal")
        db.execute("CREATE TABLE t(x)")
        self.assertIn("a.db-wal", os.listdir())
        db.close()
        self.assertEqual(["a.db"], os.listdir())

    def test_what_is_no_file(self):
        error = self.fails(sqlvm_client.OperationalError, "unable to open database file",
                           sqlvm_client.connect, os.path.join("none", "a.db"))
        self.assertEqual("SQLITE_CANTOPEN", error.sqlite_errorname)
        with open("text", "w") as file:
            file.write("not a database " * 100)
        db = self.open("text")
        self.fails(sqlvm_client.DatabaseError, "not a database",
                   db.execute, "SELECT * FROM sqlite_schema")

    def test_nobody_is_there_and_nothing_to_start(self):
        with mock.patch.dict(os.environ, {"XDG_RUNTIME_DIR": self.folder, "PATH": self.folder}):
            os.environ.pop("SQLVM_FILES_SOCKET")
            self.fails(sqlvm_client.OperationalError, "not on PATH", sqlvm_client.connect, "a.db")
            os.environ["SQLVM_COMMAND"] = "/bin/false"
            self.fails(sqlvm_client.OperationalError, "has not started", sqlvm_client.connect, "a.db")
            os.chmod(os.path.join(self.folder, "sqlvm"), 0o777)
            self.fails(sqlvm_client.OperationalError, "not this user's", sqlvm_client.connect, "a.db")
        os.environ["SQLVM_FILES_SOCKET"] = address(self.server)

    # Columns.

    def stream(self, cursor):
        content = cursor._stream()
        try:
            return content[:]
        finally:
            content.close()

    def test_columns_are_a_stream_in_memory(self):
        db = self.open(":memory:")
        for sql in (numbers(10), numbers(100_000), numbers(10) + " WHERE i > 10"):
            content = self.stream(db.execute(sql))
            # Arrow's continuation marker, and the end of the stream.
            self.assertEqual(-1, struct.unpack_from("<i", content)[0])
            self.assertEqual((-1, 0), struct.unpack_from("<ii", content, len(content) - 8))
        content = self.stream(db.execute(numbers(100_000)))
        self.assertIn(b"%0200d" % 1, content)
        self.assertIn(b"%0200d" % 99_999, content)
        self.assertEqual([(1,)], db.execute("SELECT 1").fetchall())

    def test_each_cursor_has_its_own_columns(self):
        db = self.open(":memory:")
        sql = "SELECT printf('%05d', ?)"
        first, second = db.execute(sql, (11111,)), db.execute(sql, (22222,))
        self.assertIn(b"22222", self.stream(second))
        self.assertIn(b"11111", self.stream(first))

    def test_rows_that_have_been_read_are_not_there(self):
        db = self.open(":memory:")
        read = db.execute(numbers(10))
        read.fetchone()
        self.fails(sqlvm_client.ProgrammingError, "have been read", read._stream)
        self.assertEqual(9, len(read.fetchall()))
        self.fails(sqlvm_client.ProgrammingError, "no result", db.cursor()._stream)
        db.execute("CREATE TABLE t(x)")
        self.fails(sqlvm_client.NotSupportedError, "queries",
                   db.execute("INSERT INTO t VALUES(1), (2) RETURNING x")._stream)

    def test_an_error_of_the_query(self):
        db = self.open(":memory:")
        fails_late = "iif(i = 40000, abs(-9223372036854775808), i), printf"
        rows = db.execute(numbers(50_000).replace("i, printf", fails_late))
        self.fails(sqlvm_client.OperationalError, "integer overflow", rows._stream)
        self.assertEqual([(1,)], db.execute("SELECT 1").fetchall())


class ServersTest(TestCase):
    """Servers of one database."""

    def test_no_columns_through_a_port(self):
        self.fails(sqlvm_client.NotSupportedError, "Unix socket",
                   self.db.execute("SELECT 1")._stream)
        self.fails(sqlvm_client.NotSupportedError, "Unix socket", self.db.create_table, "f", {"x": [1]})

    def test_columns_through_a_socket(self):
        db = self.connect("SOCKET")
        content = db.execute("SELECT 'some text'")._stream()
        self.assertIn(b"some text", content[:])
        content.close()


if __name__ == "__main__":
    unittest.main()
