"""sqlvm for CPython, with CPython's sqlite3 as its interface: database files, which this user's
resident sqlvm opens, and databases of a server.

import sqlvm_client

connection = sqlvm_client.connect("file.db")
connection = sqlvm_client.connect("sqlvm://user:password@host:5432")

What a server cannot do for a program raises NotSupportedError: functions in Python, hooks, backups
and incremental BLOBs.
"""

import collections.abc

from ._adapt import (Binary, PrepareProtocol, adapt, adapters, converters, register_adapter,
                     register_converter)
from ._complete import complete_statement
from ._constants import *
from ._dates import (Date, DateFromTicks, Time, TimeFromTicks, Timestamp,
                     TimestampFromTicks)
from ._errors import (DatabaseError, DataError, Error, IntegrityError, InterfaceError,
                      InternalError, NotSupportedError, OperationalError, ProgrammingError, Warning)
from ._row import Row
from ._local import Connection, Cursor, connect

apilevel = "2.0"
paramstyle = "qmark"
# Threads may share the module, connections and cursors: one at a time is inside.
threadsafety = 3

collections.abc.Sequence.register(Row)
Connection.__module__ = Cursor.__module__ = __name__

__all__ = [name for name in globals() if not name.startswith("_") and name != "collections"]
