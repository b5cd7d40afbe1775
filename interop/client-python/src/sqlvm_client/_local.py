"""Connections to servers of this machine and to files, and results as columns, which they have
beside what all connections to a server do."""

import os
import stat

from . import _memory, _resident, _served, _served_cursor
from ._connection_base import cursor_method
from ._errors import NotSupportedError, ProgrammingError
from ._paths import file_name
from ._served_statement import KEEP_ROWS, memory
from ._urls import address_of, is_url


def _is_address(database):
    """Whether a name says where a server is; else it is that of a file."""
    if is_url(database):
        return True
    try:
        mode = os.stat(database).st_mode
    except (OSError, ValueError):
        return isinstance(database, str) and "://" in database
    return stat.S_ISSOCK(mode) or stat.S_ISDIR(mode)


class Cursor(_served_cursor.Cursor):
    """Runs statements and holds the rows of the last one."""

    # Results as columns.

    def fetch_arrow(self):
        """The result as a pyarrow.Table, over memory that the server has written: nothing is copied
        in this process. Rows must not have been read before."""
        import pyarrow

        stream = pyarrow.ipc.open_stream(pyarrow.py_buffer(self._stream()))
        return stream.read_all()

    to_arrow = fetch_arrow

    def to_pandas(self):
        """The result as a pandas.DataFrame; as fetch_arrow."""
        return self.fetch_arrow().to_pandas()

    def to_polars(self):
        """The result as a polars.DataFrame; as fetch_arrow, and without pyarrow."""
        import polars

        return polars.read_ipc_stream(self._stream())

    def __arrow_c_stream__(self, requested_schema=None):
        return self.fetch_arrow().__arrow_c_stream__(requested_schema)

    def _stream(self):
        """The result's rows as a stream of Arrow's IPC format, in a mapped memory file."""
        connection = self._check()
        with connection._lock:
            if self._statement is None or not self._statement.gives:
                raise ProgrammingError("there is no result to have as columns")
            run = self._run
            if run is None or self._source is not self._NO_ROWS:
                raise ProgrammingError(
                    "rows of the result have been read: run the statement again to have columns")
            if self._statement.changes or not connection._run_flags:
                raise NotSupportedError("columns are there for queries of this user's servers on "
                                        "this machine, through a Unix socket of Linux")
            wire = connection._wire
            answer = wire.finish(connection._send([memory(self._statement.number)]))
            run.answer.batches.clear()
            run.answer.suspended = False
            run.over()
            self._run = None
            if answer.error is not None:
                raise answer.error
            try:
                return _memory.mapped(wire.server_process(), answer.memory)
            except ValueError:
                raise wire.broken() from None


class Connection(_served.Connection):
    """A session of a server, or of this user's resident sqlvm with a database file. Changes begin a
    transaction, unless isolation_level is None or autocommit says otherwise.

    database is the path of a file, ":memory:", or a URI with uri=True, as for sqlite3; or a URL,
    sqlvm://USER:PASSWORD@HOST:PORT or sqlvm+unix:PATH; or the path of a Unix socket or its folder.
    ssl is True, False, or an ssl.SSLContext; without it connections to other machines are encrypted,
    and the server's certificate is checked. The timeouts are seconds: timeout to wait for a lock,
    connect_timeout for the login, statement_timeout for each statement.
    """

    def __init__(self, database, *arguments, **options):
        super().__init__(database, *arguments, **options)
        self._frames = {}
        has_columns = self._wire.has_memory_files and _memory.IS_THERE
        self._run_flags = KEEP_ROWS if has_columns else 0

    cursor = cursor_method(Cursor)

    def _address(self, database, uri, **options):
        if _is_address(database):
            return address_of(database, **options)
        name = file_name(database, uri)
        address = address_of(_resident.socket_path(), _resident.Address, **options)
        address.database = name
        address.directory = os.getcwd()
        return address

    def create_table(self, name, frame):
        """Makes a frame a table of this connection, which hides others of that name: what has
        __arrow_c_stream__, a pandas.DataFrame, or a dict of columns. None removes it.

        The rows are copied into memory that the database reads, as they are then.
        """
        self._check()
        if not isinstance(name, str):
            raise TypeError("create_table() argument 1 must be str, not " + type(name).__name__)
        quoted = '"%s"' % name.replace('"', '""')
        if frame is not None and not self._run_flags:
            raise NotSupportedError("frames are there for this user's servers on this machine, "
                                    "through a Unix socket of Linux")
        file = None if frame is None else _memory.written(frame)
        if name in self._frames:
            self._script("DROP VIEW IF EXISTS temp." + quoted)
            self._frames.pop(name).close()
        if file is not None:
            try:
                self._script("CREATE TEMP VIEW %s AS SELECT * FROM read_arrow('%s')"
                             % (quoted, file.path))
            except BaseException:
                file.close()
                raise
            self._frames[name] = file

    def close(self):
        """A transaction that is open is undone. Waits for the statement of another thread."""
        super().close()
        while self._frames:
            self._frames.popitem()[1].close()


Connection.close.__doc__ = _served.Connection.close.__doc__
Cursor._of = Connection


def connect(database, *arguments, **options):
    """Opens a database file, or connects to a server. See Connection."""
    factory = (arguments[4] if len(arguments) > 4 else options.get("factory")) or Connection
    return factory(database, *arguments, **options)
