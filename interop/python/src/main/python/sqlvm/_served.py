"""Connections to a server, with the methods of sqlite3.Connection."""

import weakref
from _thread import RLock
from collections import deque
from struct import error as StructError

from . import _errors
from ._binding import checked
from ._columns import read
from ._complete import statements
from ._connection_base import CLOSED, UNMADE, ConnectionBase, cursor_method
from ._constants import LEGACY_TRANSACTION_CONTROL
from ._errors import DataError, Error, NotSupportedError, ProgrammingError
from ._served_cursor import Cursor
from ._served_statement import Statement, script
from ._transaction import checked_autocommit, checked_level
from ._urls import address_of
from ._wire import Wire


class _Turns:
    """A lock for those who use the session, which are inside of it for a while."""

    def __init__(self):
        self._lock = RLock()
        self._depth = 0

    def __enter__(self):
        self._lock.acquire()
        self._depth += 1

    def __exit__(self, kind, value, traceback):
        self._depth -= 1
        self._lock.release()

    def enter_if_free(self):
        """Enters if no thread is inside: not even this one, which may be collecting garbage there."""
        if not self._lock.acquire(blocking=False):
            return False
        if self._depth:
            self._lock.release()
            return False
        self._depth = 1
        return True


class Connection(ConnectionBase):
    """A session of a server. Changes begin a transaction, unless isolation_level is None or
    autocommit says otherwise.

    database is a URL, sqlvm://USER:PASSWORD@HOST:PORT or sqlvm+unix:PATH, or the path of a Unix
    socket or its folder. ssl is True, False, or an ssl.SSLContext; without it connections to other
    machines are encrypted, and the server's certificate is checked. The timeouts are seconds:
    timeout to wait for a lock, connect_timeout for the login, statement_timeout for each statement.
    """

    _wire = None
    _trace = None
    # Flags of the runs of queries.
    _run_flags = 0

    def __init__(self, database, timeout=5.0, detect_types=0, isolation_level="",
                 check_same_thread=True, factory=None, cached_statements=128, uri=False, *,
                 autocommit=LEGACY_TRANSACTION_CONTROL, user=None, password=None, ssl=None, connect_timeout=30.0,
                 statement_timeout=None, application_name=None):
        level = checked_level(isolation_level)
        autocommit = checked_autocommit(autocommit)
        address = self._address(database, uri, user=user, password=password, ssl=ssl,
                                connect_timeout=connect_timeout, statement_timeout=statement_timeout,
                                application_name=application_name)
        if self._barred is not UNMADE:
            # The session before goes on for cursors that read from it.
            self._check_thread()
            self._barred = UNMADE
        self._lock = _Turns()
        self._wire = Wire(address)
        self._set_up(detect_types, check_same_thread)
        self._control(level, autocommit)
        self._cache_size = cached_statements
        self._statements = {}
        self._last_number = 0
        # Messages without an awaited answer: they go with the next group.
        self._later = deque()
        # Cursors with a loop over their rows, by their id().
        self._loops = weakref.WeakValueDictionary()
        self._barred = None
        try:
            self._script("PRAGMA busy_timeout = %d" % (timeout * 1000))
            if autocommit is False:
                self._script("BEGIN")
        except BaseException:
            self._wire.close()
            self._barred = UNMADE
            raise

    cursor = cursor_method(Cursor)

    def _address(self, database, uri, **options):
        return address_of(database, **options)

    # Statements.

    def _statement(self, sql):
        """Returns a statement for a text that is not running at the moment."""
        found = self._statements.get(sql)
        if found is not None and not found.busy:
            return found
        checked(sql, self._wire.message_size_max - 64)
        sql.encode()  # Halves of surrogate pairs have no UTF-8.
        self._last_number += 1
        made = Statement.of(self._last_number, sql, self._later)
        if found is None and self._cache_size > 0:
            while len(self._statements) >= self._cache_size:
                del self._statements[next(iter(self._statements))]
            self._statements[sql] = made
        return made

    def _prepare(self, statement):
        answer = self._send([statement.prepare()])
        self._wire.finish(answer)
        self._learn(statement, answer)

    def _learn(self, statement, answer):
        """Takes the server's description of a statement that it has just compiled."""
        try:
            if answer.prepared is None:
                raise answer.error or self._wire.broken()
            statement.learn(answer, self._wire)
        except BaseException:
            self._statements.pop(statement.sql, None)
            raise

    def _send(self, messages):
        """Sends a group of messages."""
        for each in messages:
            if len(each) > self._wire.message_size_max:
                raise _errors.coded(DataError("string or blob too big"), 18, "SQLITE_TOOBIG")
        first = []
        # The garbage collector may add to it at any time.
        while self._later:
            first.append(self._later.popleft())
        return self._wire.send(*first, *messages)

    def _send_later(self, wire):
        """Tells the server that a run has ended early, if no other thread is using the connection."""
        if wire is self._wire and self._barred is None and self._lock.enter_if_free():
            try:
                self._send([])
            except Error:
                pass  # The next statement says it.
            finally:
                self._lock.__exit__(None, None, None)

    def _counted(self, answer, size):
        """Returns how many rows have been changed by this number of runs of a statement."""
        self._wire.finish(answer)
        if answer.error is not None:
            raise answer.error
        if size == 1:
            return answer.count
        try:
            return sum(read(answer.numbers, 4, size, False)[0])
        except (KeyError, IndexError, TypeError, ValueError, StructError):
            raise self._wire.broken() from None

    def _script(self, sql):
        """Runs statements."""
        if self._trace is not None:
            self._traced(*statements(sql))
        with self._lock:
            answer = self._wire.finish(self._send([script(sql)]))
        if answer.error is not None:
            raise answer.error

    def _scripts(self, *texts):
        self._script("; ".join(texts))  # With one round trip.

    def _run_script(self, sql):
        sql.encode()
        if "\0" in sql:
            raise ValueError("embedded null character")
        if self._autocommit is not False and self._autocommit is not True:
            self.commit()
        self._script(sql)

    def _text_of(self, number):
        """The text that SQLite makes of a number, in UTF-8."""
        cursor = Cursor(self)
        cursor.row_factory = None
        text, = cursor.execute("SELECT CAST(CAST(? AS TEXT) AS BLOB)", (number,)).fetchone()
        return text

    def _statement_of(self, sql):
        with self._lock:
            made = self._statement(sql)
            if not made.prepared and not made.empty:
                self._prepare(made)
            return made

    def _in_transaction(self):
        return self._wire.in_transaction

    def _wants_begin(self):
        """Whether a transaction begins before a statement changes rows."""
        return self._begin_sql is not None and not self._wire.in_transaction

    @property
    def total_changes(self):
        self._check()
        return self._wire.total_changes

    def close(self):
        """A transaction that is open is undone. Waits for the statement of another thread."""
        self._check_thread()
        with self._lock:
            if self._barred is not None:
                return
            if self._autocommit is False and self._trace is not None:
                self._traced("ROLLBACK")
            self._barred = CLOSED
            self._statements = {}
            self._wire.close(wait=True)
            for cursor in list(self._loops.values()):
                cursor._drop_rows()

    def __del__(self):
        if self._barred is None:
            self._barred = CLOSED
            self._wire.close()

    def interrupt(self):
        """Ends what runs in other threads."""
        if self._barred is not None:
            raise ProgrammingError(self._barred)
        self._wire.cancel()

    def set_trace_callback(self, trace_callback):
        """trace_callback(sql) is called for every statement that is sent, with the text as it is
        there, without values."""
        self._check()
        self._trace = trace_callback

    def _traced(self, *texts):
        for text in texts:
            if text:
                try:
                    self._trace(text)
                except Exception as error:
                    _errors.unraisable(error, self._trace)


def _refused(kind, name, instead):
    def method(self, *arguments, **options):
        self._check()
        raise NotSupportedError("%s is not there for a connection to a server: %s"
                                % (name, instead))

    method.__name__ = name
    method.__qualname__ = "%s.%s" % (kind.__name__, name)
    method.__doc__ = "Raises NotSupportedError: %s." % instead
    setattr(kind, name, method)


_FUNCTIONS = "the server would have to call this program; SqlvmServer.onConnect adds functions there"
_FILE = "the file is the server's"
_HOOKS = "the server would have to call this program"
_LIMITS = "limits and settings are the server's"

for _names, _instead in (
        ("create_function create_aggregate create_window_function create_collation", _FUNCTIONS),
        ("create_module create_table create_rtree_query use_geopackage use_variables"
         " register_fts5_tokenizer register_fts5_function"
         " overload_function drop_modules"
         " vtab_config vtab_on_conflict", _FUNCTIONS),
        ("set_authorizer set_progress_handler", _HOOKS),
        ("enable_load_extension load_extension", _FILE),
        ("backup serialize deserialize", _FILE),
        ("blobopen", "read and write the whole value with SQL"),
        ("insert_all", "use executemany"),
        ("getlimit setlimit getconfig setconfig", _LIMITS)):
    for _name in _names.split():
        _refused(Connection, _name, _instead)
for _name in "to_columns to_arrow to_pandas to_polars".split():
    _refused(Cursor, _name, "COPY … TO STDOUT (FORMAT arrow) of PostgreSQL's clients has columns")

Cursor._of = Connection


def connect(database, *arguments, **options):
    """Connects to a server. See Connection."""
    factory = (arguments[4] if len(arguments) > 4 else options.get("factory")) or Connection
    return factory(database, *arguments, **options)
