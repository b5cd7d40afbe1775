"""Logins, several sessions, threads, and what becomes of a session that breaks."""

import os
import random
import socket
import ssl
import threading
import time
import unittest
from urllib.parse import urlsplit

import sqlvm_client as s
from base import ENDLESS, TestCase, address, numbers


class Logins(TestCase):
    server = "FILE"

    def test_urls_and_sockets(self):
        self.assertEqual([(1,)], self.rows("SELECT 1"))
        path = address("SOCKET")
        for url in (path, os.path.dirname(path) + "/" + os.path.basename(path),
                    "sqlvm+unix:" + path, "sqlvm+unix:%s?application_name=x" % path):
            made = s.connect(url)
            self.assertEqual((1,), made.execute("SELECT 1").fetchone())
            made.close()

    def test_passwords(self):
        url = urlsplit(address("PASSWORD"))
        good = "sqlvm://me:s%%C3%%A9cret@localhost:%d" % url.port
        s.connect(good).close()
        s.connect("sqlvm://localhost:%d" % url.port, user="me", password="s\u00e9cret").close()
        wrong = "password authentication failed"
        for options, text in (({"user": "me", "password": "wrong"}, wrong),
                              ({"user": "nobody", "password": "x"}, wrong),
                              ({"user": "me"}, "wants a password")):
            error = self.fails(s.OperationalError, text,
                               lambda: s.connect("sqlvm://localhost:%d" % url.port, **options))
            self.assertIn(error.sqlite_errorname, ("SQLITE_AUTH", "SQLITE_CANTOPEN"))

    def test_encryption(self):
        url, authority = address("TLS"), address("AUTHORITY")
        context = ssl.create_default_context(cafile=authority)
        made = s.connect(url, ssl=context)
        self.assertEqual(200, len(made.execute(numbers(3000)).fetchall()[-1][1]))
        made.execute("CREATE TEMP TABLE t(a)")
        made.executemany("INSERT INTO t VALUES (?)", (("x" * 1000,) for _ in range(3000)))
        self.assertEqual((3000000,), made.execute("SELECT sum(length(a)) FROM t").fetchone())
        made.close()
        # A certificate that no authority has signed.
        self.fails(s.OperationalError, "CERTIFICATE_VERIFY_FAILED", lambda: s.connect(url, ssl=True))
        self.fails(s.OperationalError, "has no TLS", lambda: s.connect(address("FILE"), ssl=True))

    def test_what_is_no_server(self):
        self.fails(s.OperationalError, "unable to connect", s.connect,
                   "sqlvm+unix:/nosuch/socket")
        self.fails(s.OperationalError, "unable to connect", s.connect, "sqlvm://localhost:1")
        for url in ("sqlvm://localhost/x?nosuch=1", "sqlvm://localhost:1?ssl=perhaps", "http://x",
                    "sqlvm://localhost#x", "sqlvm+unix:"):
            self.fails(s.ProgrammingError, "not the URL of a server", s.connect, url)

    def test_one_that_is_silent(self):
        with socket.socket() as silent:
            silent.bind(("localhost", 0))
            silent.listen()
            begun = time.time()
            self.fails(s.OperationalError, "timed out", lambda: s.connect(
                "sqlvm://localhost:%d" % silent.getsockname()[1], connect_timeout=0.2))
            self.assertLess(time.time() - begun, 10)

    def test_one_that_says_nonsense(self):
        for answer in (b"HTTP/1.1 400 Bad Request\r\n\r\n", b"Z\0\0\0\5I", b"R\0\0\0\x08\0\0\0\3", b"",
                       b"S\0\0\0\5x", b"R\0\0\0\4"):
            with socket.socket() as other:
                other.bind(("localhost", 0))
                other.listen()

                def serve():
                    client, _ = other.accept()
                    client.recv(1000)
                    client.sendall(answer)
                    client.close()

                thread = threading.Thread(target=serve)
                thread.start()
                with self.assertRaises(s.Error):
                    s.connect("sqlvm://localhost:%d" % other.getsockname()[1], connect_timeout=5)
                thread.join()


class Sessions(TestCase):
    server = "FILE"

    def setUp(self):
        super().setUp()
        self.db.executescript("DROP TABLE IF EXISTS t; CREATE TABLE t(a)")

    def test_they_see_and_lock_each_other(self):
        other = self.connect(timeout=0.1)
        self.db.execute("INSERT INTO t VALUES (1)")
        error = self.fails(s.OperationalError, "database is locked",
                           other.execute, "INSERT INTO t VALUES (2)")
        self.assertEqual("SQLITE_BUSY", error.sqlite_errorname)
        self.db.commit()
        other.execute("INSERT INTO t VALUES (2)")
        other.commit()
        self.assertEqual([(1,), (2,)], self.rows("SELECT a FROM t"))

    def test_close_undoes_and_unlocks(self):
        self.db.execute("INSERT INTO t VALUES (1)")
        self.db.close()
        self.db.close()
        self.fails(s.ProgrammingError, "closed database", self.db.execute, "SELECT 1")
        other = self.connect(timeout=0)
        self.assertEqual([], other.execute("SELECT * FROM t").fetchall())
        other.execute("INSERT INTO t VALUES (2)")

    def test_a_forgotten_cursor_locks_nothing(self):
        self.db.executemany("INSERT INTO t VALUES (?)", (("x" * 500,) for _ in range(3000)))
        self.db.commit()
        cursor = self.db.execute("SELECT * FROM t")
        cursor.fetchone()
        del cursor
        import gc

        gc.collect()
        other = self.connect(timeout=5)
        other.execute("DELETE FROM t")
        other.commit()
        self.assertEqual([(0,)], self.rows("SELECT count(*) FROM t"))

    def test_threads(self):
        failures = []

        def use():
            try:
                self.db.execute("SELECT 1")
            except s.ProgrammingError as error:
                failures.append(str(error))

        thread = threading.Thread(target=use)
        thread.start()
        thread.join()
        self.assertIn("can only be used in that same thread", failures[0])
        shared = self.connect(check_same_thread=False)
        sums = []

        def read(count):
            wanted = count * (count + 1) // 2
            for _ in range(20):
                sums.append(sum(i for i, _ in shared.execute(numbers(count))) - wanted)

        threads = [threading.Thread(target=read, args=(100 + 500 * i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([0] * 80, sums)

    def test_close_waits_for_another_threads_statement(self):
        for pause in (0, 0.01, 0.1):
            shared = self.connect(check_same_thread=False)
            ended = []

            def use(connection):
                try:
                    ended.append(connection.execute(
                        "SELECT count(*) FROM generate_series(1, 3000000)").fetchone())
                except Exception as e:
                    ended.append(e)

            thread = threading.Thread(target=use, args=(shared,))
            thread.start()
            time.sleep(pause)
            shared.close()
            thread.join()
            # The row has come whole, or the connection was closed before it was asked for.
            if ended != [(3000000,)]:
                self.assertIs(s.ProgrammingError, type(ended[0]), ended)
            self.fails(s.ProgrammingError, "closed database", shared.execute, "SELECT 1")

    def test_a_generator_that_closes_the_connection(self):
        made = self.connect()

        def rows():
            yield 1,
            made.close()
            yield 2,

        self.fails(s.ProgrammingError, "closed database",
                   made.executemany, "INSERT INTO t VALUES (?)", rows())
        self.assertEqual([(0,)], self.rows("SELECT count(*) FROM t"))

    @unittest.skipUnless(hasattr(os, "fork"), "no fork here")
    def test_a_forked_process_leaves_the_session_alone(self):
        self.db.execute("INSERT INTO t VALUES (1)")
        cursor = self.db.execute(numbers(20000))
        cursor.fetchone()
        child = os.fork()
        if child == 0:
            code = 1
            try:
                self.db.execute("SELECT 1")
            except s.OperationalError as error:
                code = 0 if "has been forked" in str(error) else 2
            try:
                cursor.close()
                self.db.close()
            except s.Error:
                code = 3
            finally:
                os._exit(code)
        self.assertEqual(0, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        self.assertTrue(self.db.in_transaction)
        self.assertEqual(19999, len(cursor.fetchall()))
        self.db.commit()
        self.assertEqual([(1,)], self.rows("SELECT a FROM t"))

    def test_ctrl_c_although_the_server_takes_no_connection(self):
        made = self.connect()
        wire = made._wire

        class Interrupted:
            def recv(self, size):
                raise KeyboardInterrupt

            def __getattr__(self, name):
                return getattr(line, name)

        line, wire._socket = wire._socket, Interrupted()
        port, wire.address.port = wire.address.port, 1
        self.assertRaises(KeyboardInterrupt, made.execute, "SELECT 1")
        wire._socket, wire.address.port = line, port
        self.assertEqual((2,), made.execute("SELECT 2").fetchone())

    def test_interrupt(self):
        ended = threading.Event()

        def stop():
            while not ended.wait(0.05):
                self.db.interrupt()

        thread = threading.Thread(target=stop)
        thread.start()
        try:
            error = self.fails(s.OperationalError, "interrupted", self.db.execute, ENDLESS)
        finally:
            ended.set()
            thread.join()
        self.assertEqual("SQLITE_INTERRUPT", error.sqlite_errorname)
        self.assertEqual([(1,)], self.rows("SELECT 1"))

    def test_statement_timeout(self):
        made = self.connect(statement_timeout=0.1)
        self.fails(s.OperationalError, "", made.execute, ENDLESS)
        self.assertEqual((1,), made.execute("SELECT 1").fetchone())


class Proxy:
    """Stands between a client and a server, and cuts the line after a number of bytes of answers."""

    def __init__(self, port):
        self.port = port
        self.left = None
        self.listener = socket.create_server(("localhost", 0))
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    @property
    def url(self):
        return "sqlvm://localhost:%d" % self.listener.getsockname()[1]

    def serve(self):
        client, _ = self.listener.accept()
        server = socket.create_connection(("localhost", self.port))
        self.ends = client, server
        other = threading.Thread(target=self.pass_on, args=(client, server, False), daemon=True)
        other.start()
        self.pass_on(server, client, True)
        other.join()
        for end in self.ends:
            end.close()

    def pass_on(self, source, target, counts):
        try:
            while True:
                data = source.recv(1000)
                if counts and self.left is not None:
                    data = data[:self.left]
                    self.left -= len(data)
                if not data:
                    break
                target.sendall(data)
        except OSError:
            pass
        for end in self.ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.listener.close()
        self.thread.join(10)


class Deaths(TestCase):
    server = "FILE"

    def dying(self, left):
        """A connection whose server goes after the first left bytes of its answers."""
        proxy = Proxy(urlsplit(address("FILE")).port)
        self.addCleanup(proxy.close)
        made = s.connect(proxy.url)
        self.addCleanup(made.close)
        proxy.left = left
        return made

    def test_a_server_that_dies_anywhere(self):
        for left in (0, 1, 30, 1000, 400000):
            made = self.dying(left)
            with self.assertRaises(s.OperationalError) as raised:
                made.execute(numbers(20000)).fetchall()
            self.assertIn("is lost", str(raised.exception))
            self.assertEqual("SQLITE_IOERR", raised.exception.sqlite_errorname)
            # And from then on, at once.
            self.fails(s.OperationalError, "is lost", made.execute, "SELECT 1")
            made.close()

    def test_in_the_middle_of_many(self):
        self.db.executescript("DROP TABLE IF EXISTS u; CREATE TABLE u(a)")
        made = self.dying(100)
        self.fails(s.OperationalError, "is lost", made.executemany,
                   "INSERT INTO u VALUES (?)", ((i,) for i in range(1000000)))
        made.close()
        self.assertEqual([(0,)], self.rows("SELECT count(*) FROM u"))

    def test_answers_that_are_damaged(self):
        """A client makes rows or an error of any bytes, and never waits for more."""
        self.db.execute("CREATE TABLE IF NOT EXISTS d(a, b)")
        wire = self.db._wire
        line = wire._socket

        def ask():
            self.db._statements.clear()
            self.db._later.clear()
            read = self.db.execute("SELECT value, 'text ' || value, NULL, 1.5, x'ff', "
                                   "iif(value % 2, 'x', 7) FROM generate_series(1, 50)").fetchall()
            count = self.db.executemany("DELETE FROM d WHERE a = ?", [(1,), ("x",)]).rowcount
            self.db.rollback()
            return read, count

        wire._socket = recorder = Recorder(line)
        wanted = ask()
        answers = b"".join(recorder.got)
        chance = random.Random(11)
        outcomes = [0, 0]
        try:
            for _ in range(1000):
                damaged = bytearray(answers)
                for _ in range(chance.randint(1, 3)):
                    damaged[chance.randrange(len(damaged))] = chance.randrange(256)
                wire._socket = Recorder(None, bytes(damaged))
                wire._data, wire._at, wire.lost = b"", 0, None
                wire.waiting.clear()
                wire.in_transaction = False
                try:
                    ask()
                    outcomes[0] += 1
                except s.Error:
                    outcomes[1] += 1
        finally:
            wire._socket, wire.lost = line, None
            wire._data, wire._at = b"", 0
            wire.waiting.clear()
        self.assertEqual(1000, sum(outcomes))
        self.assertGreater(outcomes[1], 100)
        self.assertEqual(wanted, ask())


class Recorder:
    """A socket that keeps what has come through it, or one that gives what it has been given."""

    def __init__(self, line, left=b""):
        self.line = line
        self.left = left
        self.got = []

    def recv(self, size):
        if self.line is None:
            data, self.left = self.left[:size], self.left[size:]
            return data
        self.got.append(self.line.recv(size))
        return self.got[-1]

    def sendall(self, data):
        if self.line is not None:
            self.line.sendall(data)

    def settimeout(self, seconds):
        pass

    def close(self):
        pass


if __name__ == "__main__":
    unittest.main()
