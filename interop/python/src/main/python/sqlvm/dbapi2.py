"""PEP 249's globals, and the names of sqlite3."""

# The package collections would bring four more modules.
from _collections_abc import Sequence as _Sequence

from sqlvm._adapt import (PrepareProtocol, adapt, adapters, converters, register_adapter,
                          register_converter)
from sqlvm._blob import Blob
from sqlvm._callbacks import (SQLITE_VTAB_CONSTRAINT_SUPPORT, SQLITE_VTAB_DIRECTONLY,
                              SQLITE_VTAB_INNOCUOUS, SQLITE_VTAB_USES_ALL_SCHEMAS, no_change)
from sqlvm._connection import Connection, connect
from sqlvm._constants import *
from sqlvm._cursor import Cursor
from sqlvm._dates import (Binary, Date, DateFromTicks, Time, TimeFromTicks, Timestamp,
                           TimestampFromTicks, sqlite_version, sqlite_version_info)
from sqlvm._errors import (DatabaseError, DataError, Error, IntegrityError, InterfaceError,
                           InternalError, NotSupportedError, OperationalError, ProgrammingError,
                           Warning, enable_callback_tracebacks)
from sqlvm._errors import warn as _warn
from sqlvm._language import complete_statement
from sqlvm._row import Row
from sqlvm._search import (FTS5_TOKENIZE_AUX, FTS5_TOKENIZE_DOCUMENT, FTS5_TOKENIZE_PREFIX,
                           FTS5_TOKENIZE_QUERY, FTS5ExtensionApi)

apilevel = "2.0"
paramstyle = "qmark"
# Threads may share the module and connections: one at a time is inside.
threadsafety = 3

_deprecated_names = frozenset({"version", "version_info"})
_deprecated_version = "2.6.0"
_deprecated_version_info = (2, 6, 0)

_Sequence.register(Row)


def install_as_sqlite3():
    """From now on `import sqlite3` is this package, in the whole program."""
    import sys

    import sqlvm

    sys.modules["sqlite3"] = sqlvm
    sys.modules["sqlite3.dbapi2"] = sys.modules[__name__]
    sys.modules["_sqlite3"] = sys.modules[__name__]


def _deprecated(module, name):
    if name in _deprecated_names:
        _warn("%s is deprecated and will be removed in Python 3.14" % name)
        return globals()["_deprecated_" + name]
    raise AttributeError("module %r has no attribute %r" % (module, name))


def __getattr__(name):
    return _deprecated(__name__, name)


__all__ = [name for name in globals() if not name.startswith("_")]
