"""The content of a database as a whole, and of single values, past SQL."""

import time

from sqlvm._adapt import contiguous
from sqlvm._constants import SQLITE_BUSY, SQLITE_DONE, SQLITE_LOCKED, SQLITE_OK
from sqlvm._errors import OperationalError, call


class Contents:
    """The contents of a connection's embedded database, its _database."""

    def backup(self, target, *, pages=-1, progress=None, name="main", sleep=0.250):
        """Copies a database over the one of another connection, `pages` pages at a time."""
        self._check()
        if not isinstance(target, Contents):
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
                status = SQLITE_OK
                try:
                    done = bool(call(running.step, pages))
                    if done:
                        status = SQLITE_DONE
                except OperationalError as error:
                    status = error.sqlite_errorcode
                    if status & 0xFF not in (SQLITE_BUSY, SQLITE_LOCKED):
                        raise
                if progress is not None:
                    progress(status, int(running.remaining), int(running.pageCount))
                if status not in (SQLITE_OK, SQLITE_DONE):
                    time.sleep(sleep)
        finally:
            call(running.close)

    def blobopen(self, table, column, row, /, *, readonly=False, name="main"):
        """A BLOB or TEXT that is read and written in place."""
        self._check()
        from sqlvm._blob import open_blob

        return open_blob(self, table, column, row, readonly, name)

    def serialize(self, *, name="main"):
        """The database as the bytes of a file."""
        self._check()
        from sqlvm._blob import as_bytes

        return as_bytes(call(self._database.serialize, name, "python"))

    def deserialize(self, data, /, *, name="main"):
        """The database becomes one in memory, with the content of a file."""
        self._check()
        if isinstance(data, str):
            data = data.encode("utf-8")
        call(self._database.deserialize, name, contiguous(memoryview(data)))
