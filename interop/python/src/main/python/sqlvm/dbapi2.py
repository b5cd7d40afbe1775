"""PEP 249's constructors and globals, and sqlite3's default adapters."""

import collections.abc
import datetime
import time

from sqlvm._adapt import (PrepareProtocol, adapt, adapters, converters, register_adapter,
                          register_converter)
from sqlvm._blob import Blob
from sqlvm._connection import Connection, complete_statement, connect
from sqlvm._constants import *
from sqlvm._cursor import Cursor
from sqlvm._errors import (DatabaseError, DataError, Error, IntegrityError, InterfaceError,
                           InternalError, NotSupportedError, OperationalError, ProgrammingError,
                           Warning, enable_callback_tracebacks)
from sqlvm._errors import warn as _warn
from sqlvm._rows import Row

apilevel = "2.0"
paramstyle = "qmark"
# Threads may share the module and connections: one at a time is inside.
threadsafety = 3
sqlite_version = "3.54.1"
sqlite_version_info = (3, 54, 1)

_deprecated_names = frozenset({"version", "version_info"})
_deprecated_version = "2.6.0"
_deprecated_version_info = (2, 6, 0)

Date = datetime.date
Time = datetime.time
Timestamp = datetime.datetime
Binary = memoryview


def DateFromTicks(ticks):
    return Date(*time.localtime(ticks)[:3])


def TimeFromTicks(ticks):
    return Time(*time.localtime(ticks)[3:6])


def TimestampFromTicks(ticks):
    return Timestamp(*time.localtime(ticks)[:6])


collections.abc.Sequence.register(Row)


def _old(what):
    _warn("The default %s is deprecated as of Python 3.12; "
          "see the sqlite3 documentation for suggested replacement recipes" % what)


def _adapt_date(value):
    _old("date adapter")
    return value.isoformat()


def _adapt_datetime(value):
    _old("datetime adapter")
    return value.isoformat(" ")


def _convert_date(value):
    _old("date converter")
    return datetime.date(*map(int, value.split(b"-")))


def _convert_timestamp(value):
    _old("timestamp converter")
    day, clock = value.split(b" ")
    seconds, _, fraction = clock.partition(b".")
    microsecond = int(fraction[:6].ljust(6, b"0")) if fraction else 0
    return datetime.datetime(*map(int, day.split(b"-")), *map(int, seconds.split(b":")),
                             microsecond)


register_adapter(datetime.date, _adapt_date)
register_adapter(datetime.datetime, _adapt_datetime)
register_converter("date", _convert_date)
register_converter("timestamp", _convert_timestamp)


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


__all__ = [name for name in globals() if not name.startswith("_") and name not in
           ("collections", "datetime", "time")]
