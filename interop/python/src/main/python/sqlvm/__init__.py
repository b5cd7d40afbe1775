"""SQLite databases in the process, on the compiler that runs this program.

PEP 249 and all of CPython's sqlite3: `import sqlvm as sqlite3`. What cannot be raises
NotSupportedError and names the way that works.
"""

from sqlvm.dbapi2 import *
from sqlvm.dbapi2 import _deprecated_names, _deprecated_version, _deprecated_version_info


def __getattr__(name):
    from sqlvm import dbapi2

    return dbapi2._deprecated(__name__, name)
