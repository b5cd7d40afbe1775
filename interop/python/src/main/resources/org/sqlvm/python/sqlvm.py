"""SQLite databases in the process, on the compiler that runs this program: PEP 249.

Connection, Cursor and Row are used as those of sqlite3. What of sqlite3 is not here raises
NotSupportedError or AttributeError.
"""

import java
import polyglot

apilevel = "2.0"
threadsafety = 1
paramstyle = "qmark"
sqlite_version = "3.54.1"
sqlite_version_info = (3, 54, 1)
version = "0.1.0"

LEGACY_TRANSACTION_CONTROL = -1
PARSE_DECLTYPES = 1
PARSE_COLNAMES = 2


class Warning(Exception):
    pass


class Error(Exception):
    """sqlite_errorcode is SQLite's extended result code, sqlite_errorname its name."""


class InterfaceError(Error):
    pass


class DatabaseError(Error):
    pass


class DataError(DatabaseError):
    pass


class OperationalError(DatabaseError):
    pass


class IntegrityError(DatabaseError):
    pass


class InternalError(DatabaseError):
    pass


class ProgrammingError(DatabaseError):
    pass


class NotSupportedError(DatabaseError):
    pass


# The exception that CPython maps a primary result code to (sqlite.org/rescode.html).
_KINDS = {
    1: OperationalError,
    2: InternalError,
    3: OperationalError,
    4: OperationalError,
    5: OperationalError,
    6: OperationalError,
    7: MemoryError,
    8: OperationalError,
    9: OperationalError,
    10: OperationalError,
    12: InternalError,
    13: OperationalError,
    14: OperationalError,
    15: OperationalError,
    17: OperationalError,
    18: DataError,
    19: IntegrityError,
    20: IntegrityError,
    21: InterfaceError,
    25: InterfaceError,
}


def _translated(error):
    """The exception for an error of the database; the error itself if it is something else."""
    try:
        code = int(error.code)
        name = str(error.name)
    except (AttributeError, TypeError, ValueError):
        return error
    text = str(error)
    kind = _KINDS.get(code & 0xFF, DatabaseError)
    if text.startswith("not supported: "):
        kind = NotSupportedError
    translated = kind(text)
    translated.sqlite_errorcode = code
    translated.sqlite_errorname = name
    return translated


def _call(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        raise _translated(error) from None
    except BaseException as error:
        translated = _translated(error)
        if translated is error:
            raise
        raise translated from None


def _row(*values):
    return values


class _Rows:
    """Rows of a result, read a batch at a time. One subclass for each number of columns, so that
    a loop over rows compiles to reading from the batch's lists."""

    __slots__ = ("result", "take", "length", "at", "lists")

    def __init__(self, result):
        self.result = result
        take = result.batches("python")
        self.take = (lambda: result.batch(_row)) if take is None else take
        self.length = 0
        self.at = 0

    def __iter__(self):
        return self

    def _advance(self):
        """Takes the next batch; StopIteration after the last."""
        self.at = self.length = 0
        lists = _call(self.take)
        if lists is None:
            raise StopIteration
        self._hold(lists)
        self.length = len(lists[0])

    def close(self):
        self.result.close()
        self.length = 0
        self.take = lambda: None


_TEMPLATE = """
class Rows{count}(_Rows):
    __slots__ = ({slots})

    def _hold(self, lists):
        {targets} = lists

    def __next__(self):
        at = self.at
        if at >= self.length:
            self._advance()
            at = 0
        self.at = at + 1
        return ({values})
"""

_UNROLLED_MAX = 64
_rows_classes = {}


class _WideRows(_Rows):
    __slots__ = ("columns",)

    def _hold(self, lists):
        self.columns = lists

    def __next__(self):
        at = self.at
        if at >= self.length:
            self._advance()
            at = 0
        self.at = at + 1
        return tuple([column[at] for column in self.columns])


def _rows_class(count):
    made = _rows_classes.get(count)
    if made is None:
        if count > _UNROLLED_MAX:
            made = _WideRows
        else:
            names = ["c%d" % i for i in range(count)]
            namespace = {"_Rows": _Rows}
            exec(
                _TEMPLATE.format(
                    count=count,
                    slots="".join("%r, " % name for name in names),
                    targets="".join("self.%s, " % name for name in names),
                    values="".join("self.%s[at], " % name for name in names),
                ),
                namespace,
            )
            made = namespace["Rows%d" % count]
        _rows_classes[count] = made
    return made


class Row:
    """A row whose values are found by index and by column name, in any case."""

    __slots__ = ("_names", "_values")

    def __init__(self, cursor, values):
        self._names = tuple(column[0] for column in cursor.description)
        self._values = values

    def keys(self):
        return list(self._names)

    def __getitem__(self, key):
        if isinstance(key, str):
            folded = key.lower()
            for index, name in enumerate(self._names):
                if name.lower() == folded:
                    return self._values[index]
            raise IndexError("No item with that key")
        return self._values[key]

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def __eq__(self, other):
        if not isinstance(other, Row):
            return NotImplemented
        return self._names == other._names and self._values == other._values

    def __hash__(self):
        return hash((self._names, self._values))


_DATA_CHANGES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


def _first_word(sql):
    """The statement's first word, in capitals, behind blanks and comments."""
    at = 0
    while at < len(sql):
        if sql[at].isspace() or sql[at] == ";":
            at += 1
        elif sql.startswith("--", at):
            end = sql.find("\n", at)
            at = len(sql) if end < 0 else end + 1
        elif sql.startswith("/*", at):
            end = sql.find("*/", at)
            at = len(sql) if end < 0 else end + 2
        else:
            break
    end = at
    while end < len(sql) and sql[end].isalpha():
        end += 1
    return sql[at:end].upper()


def _ordered(statement, parameters):
    """Parameters by position, as the statement numbers them."""
    names = statement.parameters
    count = len(names)
    if isinstance(parameters, dict) or (
        hasattr(parameters, "keys") and hasattr(parameters, "__getitem__")
    ):
        values = []
        for name in names:
            if not name:
                raise ProgrammingError("Binding %d has no name, but you supplied a dictionary "
                                       "(which has only names)." % (len(values) + 1))
            try:
                values.append(parameters[str(name)[1:]])
            except KeyError:
                raise ProgrammingError(
                    "You did not supply a value for binding parameter :%s." % str(name)[1:]
                ) from None
        return values
    values = list(parameters)
    if len(values) != count:
        raise ProgrammingError(
            "Incorrect number of bindings supplied. The current statement uses %d, "
            "and there are %d supplied." % (count, len(values))
        )
    for index, value in enumerate(values):
        if isinstance(value, memoryview) or isinstance(value, bytearray):
            values[index] = bytes(value)
        elif not isinstance(value, (type(None), int, float, str, bytes)):
            raise ProgrammingError(
                "Error binding parameter %d: type '%s' is not supported"
                % (index + 1, type(value).__name__)
            )
    return values


class Cursor:
    """Runs statements and holds the rows of the last one."""

    def __init__(self, connection):
        self.connection = connection
        self.row_factory = connection.row_factory
        self.arraysize = 1
        self.description = None
        self.rowcount = -1
        self.lastrowid = None
        self._rows = None
        self._closed = False

    def _check(self):
        if self._closed:
            raise ProgrammingError("Cannot operate on a closed cursor.")
        self.connection._check()

    def _finish(self):
        if self._rows is not None:
            self._rows.close()
            self._rows = None

    def execute(self, sql, parameters=()):
        self._check()
        if not isinstance(sql, str):
            raise TypeError("execute() argument 1 must be str, not " + type(sql).__name__)
        self._finish()
        self.description = None
        self.rowcount = -1
        statement = self.connection._prepare(sql)
        if statement is not None:
            self._run(statement, _first_word(sql) in _DATA_CHANGES, parameters)
        return self

    def _run(self, statement, changes, parameters):
        if changes:
            self.connection._begin()
        result = _call(statement, *_ordered(statement, parameters))
        names = statement.columns
        if len(names) > 0:
            self.description = tuple(
                (str(name), None, None, None, None, None, None) for name in names
            )
            self._rows = _rows_class(len(names))(result)
        elif changes:
            self.rowcount = max(self.rowcount, 0) + int(result)
            self.lastrowid = self.connection._database.lastInsertRowid

    def executemany(self, sql, parameter_lists):
        self._check()
        self._finish()
        self.description = None
        self.rowcount = -1
        statement = self.connection._prepare(sql)
        changes = _first_word(sql) in _DATA_CHANGES
        if statement is None or not changes:
            raise ProgrammingError("executemany() can only execute DML statements.")
        self.rowcount = 0
        for parameters in parameter_lists:
            self._run(statement, True, parameters)
            self._finish()
        return self

    def executescript(self, script):
        self._check()
        self._finish()
        if not isinstance(script, str):
            raise TypeError("script argument must be unicode.")
        self.connection.commit()
        _call(self.connection._database.execute, script)
        return self

    def __iter__(self):
        self._check()
        if self.row_factory is None and self._rows is not None:
            return self._rows
        return self

    def __next__(self):
        self._check()
        if self._rows is None:
            raise StopIteration
        row = next(self._rows)
        return row if self.row_factory is None else self.row_factory(self, row)

    def fetchone(self):
        return next(self, None)

    def fetchmany(self, size=None):
        self._check()
        rows = []
        for _ in range(self.arraysize if size is None else size):
            row = next(self, None)
            if row is None:
                break
            rows.append(row)
        return rows

    def fetchall(self):
        self._check()
        return list(self)

    def setinputsizes(self, sizes):
        pass

    def setoutputsize(self, size, column=None):
        pass

    def close(self):
        self._finish()
        self._closed = True


class Connection:
    """An open database. Changes begin a transaction, unless isolation_level is None."""

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

    def __init__(self, database, timeout=5.0, detect_types=0, isolation_level="",
                 check_same_thread=True, factory=None, cached_statements=128, uri=False):
        if detect_types:
            raise NotSupportedError("detect_types is not supported")
        self._closed = True
        self.row_factory = None
        self.text_factory = str
        self.isolation_level = isolation_level
        path = database if isinstance(database, str) else _path(database)
        bindings = java.type("org.graalvm.polyglot.Context").getCurrent().getBindings("sqlvm")
        self._database = _call(bindings.open, path)
        self._closed = False

    def _check(self):
        if self._closed:
            raise ProgrammingError("Cannot operate on a closed database.")

    def _prepare(self, sql):
        """The statement, or None if there is none in the text."""
        if _first_word(sql) == "":
            if sql.strip().strip(";").strip() == "" or sql.lstrip().startswith(("--", "/*")):
                return None
        return _call(self._database.prepare, sql)

    def _begin(self):
        if self.isolation_level is not None and not self._database.inTransaction:
            _call(self._database.execute, "BEGIN " + self.isolation_level)

    def cursor(self, factory=Cursor):
        self._check()
        return factory(self)

    def execute(self, sql, parameters=()):
        return self.cursor().execute(sql, parameters)

    def executemany(self, sql, parameter_lists):
        return self.cursor().executemany(sql, parameter_lists)

    def executescript(self, script):
        return self.cursor().executescript(script)

    def commit(self):
        self._check()
        if self._database.inTransaction:
            _call(self._database.execute, "COMMIT")

    def rollback(self):
        self._check()
        if self._database.inTransaction:
            _call(self._database.execute, "ROLLBACK")

    @property
    def in_transaction(self):
        self._check()
        return bool(self._database.inTransaction)

    @property
    def total_changes(self):
        self._check()
        return int(self._database.totalChanges)

    def close(self):
        if not self._closed:
            self._closed = True
            self._database.close()

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, kind, value, traceback):
        if kind is None:
            self.commit()
        else:
            self.rollback()
        return False


def _path(database):
    import os

    return os.fspath(database)


def connect(database, timeout=5.0, detect_types=0, isolation_level="", check_same_thread=True,
            factory=Connection, cached_statements=128, uri=False):
    return factory(database, timeout, detect_types, isolation_level, check_same_thread,
                   factory, cached_statements, uri)


def Date(year, month, day):
    import datetime

    return datetime.date(year, month, day)


def Time(hour, minute, second):
    import datetime

    return datetime.time(hour, minute, second)


def Timestamp(year, month, day, hour, minute, second):
    import datetime

    return datetime.datetime(year, month, day, hour, minute, second)


def Binary(data):
    return memoryview(data)
