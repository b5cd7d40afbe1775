"""The base of cursors, whether on an embedded database or on a server."""

from _thread import get_ident as _thread

from . import _row
from ._connection_base import UNMADE as _NO_CONNECTION
from ._conversion import RECURSIVE
from ._errors import ProgrammingError
from ._row import Names

_UNMADE = "Base Cursor.__init__ not called."
CLOSED = "Cannot operate on a closed cursor."


def text_of(sql, method):
    """A text of SQL that is an argument of a method of that name, as a str and no subclass of it."""
    if not isinstance(sql, str):
        raise TypeError("%s() argument 1 must be str, not %s" % (method, type(sql).__name__))
    return str.__str__(sql)


class CursorBase:
    """The state of a cursor, and what does not depend on how rows come: those that it has are the
    subclass's, in _rows, and go with _drop_rows()."""

    # The class Connection, which knows its cursors' class.
    _of = object

    # _rows if there are none.
    _NO_ROWS = None

    _connection = None
    # Why it cannot be used, or None.
    _barred = _UNMADE

    def __init__(self, connection, /):
        if self._barred is RECURSIVE:
            raise ProgrammingError(RECURSIVE)
        kind = type(connection)
        if kind is not self._of and not issubclass(kind, self._of):
            raise TypeError("Cursor() argument 1 must be sqlite3.Connection, not "
                            + kind.__name__)
        owner = connection._owner
        if connection._barred is _NO_CONNECTION or (owner is not None and owner != _thread()):
            connection._check_thread()
        self._connection = connection
        self.row_factory = connection.row_factory
        self.arraysize = 1
        self.rowcount = -1
        self.lastrowid = None
        self._columns = None
        # The one whose rows it has.
        self._statement = None
        self._rows = self._NO_ROWS
        self._barred = None

    @property
    def connection(self):
        return self._connection

    @property
    def description(self):
        """A tuple for each column of the result: its name, and six times None."""
        if self._statement is None or not self._statement.gives:
            return None
        return tuple([(name, None, None, None, None, None, None) for name in self._names().names])

    def _names(self):
        """Returns the names of the result's columns."""
        if self._columns is None:
            names = () if self._statement is None else self._statement.names()
            if self._connection is not None and self._connection._detect_types & 2:
                names = [name.partition(" [")[0] for name in names]
            self._columns = Names(tuple(names))
        return self._columns

    def _check(self):
        """Gives the connection, if both may be used."""
        if self._barred is not None:
            raise ProgrammingError(self._barred)
        connection = self._connection
        owner = connection._owner
        if connection._barred is not None or (owner is not None and owner != _thread()):
            connection._check()
        return connection

    def executescript(self, sql_script, /):
        """Runs all statements of a text; commits first, if the connection does not itself."""
        connection = self._check()
        if not isinstance(sql_script, str):
            raise TypeError("executescript() argument must be str, not "
                            + type(sql_script).__name__)
        connection._run_script(str.__str__(sql_script))
        return self

    def setinputsizes(self, sizes, /):
        pass

    def setoutputsize(self, size, column=None, /):
        pass

    def close(self):
        if self._barred is not None and self._barred is not CLOSED:
            raise ProgrammingError(self._barred)
        self._connection._check_thread()
        self._drop_rows()
        self._barred = CLOSED


# Row takes the rows of these.
_row.cursors.append(CursorBase)
