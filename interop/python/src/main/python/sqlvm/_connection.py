"""Connections to embedded databases: how they are opened and closed, and the statements they have."""

from _thread import get_ident as _thread

from sqlvm import _adapt, _errors, _forgotten, _statement
from sqlvm._callbacks import Callbacks
from sqlvm._connection_base import CLOSED, UNMADE, ConnectionBase, cursor_method
from sqlvm._constants import LEGACY_TRANSACTION_CONTROL, SQLITE_LIMIT_SQL_LENGTH
from sqlvm._contents import Contents
from sqlvm._cursor import Cursor
from sqlvm._errors import DataError, OperationalError, ProgrammingError, call
from sqlvm._language import language
from sqlvm._paths import file_name
from sqlvm._settings import Settings
from sqlvm._statement import prepare, run_to_end
from sqlvm._transaction import checked_autocommit, checked_level


def connect(database, *arguments, **options):
    """Opens a database: a path, ":memory:", a URI with uri=True, or sqlvm://HOST:PORT or
    sqlvm+unix:PATH for one that a server has. See Connection."""
    if isinstance(database, str) and database.startswith(("sqlvm://", "sqlvm+unix:")):
        from sqlvm import _served

        return _served.connect(database, *arguments, **options)
    factory = arguments[4] if len(arguments) > 4 else options.get("factory", Connection)
    return factory(database, *arguments, **options)


class Connection(ConnectionBase, _forgotten.Sweeping, Callbacks, Contents, Settings):
    """An open database. Changes begin a transaction, unless isolation_level is None or autocommit
    says otherwise. With stored_functions, which sqlite3 does not have, CREATE FUNCTION is allowed,
    and the functions in the file run: for files that are trusted. They may touch nothing but their
    arguments, unless stored_functions_access says that they may do what the program may."""

    _database = None
    _running = ()

    def __init__(self, database, timeout=5.0, detect_types=0, isolation_level="",
                 check_same_thread=True, factory=None, cached_statements=128, uri=False, *,
                 autocommit=LEGACY_TRANSACTION_CONTROL, stored_functions=False,
                 stored_functions_access=False):
        level = checked_level(isolation_level)
        autocommit = checked_autocommit(autocommit)
        name = file_name(database, uri)
        if self._database is not None:
            self._end_former()
        opened = call(language().open, name, False, bool(stored_functions),
                      bool(stored_functions_access), "PYTHON")
        run_to_end(call(opened.execute, "PRAGMA busy_timeout = %d" % (timeout * 1000)))
        self._set_up(detect_types, check_same_thread)
        self._control(level, autocommit)
        self._cache_size = cached_statements
        self._statements = {}
        self._frames = set()  # Names of tables that are frames.
        self._running = {}
        self._database = opened
        self._barred = None
        self._reference = _forgotten.remember(self, opened)
        self._sql_limit = int(opened.limit(SQLITE_LIMIT_SQL_LENGTH))
        if autocommit is False:
            self._script("BEGIN")

    def _end_former(self):
        """Closes the former database of a connection that is opened again, unless cursors read it."""
        self._check_thread()
        former, self._database = self._database, None
        self._barred = UNMADE
        _forgotten.forget(self._reference)
        if not self._running:
            call(former.close)

    def close(self):
        self._check_thread()
        if self._barred is not None:
            return
        if self._autocommit is False and self._in_transaction():
            self._script("ROLLBACK")
        for reference in list(self._running.values()):
            rows = reference()
            if rows is not None:
                rows.length = 0
                rows.more = ProgrammingError(CLOSED)
        self._running = {}
        self._statements = {}
        self._barred = CLOSED
        _forgotten.forget(self._reference)
        call(self._database.close)

    cursor = cursor_method(Cursor)

    # Statements.

    def _statement(self, sql):
        """Returns a statement for a text that is not running at the moment."""
        made = self._statements.get(sql)
        if made is not None:
            if not made.busy:
                return made
            reference = self._running.get(made)
            if reference is not None and reference() is None:
                made.close()
                return made
            self._sweep(False)
            return prepare(self, sql, self._converting)
        made = prepare(self, sql, self._converting)
        statements = self._statements
        if self._cache_size > 0:
            while len(statements) >= self._cache_size:
                del statements[next(iter(statements))]
            statements[sql] = made
        return made

    def _failed(self, error, statement, values):
        """The exception for what running a statement has thrown; None if it may be tried again."""
        code = _errors.code_of(error)
        if code is None or code in (18, 20, 21):  # TOOBIG, MISMATCH, MISUSE
            for place, value in enumerate(values, 1):
                try:
                    _adapt.bound(value, place)
                except Exception as refused:
                    return refused
        elif code & 0xFF == _errors.LOCKED and self._running and self._sweep(True):
            return None
        elif code & 0xFF == _errors.BUSY and self._refused(code):
            return None
        return _errors.translated(error)

    def _statement_of(self, sql):
        return self._statement(sql)

    @ConnectionBase.text_factory.setter
    def text_factory(self, factory):
        ConnectionBase.text_factory.fset(self, factory)
        # Statements say in which form they want texts.
        self._statements = {}

    def _text_of(self, number):
        """The text that SQLite makes of a number, in UTF-8."""
        text, = self._value("SELECT CAST(? AS TEXT)", number)
        return text

    def _value(self, sql, *values):
        """The one value of a query; a text is a tuple of its bytes."""
        statement = prepare(self, sql, True)
        try:
            return call(statement.runs.start, *values)[0][0]
        finally:
            statement.close()

    def _script(self, sql):
        try:
            call(self._database.execute, sql)
        except OperationalError as error:
            code = error.sqlite_errorcode
            if code & 0xFF != _errors.BUSY or not self._refused(code):
                raise
            call(self._database.execute, sql)

    def _run_script(self, script):
        size = len(script.encode("utf-8"))
        if "\0" in script:
            raise ValueError("embedded null character")
        if size > self._sql_limit:
            raise DataError("query string is too large")
        if self._autocommit is not False and self._autocommit is not True:
            self.commit()
        at = 0
        while at < len(script):
            source = call(self._database.prepareFirst, script, at)
            if source is None:
                break
            at = int(source.end)
            runs = source.runs(_statement.VIEW, False)
            if runs is None:
                runs = source.runs(_nothing, _nothing)
            values = [None] * len(source.parameters)
            got = call(runs.start, *values)
            while got is not None and len(source.columns):
                got = call(runs.more)

    def _in_transaction(self):
        return bool(self._database.inTransaction)

    def _begin(self):
        """Begins a transaction before a statement changes rows, if there is to be one."""
        begin = self._begin_sql
        if begin is not None and not self._database.inTransaction:
            self._script(begin)

    @property
    def total_changes(self):
        self._check()
        return int(self._database.totalChanges)

    def interrupt(self):
        """Ends what runs in other threads."""
        if self._barred is not None:
            raise ProgrammingError(self._barred)
        self._database.host.interrupt()


def _nothing(*values):
    return ()


Cursor._of = Connection
Connection.__module__ = "sqlvm"
