"""Connections: open databases, their transactions, and what a program adds to their SQL.

Long, because sqlite3.Connection is one class of some sixty members, most of them a few lines each.
"""

import os
import time
import weakref
from _thread import get_ident as _thread

import java

from sqlvm import _adapt, _constants, _errors, _statement
from sqlvm._adapt import contiguous, converters
from sqlvm._blob import as_bytes, open_blob
from sqlvm._cursor import Cursor
from sqlvm._errors import (DatabaseError, DataError, Error, IntegrityError, InterfaceError,
                           InternalError, NotSupportedError, OperationalError, ProgrammingError,
                           Warning, call)
from sqlvm._statement import prepare

_LEGACY = _constants.LEGACY_TRANSACTION_CONTROL
_LEVELS = ("", "DEFERRED", "IMMEDIATE", "EXCLUSIVE")
_DENY = _constants.SQLITE_DENY

_UNMADE = "Base Connection.__init__ not called."
_CLOSED = "Cannot operate on a closed database."

# More than so many statements with rows that nobody has read: some of them are forgotten ones.
_RUNNING_MAX = 100

# Faster than gc.collect(), which goes through the memory several times.
_collect = java.type("java.lang.System").gc

# The open connections, each as a weak reference with its database, by the reference's id(): a
# connection that nobody has any more is closed when the garbage collector has found it.
_connections = {}


def _forgotten(reference):
    _, database = _connections.pop(id(reference), (None, None))
    if database is not None:
        database.close()


# A setting of sqlite3_db_config as a PRAGMA; or what it is for ever.
_SETTINGS = {
    _constants.SQLITE_DBCONFIG_ENABLE_FKEY: "foreign_keys",
    _constants.SQLITE_DBCONFIG_ENABLE_TRIGGER: True,
    _constants.SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER: False,
    _constants.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION: False,
    _constants.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE: False,
    _constants.SQLITE_DBCONFIG_ENABLE_QPSG: False,
    _constants.SQLITE_DBCONFIG_TRIGGER_EQP: False,
    _constants.SQLITE_DBCONFIG_RESET_DATABASE: False,
    _constants.SQLITE_DBCONFIG_WRITABLE_SCHEMA: "writable_schema",
    _constants.SQLITE_DBCONFIG_LEGACY_ALTER_TABLE: "legacy_alter_table",
    _constants.SQLITE_DBCONFIG_DQS_DML: True,
    _constants.SQLITE_DBCONFIG_DQS_DDL: True,
    _constants.SQLITE_DBCONFIG_ENABLE_VIEW: True,
    _constants.SQLITE_DBCONFIG_LEGACY_FILE_FORMAT: False,
    _constants.SQLITE_DBCONFIG_TRUSTED_SCHEMA: "trusted_schema",
}


def _bindings():
    """The database language beside this program."""
    global _language
    if _language is None:
        made = java.type("org.graalvm.polyglot.Context").getCurrent().getBindings("sqlvm")
        made.onCallbackFailure(_errors.callback_failed)
        _language = made
    return _language


_language = None


def complete_statement(statement):
    """Whether a text ends with a whole statement."""
    return bool(_bindings().isComplete(statement))


def connect(database, *arguments, **options):
    """Opens a database: a path, ":memory:", a URI with uri=True, or sqlvm://HOST:PORT or
    sqlvm+unix:PATH for one that a server has. See Connection."""
    if isinstance(database, str) and database.startswith(("sqlvm://", "sqlvm+unix:")):
        from sqlvm import _served

        return _served.connect(database, *arguments, **options)
    factory = arguments[4] if len(arguments) > 4 else options.get("factory", Connection)
    return factory(database, *arguments, **options)


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


def _name(database, uri):
    """The file's name as the database takes it."""
    path = os.fsdecode(database)
    if "\0" in path:
        raise ValueError("embedded null byte")
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:  # Java has no such paths.
        raise _errors.coded(OperationalError("unable to open database file"),
                            _constants.SQLITE_CANTOPEN, "SQLITE_CANTOPEN") from None
    # The folder that the program is in is not always that of the process.
    if not uri or not path.startswith("file:"):
        return path if path in ("", ":memory:") else os.path.abspath(path)
    rest = path[len("file:"):]
    query = rest.partition("#")[0].partition("?")[2]
    parameters = dict(part.partition("=")[::2] for part in query.split("&"))
    in_memory = parameters.get("mode") == "memory" or parameters.get("vfs") == "memdb"
    if in_memory or rest.startswith(("/", ":memory:", "?")) or not rest:
        return path
    from urllib.parse import quote

    return "file:%s/%s" % (quote(os.getcwd()), rest)


class Connection:
    """An open database. Changes begin a transaction, unless isolation_level is None or autocommit
    says otherwise. With stored_functions, which sqlite3 does not have, CREATE FUNCTION is allowed,
    and the functions in the file run: for files that are trusted. They may touch nothing but their
    arguments, unless stored_functions_access says that they may do what the program may."""

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

    _database = None
    # Why it cannot be used, or None.
    _barred = _UNMADE
    # SQLITE_ABORT, see vtab_on_conflict.
    _on_conflict = 4
    _defensive = False
    _owner = None
    _running = ()
    _autocommit = _LEGACY

    def __init__(self, database, timeout=5.0, detect_types=0, isolation_level="",
                 check_same_thread=True, factory=None, cached_statements=128, uri=False, *,
                 autocommit=_LEGACY, stored_functions=False, stored_functions_access=False):
        level = _level(isolation_level)
        autocommit = _autocommit(autocommit)
        name = _name(database, uri)
        before = self._database
        if before is not None:
            self._check_thread()
            self._database = None
            self._barred = _UNMADE
            _connections.pop(id(self._reference), None)
            if not self._running:
                call(before.close)
        opened = call(_bindings().open, name, False, bool(stored_functions),
                      bool(stored_functions_access))
        _end(call(opened.execute, "PRAGMA busy_timeout = %d" % (timeout * 1000)))
        self.row_factory = None
        self._text_factory = str
        self._detect_types = detect_types
        self._level = level
        self._owner = _thread() if check_same_thread else None
        self._cache_size = cached_statements
        self._statements = {}
        self._frames = set()  # Names of tables that are frames.
        self._running = {}
        self._converting = bool(detect_types)
        self._hooks = None
        self._autocommit = autocommit
        self._database = opened
        self._barred = None
        self._reference = weakref.ref(self, _forgotten)
        _connections[id(self._reference)] = self._reference, opened
        self._sql_limit = int(opened.limit(_constants.SQLITE_LIMIT_SQL_LENGTH))
        if autocommit is False:
            self._script("BEGIN")

    def _check_thread(self):
        if self._database is None:
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

    def _sweep(self, thorough):
        """Ends statements whose rows nobody can read any more. Gives whether there were any."""
        if thorough:
            _collect()
        elif len(self._running) < _RUNNING_MAX:
            return False
        return self._end_forgotten()

    def _end_forgotten(self):
        forgotten = [statement for statement, rows in list(self._running.items())
                     if rows() is None]
        for statement in forgotten:
            statement.close()
        return bool(forgotten)

    def _refused(self, code):
        """Looks for what nobody can read any more where it may be in the way of this connection.
        Gives whether what was refused with SQLITE_BUSY may be tried again."""
        if code != _errors.BUSY:
            # A snapshot that is too old to write to is given up by the end of its readers alone.
            return not self._database.inTransaction and bool(self._running) and self._sweep(True)
        if self._database.isReading and self._database.inTransaction:
            # It has not waited, and a look at all there is in memory takes as long as a wait.
            return False
        return self._sweep_others()

    def _sweep_others(self):
        """Ends what nobody can read any more in this thread's connections, some of which nobody has
        any more. Gives whether that may have freed a file."""
        others = self._others()
        if not others:
            return False
        _collect()
        freed = False
        for reference in others:
            connection = reference()
            if connection is None:
                _forgotten(reference)
                freed = True
            elif connection._end_forgotten():
                freed = True
        return freed

    def _others(self):
        """Other connections that this thread may use and that hold a lock; of those of no thread,
        ones with rows to be read."""
        owner = _thread()
        others = []
        for reference, database in list(_connections.values()):
            connection = reference()
            if connection is None or connection is not self and (
                    connection._owner == owner and (connection._running or database.inTransaction)
                    or connection._owner is None and connection._running):
                others.append(reference)
        return others

    def _failed(self, error, statement, values):
        """The exception for what running a statement has thrown; None if it may be tried again."""
        code = _errors.code_of(error)
        if code is None or code == 18:
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

    def _converters(self, statement):
        """A converter, or None, for each column."""
        names = statement.names()
        found = [None] * len(names)
        if self._detect_types & 1:
            for place, declared in enumerate(statement.types()):
                word = declared.replace("(", " ").split(" ", 1)[0]
                found[place] = converters.get(word.upper()) if word else None
        if self._detect_types & 2:
            for place, name in enumerate(names):
                begin = name.find("[")
                end = name.find("]", begin)
                if 0 <= begin < end:
                    converter = converters.get(name[begin + 1:end].upper())
                    if converter is not None:
                        found[place] = converter
        return found

    def _text_of(self, number):
        """The text that SQLite makes of a number, in UTF-8."""
        text, = self._value("SELECT CAST(? AS TEXT)", number)
        return text

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

    # Transactions.

    def _begin(self):
        level = self._level
        if level is not None and self._autocommit == _LEGACY and self._autocommit is not True \
                and not self._database.inTransaction:
            self._script("BEGIN " + level)

    @property
    def in_transaction(self):
        self._check()
        return bool(self._database.inTransaction)

    @property
    def isolation_level(self):
        self._check()
        return self._level

    @isolation_level.setter
    def isolation_level(self, level):
        checked = _level(level)
        self._check()
        if checked is None and self._level is not None and self._database.inTransaction:
            self._script("COMMIT")
        self._level = checked

    @property
    def autocommit(self):
        self._check()
        return self._autocommit

    @autocommit.setter
    def autocommit(self, value):
        value = _autocommit(value)
        self._check()
        if value is True:
            if self._database.inTransaction:
                self._script("COMMIT")
        elif value is False and not self._database.inTransaction:
            self._script("BEGIN")
        self._autocommit = value

    def _end(self, how):
        self._check()
        if self._autocommit is True:
            return
        if self._database.inTransaction:
            self._script(how)
        if self._autocommit is False:
            self._script("BEGIN")

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
        return int(self._database.totalChanges)

    @property
    def text_factory(self):
        """Makes a value of the bytes of a TEXT; str and bytes are for themselves."""
        self._check_thread()
        return self._text_factory

    @text_factory.setter
    def text_factory(self, factory):
        self._text_factory = factory
        self._converting = bool(self._detect_types) or factory is not str
        self._statements = {}

    # Running statements.

    def cursor(self, factory=Cursor):
        self._check()
        made = factory(self)
        kind = type(made)
        if kind is not Cursor and not issubclass(kind, Cursor):
            raise TypeError("factory must return a cursor, not " + kind.__name__)
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
        return self._statement(str.__str__(sql))

    def close(self):
        self._check_thread()
        if self._barred is not None:
            return
        if self._autocommit is False and self._database.inTransaction:
            self._script("ROLLBACK")
        for reference in list(self._running.values()):
            rows = reference()
            if rows is not None:
                rows.length = 0
                rows.more = ProgrammingError(_CLOSED)
        self._running = {}
        self._statements = {}
        self._barred = _CLOSED
        _connections.pop(id(self._reference), None)
        call(self._database.close)

    def interrupt(self):
        """Ends what runs in other threads."""
        if self._barred is not None:
            raise ProgrammingError(self._barred)
        self._database.host.interrupt()

    # What a program adds to SQL.

    def create_function(self, name, narg, func, /, *, deterministic=False):
        """func(arguments) is the function of that name; None removes it."""
        self._check()
        options = ("deterministic",) if deterministic else ()
        self._register(self._database.createFunction, OperationalError, "Error creating function",
                       name, narg, func, *options)

    def create_aggregate(self, name, n_arg, aggregate_class, /):
        """An object of the class takes step(arguments) for each row, and gives finalize()."""
        self._check()
        self._register(self._database.createAggregate, OperationalError,
                       "Error creating aggregate", name, n_arg, aggregate_class, "null_if_empty")

    def create_window_function(self, name, num_params, aggregate_class, /):
        """An aggregate that has inverse(arguments) and value(), too."""
        self._check()
        self._register(self._database.createWindowFunction, ProgrammingError,
                       "Error creating window function", name, num_params, aggregate_class,
                       "null_if_empty")

    def _register(self, method, kind, message, name, count, function, *options):
        try:
            self._replace(method, name, count, function, *options)
        except InterfaceError as error:
            raise _errors.coded(kind(message), error.sqlite_errorcode, error.sqlite_errorname)

    def _replace(self, method, *arguments):
        """Calls a method that the database refuses while a statement runs. If it is refused, ends
        the statements whose rows the program has dropped, and tries once more."""
        try:
            call(method, *arguments)
        except OperationalError as error:
            if error.sqlite_errorcode != _errors.BUSY or not self._running or not self._sweep(True):
                raise
            call(method, *arguments)

    def create_collation(self, name, callback, /):
        """callback(left, right) is negative, zero or positive; None removes the collation."""
        self._check()
        if not isinstance(name, str):
            raise TypeError("create_collation() argument 1 must be str, not "
                            + type(name).__name__)
        name = str.__str__(name)
        name.encode("utf-8")
        if callback is not None and not callable(callback):
            raise TypeError("parameter must be callable")
        call(self._database.createCollation, name, callback)

    def create_table(self, name, rows, columns=None):
        """Makes a table that SQL can read, of a list, a function or a frame. None removes the table.

        The rows of a list are tuples, dicts, objects or single values; each query reads the list
        again. A function returns such rows, or is a generator of them; its parameters are arguments
        of the table. A frame is what has __arrow_c_stream__, which is read now, another data frame, or
        a dict of columns. columns are the names of the columns; a function may have them in its attribute
        columns instead. sqlite3 has no such method.
        """
        self._check()
        from sqlvm import _table

        self._replace(_table.create, self._database, name, rows, columns, self._frames)

    def insert_all(self, table, objects, *, columns=None, conflict=None, create=False,
                   progress=None, add_columns=False, json=False, flatten=False):
        """Inserts rows into a table, all or none, and gives how many were inserted.

        Rows are data classes, other objects, dicts, tuples, named tuples or single values, of any
        iterable; or objects is a dict of columns, each a sequence. The first row says which members
        there are. They are one transaction, or a savepoint in the one that there is. columns are the
        names of the members that are inserted; conflict is the word behind OR; create makes the
        table if there is none; progress(count) is called now and then.

        With add_columns each row says which members it has, and those that are no columns become
        columns. With json rows are texts of JSON, an object each. With flatten the members of dicts
        within a row are members of the row, as a.b; else they are stored as JSON. sqlite3 has no
        such method.
        """
        self._check()
        from sqlvm import _insert

        return _insert.insert_all(self._database, table, objects, columns, conflict, create,
                                  progress, add_columns, json, flatten)

    def use_variables(self, on=True):
        """Has a table that is missing looked up among the variables of whoever runs the statement:
        lists, functions and frames as create_table takes them. sqlite3 has no such method.
        """
        self._check()
        if not on:
            if "_statement" in self.__dict__:
                self.__dict__.pop("_statement").__self__.forget()
        elif "_statement" not in self.__dict__:
            from sqlvm import _variables

            self._statement = _variables.Finder(self).statement

    def create_module(self, name, datasource, *, use_bestindex_object=False, use_no_change=False,
                      iVersion=1, eponymous=False, eponymous_only=False, read_only=False):
        """Registers what CREATE VIRTUAL TABLE … USING name makes a table of. None removes it.

        datasource has apsw's methods Create and Connect, or connect(schema, table, arguments) as
        the reference says. The keywords are apsw's; values that an UPDATE does not change are given
        whatever use_no_change says. sqlite3 has no such method.
        """
        self._check()
        from sqlvm import _module

        options = {"eponymous": eponymous, "eponymous_only": eponymous_only,
                   "read_only": read_only, "index_object": use_bestindex_object}
        self._replace(_module.create, self, self._database, name, datasource, options)

    def overload_function(self, name, nargs):
        """Makes a function known that only virtual tables have, as apsw's method of that name: for
        all else it raises an error. sqlite3 has no such method."""
        def unusable(*_):
            raise OperationalError(
                "unable to use function %s in the requested context" % name)

        self.create_function(name, nargs, unusable)

    def vtab_on_conflict(self):
        """For a module's table that is being changed: apsw.SQLITE_REPLACE (5) if rows that stand in
        the way are to go, else apsw.SQLITE_ABORT (4). sqlite3 has no such method."""
        return self._on_conflict

    def set_authorizer(self, authorizer_callback):
        """authorizer_callback(action, first, second, database, source) allows, denies, ignores."""
        self._check()
        callback = authorizer_callback

        def authorize(action, first, second, database, source):
            try:
                verdict = callback(int(action), *(
                    None if text is None else str(text)
                    for text in (first, second, database, source)))
            except BaseException as error:
                _errors.unraisable(error, callback)
                return _DENY
            if isinstance(verdict, int) and -(1 << 31) <= verdict < 1 << 31:
                return verdict
            return _DENY

        self._database.host.setAuthorizer(None if callback is None else authorize)

    def set_progress_handler(self, progress_handler, n):
        """progress_handler() is called every n instructions; true ends the statement."""
        self._check()

        def stops():
            try:
                return bool(progress_handler())
            except BaseException as error:
                _errors.unraisable(error, progress_handler)
                return True

        handler = None if progress_handler is None else stops
        self._database.host.setProgressHandler(n, handler)

    def set_trace_callback(self, trace_callback):
        """trace_callback(sql) is called for every statement that begins to run."""
        self._check()

        def trace(sql):
            try:
                sql = str(sql)
                if sql.startswith("-- "):
                    return
                trace_callback(self._traceable(sql))
            except BaseException as error:
                _errors.unraisable(error, trace_callback)

        self._database.host.setTraceListener(None if trace_callback is None else trace)

    def _traceable(self, sql):
        """Without the values if they make it too long."""
        if len(sql.encode("utf-8")) <= self.getlimit(_constants.SQLITE_LIMIT_LENGTH):
            return sql
        _errors.unraisable(
            DataError("Expanded SQL string exceeds the maximum string length"), self)
        for statement in self._statements.values():
            if statement.busy and statement not in self._running:
                return statement.sql
        return sql

    def enable_load_extension(self, enable, /):
        self._check()
        if enable:
            raise NotSupportedError(_NO_EXTENSIONS)

    def load_extension(self, name, /, *, entrypoint=None):
        self._check()
        raise NotSupportedError(_NO_EXTENSIONS)

    # The database as a whole.

    def iterdump(self):
        """The statements that make the database again."""
        self._check()
        from sqlvm._dump import iterdump

        return iterdump(self)

    def backup(self, target, *, pages=-1, progress=None, name="main", sleep=0.250):
        """Copies a database over the one of another connection, so many pages at a time."""
        self._check()
        if not isinstance(target, Connection):
            raise TypeError("backup() argument 1 must be sqlite3.Connection, not "
                            + type(target).__name__)
        if target is self:
            raise ValueError("target cannot be the same connection instance")
        target._check()
        if progress is not None and not callable(progress):
            raise TypeError("progress argument must be a callable")
        if pages == 0:
            pages = -1
        running = call(self._database.backup, name, target._database, "main")
        try:
            done = False
            while not done:
                status = _constants.SQLITE_OK
                try:
                    done = bool(call(running.step, pages))
                    if done:
                        status = _constants.SQLITE_DONE
                except OperationalError as error:
                    status = error.sqlite_errorcode
                    if status & 0xFF not in (_constants.SQLITE_BUSY, _constants.SQLITE_LOCKED):
                        raise
                if progress is not None:
                    progress(status, int(running.remaining), int(running.pageCount))
                if status not in (_constants.SQLITE_OK, _constants.SQLITE_DONE):
                    time.sleep(sleep)
        finally:
            call(running.close)

    def blobopen(self, table, column, row, /, *, readonly=False, name="main"):
        """A BLOB or TEXT that is read and written in place."""
        self._check()
        return open_blob(self, table, column, row, readonly, name)

    def serialize(self, *, name="main"):
        """The database as the bytes of a file."""
        self._check()
        return as_bytes(call(self._database.serialize, name, "python"))

    def deserialize(self, data, /, *, name="main"):
        """The database becomes one in memory, with the content of a file."""
        self._check()
        if isinstance(data, str):
            data = data.encode("utf-8")
        call(self._database.deserialize, name, contiguous(memoryview(data)))

    def getlimit(self, category, /):
        return self.setlimit(category, -1)

    def setlimit(self, category, limit, /):
        """Gives what the limit was; a negative one changes nothing."""
        self._check()
        if not 0 <= category <= _constants.SQLITE_LIMIT_WORKER_THREADS:
            raise ProgrammingError("'category' is out of bounds")
        before = int(call(self._database.limit, category, limit))
        if category == _constants.SQLITE_LIMIT_SQL_LENGTH:
            self._sql_limit = int(self._database.limit(category))
        return before

    def _setting(self, op):
        self._check()
        if op not in _SETTINGS:
            raise ValueError("unknown config 'op': %d" % op)
        return _SETTINGS[op]

    def getconfig(self, op, /):
        """A setting of the connection, SQLITE_DBCONFIG_…"""
        if op == _constants.SQLITE_DBCONFIG_DEFENSIVE:
            return self._defensive
        setting = self._setting(op)
        if isinstance(setting, bool):
            return setting
        return bool(self._value("PRAGMA " + setting))

    def setconfig(self, op, enable=True, /):
        if op == _constants.SQLITE_DBCONFIG_DEFENSIVE:
            self._check()
            call(self._database.setDefensive, bool(enable))
            self._defensive = bool(enable)
            return
        setting = self._setting(op)
        if isinstance(setting, bool):
            if bool(enable) != setting:
                raise NotSupportedError("this setting is always %s"
                                        % ("on" if setting else "off"))
            return
        _end(call(self._database.execute, "PRAGMA %s = %d" % (setting, bool(enable))))
        if self.getconfig(op) != bool(enable):
            raise OperationalError("Unable to set config")

    def _value(self, sql, *values):
        """The one value of a query; a text is a tuple of its bytes."""
        statement = prepare(self, sql, True)
        try:
            return call(statement.runs.start, *values)[0][0]
        finally:
            statement.close()


_NO_EXTENSIONS = (
    "extensions in C cannot be loaded: register functions with create_function, create_aggregate, "
    "create_window_function and create_collation; they are compiled with the query")


def _end(result):
    """Runs a statement to its end that may have a row: a PRAGMA that is set tells its value."""
    if result is not None:
        for _ in result:
            pass


def _nothing(*values):
    return ()


Cursor._of = Connection
Connection.__module__ = "sqlvm"
