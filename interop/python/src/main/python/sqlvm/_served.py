"""Connections to a server, with the methods of sqlite3.Connection."""

from _thread import RLock
from _thread import get_ident as _thread
from struct import error as StructError

from . import _adapt, _constants, _errors
from ._binding import checked
from ._columns import read
from ._complete import statements
from ._errors import (DatabaseError, DataError, Error, IntegrityError, InterfaceError,
                      InternalError, NotSupportedError, OperationalError, ProgrammingError,
                      Warning)
from ._served_cursor import Cursor
from ._served_statement import Statement, close, reset, script
from ._urls import address_of
from ._wire import Wire

_LEGACY = _constants.LEGACY_TRANSACTION_CONTROL
_LEVELS = ("", "DEFERRED", "IMMEDIATE", "EXCLUSIVE")

_UNMADE = "Base Connection.__init__ not called."
_CLOSED = "Cannot operate on a closed database."


def _level(level):
    if level is None:
        return None
    if not isinstance(level, str):
        raise TypeError("isolation_level must be str or None")
    if str.upper(level) not in _LEVELS:
        raise ValueError(
            "isolation_level string must be '', 'DEFERRED', 'IMMEDIATE', or 'EXCLUSIVE'")
    return str.upper(level)


def _autocommit(value):
    if value is True or value is False or (type(value) is int and value == _LEGACY):
        return value
    raise ValueError(
        "autocommit must be True, False, or sqlite3.LEGACY_TRANSACTION_CONTROL")


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
        """Whether nobody was inside: not even this thread, which may be collecting garbage there."""
        if not self._lock.acquire(blocking=False):
            return False
        if self._depth:
            self._lock.release()
            return False
        self._depth = 1
        return True


class Connection:
    """A session of a server. Changes begin a transaction, unless isolation_level is None or
    autocommit says otherwise.

    database is a URL, sqlvm://USER:PASSWORD@HOST:PORT or sqlvm+unix:PATH, or the path of a Unix
    socket or its folder. ssl is True, False, or an ssl.SSLContext; without it connections to other
    machines are encrypted, and the server's certificate is checked. The timeouts are seconds:
    timeout to wait for a lock, connect_timeout for the login, statement_timeout for each statement.
    """

    Warning = Warning
    Error = Error
    InterfaceError = InterfaceError
    DatabaseError = DatabaseError
    DataError = DataError
    OperationalError = OperationalError
    IntegrityError = IntegrityError
    InternalError = InternalError
    ProgrammingError = ProgrammingError
    NotSupportedError = NotSupportedError

    # Why it cannot be used, or None.
    _barred = _UNMADE
    _wire = None
    _owner = None
    _autocommit = _LEGACY
    _trace = None

    def __init__(self, database, timeout=5.0, detect_types=0, isolation_level="",
                 check_same_thread=True, factory=None, cached_statements=128, uri=False, *,
                 autocommit=_LEGACY, user=None, password=None, ssl=None, connect_timeout=30.0,
                 statement_timeout=None, application_name=None):
        level = _level(isolation_level)
        autocommit = _autocommit(autocommit)
        address = address_of(database, user=user, password=password, ssl=ssl,
                             connect_timeout=connect_timeout, statement_timeout=statement_timeout,
                             application_name=application_name)
        if self._wire is not None:
            # The session before goes on for cursors that read from it.
            self._check_thread()
            self._barred = _UNMADE
        self._lock = _Turns()
        self._wire = Wire(address)
        self.row_factory = None
        self._text_factory = str
        self._detect_types = detect_types
        self._converting = bool(detect_types)
        self._level = level
        self._owner = _thread() if check_same_thread else None
        self._cache_size = cached_statements
        self._statements = {}
        self._last_number = 0
        # Messages that nobody waits for: they go with the next group.
        self._later = []
        self._autocommit = autocommit
        self._barred = None
        try:
            self._script("PRAGMA busy_timeout = %d" % (timeout * 1000))
            if autocommit is False:
                self._script("BEGIN")
        except BaseException:
            self._wire.close()
            self._barred = _UNMADE
            raise

    def _check_thread(self):
        if self._wire is None:
            raise ProgrammingError(_UNMADE)
        owner = self._owner
        if owner is not None and owner != _thread():
            raise ProgrammingError(
                "SQLite objects created in a thread can only be used in that same thread. The "
                "object was created in thread id %d and this is thread id %d."
                % (owner, _thread()))

    def _check(self):
        if self._barred is not None:
            raise ProgrammingError(self._barred)
        owner = self._owner
        if owner is not None and owner != _thread():
            self._check_thread()

    # Statements.

    def _statement(self, sql):
        """A statement for a text that nobody runs at the moment."""
        found = self._statements.get(sql)
        if found is not None and not found.busy:
            return found
        checked(sql, self._wire.message_size_max - 64)
        sql.encode()  # Halves of surrogate pairs have no UTF-8.
        self._last_number += 1
        made = Statement.of(self._last_number, sql)
        if found is None and self._cache_size > 0:
            while len(self._statements) >= self._cache_size:
                self._forget(self._statements.pop(next(iter(self._statements))))
            self._statements[sql] = made
        else:
            made.is_kept = False
        return made

    def _forget(self, statement):
        if statement.busy:
            statement.is_kept = False
        elif statement.prepared:
            self._later.append(close(statement.number))

    def _prepare(self, statement):
        answer = self._send([statement.prepare()])
        self._wire.finish(answer)
        self._learn(statement, answer)

    def _learn(self, statement, answer):
        """What the server says of a statement that it has compiled now."""
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
        if self._later:
            later, self._later = self._later, []
            messages = later + messages
        return self._wire.send(*messages)

    def _end_run(self, wire, statement):
        """Ends a run whose rows nobody reads: now, if nobody else is using the connection."""
        if wire is not self._wire:
            return
        number = statement.number
        self._later.append(reset(number) if statement.is_kept else close(number))
        if self._barred is None and self._lock.enter_if_free():
            try:
                self._send([])
            except Error:
                pass  # The next statement says it.
            finally:
                self._lock.__exit__(None, None, None)

    def _counted(self, answer, size):
        """How many rows have been changed by so many runs of a statement."""
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

    def _run_script(self, sql):
        sql.encode()
        if "\0" in sql:
            raise ValueError("embedded null character")
        if self._autocommit is not False and self._autocommit is not True:
            self.commit()
        self._script(sql)

    def _converters(self, statement):
        """A converter, or None, for each column."""
        found = [None] * len(statement.columns)
        for place, (name, declared) in enumerate(statement.columns):
            if self._detect_types & 1:
                word = declared.replace("(", " ").split(" ", 1)[0]
                found[place] = _adapt.converters.get(word.upper()) if word else None
            if self._detect_types & 2:
                begin = name.find("[")
                end = name.find("]", begin)
                if 0 <= begin < end:
                    converter = _adapt.converters.get(name[begin + 1:end].upper())
                    found[place] = converter or found[place]
        return found

    def _text_of(self, number):
        """The text that SQLite makes of a number, in UTF-8."""
        cursor = Cursor(self)
        cursor.row_factory = None
        text, = cursor.execute("SELECT CAST(CAST(? AS TEXT) AS BLOB)", (number,)).fetchone()
        return text

    # Transactions.

    def _wants_begin(self):
        return self._level is not None and self._autocommit is not True \
            and self._autocommit == _LEGACY and not self._wire.in_transaction

    def _begin_sql(self):
        return "BEGIN " + self._level

    @property
    def in_transaction(self):
        self._check()
        return self._wire.in_transaction

    @property
    def isolation_level(self):
        self._check()
        return self._level

    @isolation_level.setter
    def isolation_level(self, level):
        checked_level = _level(level)
        self._check()
        if checked_level is None and self._level is not None and self._wire.in_transaction:
            self._script("COMMIT")
        self._level = checked_level

    @property
    def autocommit(self):
        self._check()
        return self._autocommit

    @autocommit.setter
    def autocommit(self, value):
        value = _autocommit(value)
        self._check()
        if value is True:
            if self._wire.in_transaction:
                self._script("COMMIT")
        elif value is False and not self._wire.in_transaction:
            self._script("BEGIN")
        self._autocommit = value

    def _end(self, how):
        self._check()
        if self._autocommit is True:
            return
        sql = [how] if self._wire.in_transaction else []
        if self._autocommit is False:
            sql.append("BEGIN")
        if sql:
            self._script("; ".join(sql))

    def commit(self):
        self._end("COMMIT")

    def rollback(self):
        self._end("ROLLBACK")

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, kind, value, traceback, /):
        if kind is not None:
            self.rollback()
            return False
        try:
            self.commit()
        except BaseException:
            self.rollback()
            raise
        return False

    @property
    def total_changes(self):
        self._check()
        return self._wire.total_changes

    @property
    def text_factory(self):
        """Makes a value of the bytes of a TEXT; str and bytes are for themselves."""
        self._check_thread()
        return self._text_factory

    @text_factory.setter
    def text_factory(self, factory):
        self._text_factory = factory
        self._converting = bool(self._detect_types) or factory is not str

    # Running statements.

    def cursor(self, factory=Cursor):
        self._check()
        made = factory(self)
        if not issubclass(type(made), Cursor):
            raise TypeError("factory must return a cursor, not " + type(made).__name__)
        if self.row_factory is not None:
            made.row_factory = self.row_factory
        return made

    def execute(self, sql, parameters=(), /):
        return self.cursor().execute(sql, parameters)

    def executemany(self, sql, parameters, /):
        return self.cursor().executemany(sql, parameters)

    def executescript(self, sql_script, /):
        return self.cursor().executescript(sql_script)

    def __call__(self, *arguments):
        """The statement of a text."""
        self._check()
        sql, = arguments
        if not isinstance(sql, str):
            raise TypeError("Connection() argument 1 must be str, not " + type(sql).__name__)
        with self._lock:
            made = self._statement(sql)
            if not made.prepared and not made.empty:
                self._prepare(made)
            return made

    def close(self):
        """A transaction that is open is undone."""
        self._check_thread()
        if self._barred is None:
            if self._autocommit is False and self._trace is not None:
                self._traced("ROLLBACK")
            self._barred = _CLOSED
            self._statements = {}
            self._wire.close(wait=True)

    def __del__(self):
        if self._barred is None:
            self._barred = _CLOSED
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

    def iterdump(self):
        """The statements that make the database again."""
        self._check()
        from ._dump import iterdump

        return iterdump(self)


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
        ("create_module create_table use_variables overload_function vtab_on_conflict", _FUNCTIONS),
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
