"""Where a server is: URLs and paths."""

import os
from urllib.parse import parse_qsl, unquote, urlsplit

from ._errors import ProgrammingError
from ._wire import Address

_TCP = "sqlvm:"
_UNIX = "sqlvm+unix:"

_SWITCHES = {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False}

# The options that may follow the question mark of a URL.
_OPTIONS = {"user": str, "password": str, "connect_timeout": float, "statement_timeout": float,
            "application_name": str, "ssl": lambda text: _SWITCHES[text.lower()]}


def is_url(database):
    """Whether the name of a database is the URL of a server."""
    return isinstance(database, str) and database.startswith((_TCP + "//", _UNIX))


def address_of(database, kind=Address, **options):
    """The address, of this class, that a URL and keywords of connect say; keywords come first."""
    address = kind()
    if is_url(database):
        try:
            given = _read(database, address)
        except ValueError as error:
            raise ProgrammingError("not the URL of a server: %s" % error) from None
    else:
        address.path = os.fsdecode(database)
        if "://" in address.path:
            raise ProgrammingError(
                "not the URL of a server: it begins with sqlvm:// or sqlvm+unix:")
        given = {}
    given.update((name, value) for name, value in options.items() if value is not None)
    for name, value in given.items():
        setattr(address, name, value)
    address.user = address.user or _user()
    for text in (address.user, address.database or "", address.application_name):
        if "\0" in text:
            raise ValueError("embedded null byte")
    return address


def _read(url, address):
    """Puts a URL's host and path into an address, and returns its options."""
    parts = urlsplit(url)
    if parts.fragment:
        raise ValueError("it has a fragment")
    if url.startswith(_UNIX):
        address.path = unquote(parts.path)
        if not address.path:
            raise ValueError("it has no path")
        if parts.hostname:
            raise ValueError("a socket has no host")
    else:
        address.host = parts.hostname or "localhost"
        address.port = parts.port or address.port
        address.database = unquote(parts.path[1:])
    given = {}
    if parts.username:
        given["user"] = unquote(parts.username)
    if parts.password is not None:
        given["password"] = unquote(parts.password)
    for name, text in parse_qsl(parts.query, keep_blank_values=True):
        if name == "port" and address.path is not None:
            address.port = int(text)
        elif name not in _OPTIONS:
            raise ValueError("there is no option %s" % name)
        else:
            try:
                given[name] = _OPTIONS[name](text)
            except (KeyError, ValueError):
                raise ValueError("the option %s is not %s" % (name, text)) from None
    return given


def _user():
    """Returns the name of the user who runs this program."""
    import getpass

    try:
        return getpass.getuser()
    except Exception:  # There is none, as in some containers.
        return "sqlvm"
