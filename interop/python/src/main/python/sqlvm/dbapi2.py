"""PEP 249's globals, and the names of sqlite3."""

import sys as _sys

from sqlvm._adapt import Binary, PrepareProtocol, adapt, register_adapter, register_converter
from sqlvm._callbacks import (SQLITE_VTAB_CONSTRAINT_SUPPORT, SQLITE_VTAB_DIRECTONLY,
                              SQLITE_VTAB_INNOCUOUS, SQLITE_VTAB_USES_ALL_SCHEMAS, no_change)
from sqlvm._connection import Connection, connect
from sqlvm._constants import *
from sqlvm._cursor import Cursor
from sqlvm._errors import (DatabaseError, DataError, Error, IntegrityError, InterfaceError,
                           InternalError, NotSupportedError, OperationalError, ProgrammingError,
                           Warning, enable_callback_tracebacks)
from sqlvm._errors import warn as _warn
from sqlvm._language import complete_statement

apilevel = "2.0"
paramstyle = "qmark"
# Threads may share the module and connections: one at a time is inside.
threadsafety = 3

# Names that few programs use, by their modules, some of which load large ones of Python's.
_later = {name: module for module, names in {
    "_blob": ("Blob",),
    "_dates": ("Date", "DateFromTicks", "Time", "TimeFromTicks", "Timestamp", "TimestampFromTicks",
               "adapters", "converters"),
    "_search": ("FTS5_TOKENIZE_AUX", "FTS5_TOKENIZE_DOCUMENT", "FTS5_TOKENIZE_PREFIX",
                "FTS5_TOKENIZE_QUERY", "FTS5ExtensionApi"),
    "_sequence": ("Row",),
}.items() for name in names}

_deprecated_names = frozenset({"version", "version_info"})
_deprecated_version = "2.6.0"
_deprecated_version_info = (2, 6, 0)


def install_as_sqlite3():
    """From now on `import sqlite3` is this package, in the whole program."""
    import sqlvm

    _sys.modules["sqlite3"] = sqlvm
    _sys.modules["sqlite3.dbapi2"] = _sys.modules[__name__]
    _sys.modules["_sqlite3"] = _sys.modules[__name__]


def _names():
    """The public names that this module has, with their values."""
    return {name: value for name, value in globals().items() if name[0] != "_"}


def _found(module, name):
    """The value of a name that one of the two public modules does not have yet; see PEP 562."""
    if name in _later:
        source = __import__("sqlvm." + _later[name], fromlist=(name,))
        value = vars(_sys.modules[module])[name] = getattr(source, name)
        return value
    if name in _deprecated_names:
        _warn("%s is deprecated and will be removed in Python 3.14" % name)
        return globals()["_deprecated_" + name]
    if name == "__all__":  # For import *, which takes all names that are there afterwards.
        for each in _later:
            _found(module, each)
    raise AttributeError("module %r has no attribute %r" % (module, name))


def __getattr__(name):
    return _found(__name__, name)


def __dir__():
    return sorted({*globals(), *_later})
