"""Exceptions, and what the database and its callbacks throw as these."""

import _thread
import sys

from . import _constants


class Warning(Exception):
    pass


class Error(Exception):
    """sqlite_errorcode is SQLite's extended result code, sqlite_errorname its name."""


class InterfaceError(Error):
    pass


class DatabaseError(Error):
    pass


class DataError(DatabaseError):
    pass


class OperationalError(DatabaseError):
    pass


class IntegrityError(DatabaseError):
    # The code of an error that a program raises: a statement's OR depends on it.
    sqlite_errorcode = 19
    sqlite_errorname = "SQLITE_CONSTRAINT"


class InternalError(DatabaseError):
    pass


class ProgrammingError(DatabaseError):
    pass


class NotSupportedError(DatabaseError):
    pass


for _kind in (Warning, Error, InterfaceError, DatabaseError, DataError, OperationalError,
              IntegrityError, InternalError, ProgrammingError, NotSupportedError):
    _kind.__module__ = __package__

# The exception that CPython maps a primary result code to (sqlite.org/rescode.html).
_KINDS = {
    1: OperationalError,
    2: InternalError,
    3: OperationalError,
    4: OperationalError,
    5: OperationalError,
    6: OperationalError,
    7: MemoryError,
    8: OperationalError,
    9: OperationalError,
    10: OperationalError,
    12: InternalError,
    13: OperationalError,
    14: OperationalError,
    15: OperationalError,
    17: OperationalError,
    18: DataError,
    19: IntegrityError,
    20: IntegrityError,
    21: InterfaceError,
    25: InterfaceError,
}

BUSY = 5
LOCKED = 6

_tracebacks = False
_last = _thread._local()


class _Failure:
    """The error of a callback."""

    def __init__(self, error, message):
        self.error = error
        self.message = message


def enable_callback_tracebacks(enable, /):
    """Whether what callbacks raise goes to sys.unraisablehook, before it is an error of SQL."""
    global _tracebacks
    _tracebacks = bool(enable)


def unraisable(error, source):
    """A callback's error that no caller gets as it is: shown if enable_callback_tracebacks says
    so, as in sqlite3."""
    if _tracebacks:
        show_unraisable(error, source)


def show_unraisable(error, source):
    """Gives an error to sys.unraisablehook."""
    what = type(sys.implementation)(exc_type=type(error), exc_value=error,
                                 exc_traceback=error.__traceback__, err_msg=None, object=source)
    try:
        sys.unraisablehook(what)
    except TypeError:  # The hook that is there first takes its own kind alone.
        import traceback

        print("Exception ignored in: %r" % (source,), file=sys.stderr)
        traceback.print_exception(error, file=sys.stderr)


_METHODS = {"new": "__init__"}


def callback_failed(callee, method, error, is_result):
    """Called by the database for every callback that fails, before its statement ends."""
    ends = method == "end"  # An aggregate whose value nobody asks for: no error of the statement.
    if ends:
        method = "finalize"
    if method == "call":
        message = "user-defined function raised exception"
    elif method == "compare":
        message = "user-defined collation raised exception"
    else:
        what = "not defined" if error is None else "raised error"
        message = "user-defined aggregate's '%s' method %s" % (_METHODS.get(method, method), what)
    if is_result:
        error = _refusal(error)
    elif error is None:
        error = AttributeError("%r object has no attribute %r" % (
            getattr(callee, "__name__", callee), method))
    if not ends:
        _last.failure = _Failure(error, message)
    unraisable(error, callee)


def require_unicode(text):
    """Halves of surrogate pairs have no UTF-8, even where two of them stand together."""
    if text.isascii():
        return
    for place, character in enumerate(text):
        if "\ud800" <= character <= "\udfff":
            raise UnicodeEncodeError("utf-8", text, place, place + 1, "surrogates not allowed")


def _refusal(value):
    """Why a result is no value of SQL."""
    try:
        if isinstance(value, int):
            return OverflowError("Python int too large to convert to SQLite INTEGER")
        if isinstance(value, str):
            require_unicode(value)
        elif not memoryview(value).c_contiguous:
            return BufferError("memoryview: underlying buffer is not C-contiguous")
    except Exception as error:
        return error
    return ValueError("no value of SQL: %r" % (value,))


def _of_callback(error, code):
    """The exception for an error that came from a callback, or None if it did not."""
    failure = getattr(_last, "failure", None)
    if failure is None:
        return None
    _last.failure = None
    if code is None:
        if failure.error is not error:
            return None
    elif code not in (1, 18, 20) or not str(error).startswith(
            ("user-defined ", "out of range", "no Unicode", "string or blob too")):
        return None
    if isinstance(failure.error, MemoryError):
        made = MemoryError()
    elif isinstance(failure.error, OverflowError):
        made = coded(DataError("string or blob too big"), 18, "SQLITE_TOOBIG")
    else:
        made = coded(OperationalError(failure.message), 1, "SQLITE_ERROR")
    made.__cause__ = failure.error
    return made


def coded(error, code, name):
    error.sqlite_errorcode = code
    error.sqlite_errorname = name
    return error


def code_of(error):
    """SQLite's code of what the database throws; None for other exceptions."""
    try:
        # Exceptions of Python have codes, too: SystemExit, and what a program defines.
        return int(error.code) if str(error.name).startswith("SQLITE_") else None
    except (AttributeError, TypeError, ValueError):
        return None


def translated(error):
    """The exception for what a call of the database has thrown, with its cause."""
    code = code_of(error)
    made = _of_callback(error, code)
    if made is not None:
        return made
    if code is None:
        return error
    text = str(error)
    if code == 21 and "closed database" in text:
        return ProgrammingError(text)
    kind = _KINDS.get(code & 0xFF, DatabaseError)
    if text.startswith("not supported: "):
        kind = NotSupportedError
    made = coded(kind(text), code, str(error.name))
    made.__suppress_context__ = True
    return made


# Errors of a server itself, by the class of their SQLState.
_SERVER_KINDS = {"08": OperationalError, "0A": NotSupportedError, "22": DataError}


def of_server(fields, code=1, name="SQLITE_ERROR"):
    """The exception for an error that a server tells: fields of PostgreSQL's message by their kinds.

    @param code and name for an error of the server itself, which has no code of SQLite's
    """
    text = fields.get("M", "")
    if "X" not in fields:
        kind = _SERVER_KINDS.get(fields.get("C", "")[:2], OperationalError)
        return coded(kind(text), code, name)
    code = int(fields["X"])
    kind = _KINDS.get(code & 0xFF, DatabaseError)
    if text.startswith("not supported: "):
        kind = NotSupportedError
    known = _constants.name_of_code
    return coded(kind(text), code, known(code) or known(code & 0xFF) or "unknown")


def call(function, *arguments):
    """Calls the database."""
    try:
        return function(*arguments)
    except BaseException as error:
        made = translated(error)
        if made is error:
            raise
        raise made


def warn(message):
    """A DeprecationWarning for the line of the program that called this package."""
    import warnings

    level = 2
    frame = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__package__") == __package__:
        level += 1
        frame = frame.f_back
    warnings.warn(message, DeprecationWarning, stacklevel=level)
