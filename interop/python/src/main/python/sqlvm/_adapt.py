"""Values of Python as values of SQL: adapters, and what they leave to be done; and the names of
converters, which go the other way."""

from ._errors import ProgrammingError, require_unicode


class PrepareProtocol:
    """Is asked of an object's __conform__ for a value of SQL."""


Binary = memoryview

adapters = {}
converters = {}

# Kinds that are bound as they are. Shrinks when an adapter is registered for one of them.
plain = {int, float, str, bytes, type(None)}
# It has shrunk.
overridden = False

# register_adapter has a parameter of that name.
_TYPE = type

_MIN = -(1 << 63)
_MAX = (1 << 63) - 1


def register_adapter(type, adapter, /):
    """adapter(value) gives what is stored for a value of the type."""
    if not isinstance(type, _TYPE):
        raise TypeError("register_adapter() argument 1 must be type, not "
                        + _TYPE(type).__name__)
    global overridden
    if type in plain:
        plain.discard(type)
        overridden = True
    adapters[(type, PrepareProtocol)] = adapter


def register_converter(typename, converter, /):
    """converter(bytes) gives the value of a column that is declared so."""
    if not isinstance(typename, str):
        raise TypeError("register_converter() argument 1 must be str")
    converters[typename.upper()] = converter


_NONE = object()


def adapt(obj, proto=PrepareProtocol, alt=_NONE, /):
    """Returns the value to store for an object; alt if it cannot be adapted."""
    adapter = adapters.get((type(obj), proto))
    if adapter is None and type(obj).__module__ == "datetime":
        from . import _dates  # Registers the default adapters.

        adapter = _dates.adapters.get((type(obj), proto))
    if adapter is not None:
        return adapter(obj)
    for source, name, argument in ((proto, "__adapt__", obj), (obj, "__conform__", proto)):
        method = getattr(source, name, None)
        if method is not None:
            try:
                adapted = method(argument)
            except TypeError:
                continue
            if adapted is not None:
                return adapted
    if alt is not _NONE:
        return alt
    raise ProgrammingError("can't adapt")


def bound(value, place):
    """A value as the database takes it."""
    kind = type(value)
    if kind not in plain and kind is not bytearray:
        value = adapt(value, PrepareProtocol, value)
        kind = type(value)
    if kind is int:
        if not _MIN <= value <= _MAX:
            raise OverflowError("Python int too large to convert to SQLite INTEGER")
        return value
    if kind is str:
        require_unicode(value)
        return value
    if kind is float or kind is bytes or value is None:
        return value
    if isinstance(value, int):
        return bound(int(value), place)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, str):
        return bound(str.__str__(value), place)
    try:
        view = memoryview(value)
    except TypeError:
        raise ProgrammingError(
            "Error binding parameter %s: type '%s' is not supported" % (place, kind.__name__)
        ) from None
    return contiguous(view)


def contiguous(view):
    """The bytes of a memoryview."""
    if not view.c_contiguous:
        raise BufferError("memoryview: underlying buffer is not C-contiguous")
    return view.tobytes()
