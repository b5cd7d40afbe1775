"""Connections and results that a program has dropped without closing them: they hold locks until the
garbage collector has found them, which may be long after the program needs the locks."""

from _thread import get_ident as _thread
from _weakref import ref

import java

from sqlvm._errors import BUSY

# If more statements than this have unread rows, the program has forgotten some of them.
_RUNNING_MAX = 100

# Faster than gc.collect(), which goes through the memory several times.
collect = java.type("java.lang.System").gc

# The open connections, each as a weak reference with its database, by the reference's id(): a
# connection that the program has dropped is closed when the garbage collector has found it.
_connections = {}


def close_forgotten(reference):
    """Closes the database of a connection that the program has dropped."""
    database = forget(reference)
    if database is not None:
        database.close()


def remember(connection, database):
    """Notes an open connection. Gives the reference by which it is forgotten."""
    reference = ref(connection, close_forgotten)
    _connections[id(reference)] = reference, database
    return reference


def forget(reference):
    """The database of a connection, which is no longer noted; None if it was not."""
    _, database = _connections.pop(id(reference), (None, None))
    return database


class Sweeping:
    """Part of a connection, which has in _running each statement with rows left to read, and
    a weak reference to these."""

    def _sweep(self, thorough):
        """Ends statements whose rows no program can read any more. Returns whether there were any."""
        if thorough:
            collect()
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
        """Ends unreadable statements that may be in the way of this connection. Returns whether the
        statement that was refused with SQLITE_BUSY may be tried again."""
        if code != BUSY:
            # A snapshot that is too old to write to is given up by the end of its readers alone.
            return not self._database.inTransaction and bool(self._running) and self._sweep(True)
        if self._database.isReading and self._database.inTransaction:
            # It has not waited, and a look at all there is in memory takes as long as a wait.
            return False
        return self._sweep_others()

    def _sweep_others(self):
        """Ends unreadable statements of this thread's connections, some of which no program refers
        to any more. Returns whether that may have freed a file."""
        others = self._others()
        if not others:
            return False
        collect()
        freed = False
        for reference in others:
            connection = reference()
            if connection is None:
                close_forgotten(reference)
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
