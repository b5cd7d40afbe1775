"""Variables of the program as tables of its queries: Connection.use_variables."""

import re
import sys

from sqlvm import _frame
from sqlvm._errors import OperationalError

_MISSING = re.compile(r"no such table: (\w+)")
_NONE = object()


class Finder:
    """Prepares statements of a connection. A table that is missing may be a variable of the
    function that runs the statement; it is one until the variable has another value."""

    def __init__(self, connection):
        self._connection = connection
        self._prepare = connection._statement
        self._made = {}

    def forget(self):
        """Removes the tables that variables have become."""
        for name in list(self._made):
            self._remove(name)

    def _remove(self, name):
        self._connection.create_table(name, None)
        del self._made[name]
        self._connection._statements.clear()

    def statement(self, sql):
        for name, value in list(self._made.items()):
            if _variable(name) is not value:
                self._remove(name)
        while True:
            try:
                return self._prepare(sql)
            except OperationalError as error:
                missing = _MISSING.fullmatch(str(error))
                value = _NONE if missing is None else _variable(missing[1])
                if value is _NONE or not self._make(missing[1], value):
                    raise

    def _make(self, name, value):
        """Whether the value is a table now."""
        if hasattr(value, "__arrow_c_stream__") or _frame.lists(value) is not None:
            pass
        elif callable(value):
            if not hasattr(value, "columns"):
                return False
        elif not isinstance(value, (list, tuple)) or not value:
            return False
        self._connection.create_table(name, value)
        self._made[name] = value
        return True


def _variable(name):
    """The value of a variable where the module was called."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "sqlvm":
        frame = frame.f_back
    if frame is None:
        return _NONE
    return frame.f_locals.get(name, frame.f_globals.get(name, _NONE))
