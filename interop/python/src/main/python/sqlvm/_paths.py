"""Names of database files."""

import sys

from ._constants import SQLITE_CANTOPEN
from ._errors import OperationalError, coded

if sys.platform == "win32":
    _posix = None
else:
    import posix as _posix


def file_name(database, uri):
    """As the database takes it: a path, or a URI if the program says that there may be one."""
    path = database
    if type(path) is not str:
        from os import fsdecode

        path = fsdecode(path)
    if "\0" in path:
        raise ValueError("embedded null byte")
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:  # Java has no such paths.
        raise coded(OperationalError("unable to open database file"),
                            SQLITE_CANTOPEN, "SQLITE_CANTOPEN") from None
    # The folder that the program is in is not always that of the process.
    if not uri or not path.startswith("file:"):
        return path if path in ("", ":memory:") else _absolute(path)
    rest = path[len("file:"):]
    query = rest.partition("#")[0].partition("?")[2]
    parameters = dict(part.partition("=")[::2] for part in query.split("&"))
    in_memory = parameters.get("mode") == "memory" or parameters.get("vfs") == "memdb"
    if in_memory or rest.startswith(("/", ":memory:", "?")) or not rest:
        return path
    from os import getcwd
    from urllib.parse import quote

    return "file:%s/%s" % (quote(getcwd()), rest)


def _absolute(path):
    """os.path.abspath, without loading the module os for most paths."""
    rooted = path.startswith("/")
    parts = path[1:].split("/") if rooted else path.split("/")
    if _posix is None or "" in parts or "." in parts or ".." in parts:
        from os.path import abspath

        return abspath(path)
    return path if rooted else _posix.getcwd().rstrip("/") + "/" + path
