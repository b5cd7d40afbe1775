"""The base of connections, whether to an embedded database or to a server."""

from _thread import get_ident as _thread

from ._errors import (DatabaseError, DataError, Error, IntegrityError, InterfaceError,
                      InternalError, NotSupportedError, OperationalError, ProgrammingError,
                      Warning)
from ._transaction import Transactions

UNMADE = "Base Connection.__init__ not called."
CLOSED = "Cannot operate on a closed database."


class ConnectionBase(Transactions):
    """Who may use a connection, what it makes of rows, and its methods that are those of a cursor.
    A subclass says in _statement_of(sql) what a statement is, and in _run_script(sql) how many run.
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
    _barred = UNMADE
    # The thread that may use it; None if all may.
    _owner = None

    def _set_up(self, detect_types, check_same_thread):
        """Sets the state of a connection that has been opened."""
        self.row_factory = None
        self._text_factory = str
        self._detect_types = detect_types
        # Texts are asked for as bytes.
        self._converting = bool(detect_types)
        if detect_types:
            from . import _dates  # Registers the default converters.
        self._owner = _thread() if check_same_thread else None

    # Who may use it.

    def _check_thread(self):
        if self._barred is UNMADE:
            raise ProgrammingError(UNMADE)
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

    # Rows and statements.

    @property
    def text_factory(self):
        """Makes a value of the bytes of a TEXT; str and bytes are for themselves."""
        self._check_thread()
        return self._text_factory

    @text_factory.setter
    def text_factory(self, factory):
        self._text_factory = factory
        self._converting = bool(self._detect_types) or factory is not str

    def execute(self, sql, parameters=(), /):
        return self.cursor().execute(sql, parameters)

    def executemany(self, sql, parameters, /):
        return self.cursor().executemany(sql, parameters)

    def executescript(self, sql_script, /):
        return self.cursor().executescript(sql_script)

    def __call__(self, *arguments):
        """The statement of a text."""
        self._check()  # First, whatever the arguments are.
        if len(arguments) != 1:
            raise TypeError("Connection() takes exactly 1 argument (%d given)" % len(arguments))
        sql, = arguments
        if not isinstance(sql, str):
            raise TypeError("Connection() argument 1 must be str, not " + type(sql).__name__)
        return self._statement_of(str.__str__(sql))

    def iterdump(self):
        """The statements that make the database again."""
        self._check()
        from ._dump import iterdump

        return iterdump(self)


def cursor_method(Cursor):
    """Connection.cursor, for the class of its cursors."""
    def cursor(self, factory=Cursor):
        self._check()
        made = factory(self)
        kind = type(made)
        if kind is not Cursor and not issubclass(kind, Cursor):
            raise TypeError("factory must return a cursor, not " + kind.__name__)
        if self.row_factory is not None:
            made.row_factory = self.row_factory
        return made

    return cursor
