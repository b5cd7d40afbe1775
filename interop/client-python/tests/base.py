"""Where the servers are that the tests use: the class PythonClientTest starts them, and names them in
the environment. Their file has no tables at first."""

import os
import unittest

import sqlvm_client


def address(name):
    """A server's: "" in tests of what needs none."""
    found = os.environ.get("SQLVM_TEST_" + name)
    if found is None:
        raise unittest.SkipTest("no server: SQLVM_TEST_%s is not set" % name)
    return found


class TestCase(unittest.TestCase):
    """With a connection to a database in memory, which is its own."""

    server = "MEMORY"

    def setUp(self):
        self.db = self.connect()

    def connect(self, server=None, **options):
        made = sqlvm_client.connect(address(server or self.server), **options)
        self.addCleanup(made.close)
        return made

    def rows(self, sql, parameters=()):
        return self.db.execute(sql, parameters).fetchall()

    def fails(self, kind, text, function, *arguments):
        with self.assertRaises(kind) as raised:
            function(*arguments)
        self.assertIn(text, str(raised.exception))
        return raised.exception


def numbers(count):
    """A query that gives 1, 2, … count, with a text of 200 characters."""
    return ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) "
            "SELECT i, printf('%%0200d', i) FROM n" % count)


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
