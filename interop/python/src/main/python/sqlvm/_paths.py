"""Names of database files."""

import os

from ._constants import SQLITE_CANTOPEN
from ._errors import OperationalError, coded


def file_name(database, uri):
    """As the database takes it: a path, or a URI if the program says that there may be one."""
    path = os.fsdecode(database)
    if "\0" in path:
        raise ValueError("embedded null byte")
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:  # Java has no such paths.
        raise coded(OperationalError("unable to open database file"),
                            SQLITE_CANTOPEN, "SQLITE_CANTOPEN") from None
    # The folder that the program is in is not always that of the process.
    if not uri or not path.startswith("file:"):
        return path if path in ("", ":memory:") else os.path.abspath(path)
    rest = path[len("file:"):]
    query = rest.partition("#")[0].partition("?")[2]
    parameters = dict(part.partition("=")[::2] for part in query.split("&"))
    in_memory = parameters.get("mode") == "memory" or parameters.get("vfs") == "memdb"
    if in_memory or rest.startswith(("/", ":memory:", "?")) or not rest:
        return path
    from urllib.parse import quote

    return "file:%s/%s" % (quote(os.getcwd()), rest)
