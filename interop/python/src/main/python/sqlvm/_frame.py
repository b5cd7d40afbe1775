"""Results as columns in memory, for libraries that compute with such: Cursor.to_columns."""

import java

from sqlvm._errors import DataError, NotSupportedError, call
from sqlvm._statement import VIEW

_STREAM = "arrow_array_stream"
_STREAM_SIZE = 40
# Where ArrowArrayStream has its release.
_STREAM_RELEASE = 24

# Types of Arrow as the letters of struct, and what the values are called.
_NUMBERS = {"l": "q", "g": "d"}
_KINDS = {"l": "INTEGER", "g": "REAL", "u": "TEXT", "U": "TEXT", "z": "BLOB", "Z": "BLOB",
          "n": "NULL"}


def columns(cursor, lists):
    """Columns of what is left of a result: lists gives a list for each column, a batch at a time."""
    names = list(cursor._names().names)
    types = cursor._statement.types()
    made = call(cursor.connection._database.columns, VIEW, names, types)
    for start, end, batch in lists:
        call(made.add, start, end, *batch)
    return Columns(made, made.finish(), names)


class Columns:
    """A result as columns: a mapping from names to Column. What Apache Arrow is spoken in takes it as
    it is, by __arrow_c_stream__."""

    def __init__(self, made, source, names):
        self._made = made
        self._source = source
        self._columns = [Column(source, source.column(i), names[i]) for i in range(len(names))]
        self._places = {}
        for place, name in enumerate(names):
            self._places.setdefault(name, place)

    @property
    def columns(self):
        """The names."""
        return [column.name for column in self._columns]

    @property
    def shape(self):
        """Rows and columns."""
        return int(self._source.rowCount()), len(self._columns)

    def keys(self):
        return self._places.keys()

    def __getitem__(self, key):
        return self._columns[key if isinstance(key, int) else self._places[key]]

    def __iter__(self):
        return iter(self._places)

    def __len__(self):
        return len(self._columns)

    def __contains__(self, key):
        return key in self._places

    def __repr__(self):
        return "Columns(%d rows: %s)" % (self.shape[0], ", ".join(
            ["%s %s" % (column.name, column.type) for column in self._columns]))

    def to_dict(self):
        """Lists of values, by the names of the columns."""
        return {name: self[name].tolist() for name in self}

    def __arrow_c_schema__(self):
        raise NotSupportedError("a schema comes with the stream: __arrow_c_stream__()")

    def __arrow_c_stream__(self, requested_schema=None):
        """A capsule with an ArrowArrayStream of one record batch, which takes the columns from where
        they are. Other types than these are not to be had: the caller converts, as the protocol says."""
        stream = _memory().allocate(_STREAM_SIZE, 8)
        call(self._source.exportStream, stream.address())
        capsule = call(self._made.capsule, _STREAM, stream.address())
        _keep(capsule, stream)
        return capsule

    def to_arrow(self):
        """A pyarrow.Table."""
        return _module("pyarrow", "to_arrow").table(self)

    def to_pandas(self):
        """A pandas.DataFrame. Numbers without NULL are in the memory of the columns."""
        pandas = _module("pandas", "to_pandas")
        return pandas.DataFrame({name: self[name]._for_pandas() for name in self})

    def to_polars(self):
        """A polars.DataFrame."""
        return _module("polars", "to_polars").DataFrame(self)


class Column:
    """The values of one column.

    data, offsets and validity are memoryviews of what Apache Arrow has for such a column. data has
    integers (q), reals (d) or the bytes of all texts or BLOBs; offsets, of texts and BLOBs, where each
    begins and behind the last where it ends; validity a bit for each row, from the lowest of each
    byte, which is set unless the value is NULL; None if all are set.
    """

    def __init__(self, source, column, name):
        self.name = name
        self._format = str(column.format())
        self._count = int(column.count())
        self.null_count = int(column.nullCount())
        self.type = _KINDS[self._format]
        letter = _NUMBERS.get(self._format)
        size = int(column.dataSize())
        address = int(column.dataAddress())
        self.offsets = None
        if letter is None:
            self.data = _view(source, address, "B", size)
            if self.type != "NULL":
                self.offsets = _view(source, int(column.offsetsAddress()),
                                     "q" if self._format.isupper() else "i", self._count + 1)
        else:
            self.data = _view(source, address, letter, self._count)
        validity = int(column.validityAddress())
        self.validity = _view(source, validity, "B", (self._count + 7) // 8) if validity else None

    def __len__(self):
        return self._count

    def _is_null(self, row):
        return self.type == "NULL" or (
            self.validity is not None and not self.validity[row >> 3] >> (row & 7) & 1)

    def __getitem__(self, row):
        if isinstance(row, slice):
            return self.tolist()[row]
        if row < 0:
            row += self._count
        if not 0 <= row < self._count:
            raise IndexError("row %d of %d" % (row, self._count))
        if self._is_null(row):
            return None
        if self.offsets is None:
            return self.data[row]
        value = bytes(self.data[self.offsets[row]:self.offsets[row + 1]])
        return value.decode("utf-8") if self.type == "TEXT" else value

    def __iter__(self):
        return iter(self.tolist())

    def tolist(self):
        """The values as a list, with None for NULL."""
        if self.offsets is None and self.null_count == 0 and self.type != "NULL":
            return self.data.tolist()
        return [self[row] for row in range(self._count)]

    def __repr__(self):
        return "Column(%s %s, %d rows)" % (self.name, self.type, self._count)

    def _for_pandas(self):
        if self.offsets is None and self.null_count == 0 and self.type != "NULL":
            import numpy

            return numpy.frombuffer(self.data, "<i8" if self._format == "l" else "<f8")
        return self.tolist()


def module(database, value):
    """Returns the module of a frame, which has __arrow_c_stream__. Its rows are read now."""
    capsule = value.__arrow_c_stream__()
    try:
        streams = java.type("org.sqlvm.arrow.ArrowStreams")
    except KeyError as error:
        raise NotSupportedError("this sqlvm has no sqlvm-arrow, which reads frames") from error
    address = call(call(database.columns, VIEW, [], []).address, _STREAM, capsule)
    if not address:
        raise TypeError("__arrow_c_stream__() of %s gave no capsule with an %s"
                        % (type(value).__name__, _STREAM))
    try:
        return streams.table(address)
    except java.type("org.sqlvm.api.SqlvmException") as error:
        raise DataError(str(error.getMessage())) from None


def install(database, name, module):
    """Makes the table, or removes it."""
    call(database.host.createModule, name, module)


def lists(value):
    """The columns of a frame as lists, by name; None if it is none. For dicts of columns, and for
    frames of libraries whose version is too old for __arrow_c_stream__."""
    if isinstance(value, dict):
        columns = value
    elif hasattr(value, "columns") and hasattr(value, "__getitem__") and (
            hasattr(value, "to_dict") or hasattr(value, "to_dicts")):
        columns = {name: value[name] for name in value.columns}
    else:
        return None
    made = {str(name): _listed(column) for name, column in columns.items()}
    if not made or any(column is None for column in made.values()):
        return None
    return made


def _listed(column):
    for method in ("tolist", "to_list"):
        if hasattr(column, method):
            return getattr(column, method)()
    return list(column) if isinstance(column, (list, tuple, memoryview, range)) else None


def _view(owner, address, letter, count):
    """A read-only view of memory that owner, of Java, has."""
    if not count:
        return memoryview(b"").cast(letter) if letter != "B" else memoryview(b"")
    import ctypes

    # A view keeps the array that it is of, and that one what the memory belongs to.
    size = {"q": 8, "d": 8, "i": 4, "B": 1}[letter]
    array = (ctypes.c_ubyte * (count * size)).from_address(address)
    array._owner = owner
    return memoryview(array).cast("B").cast(letter).toreadonly()


def _memory():
    return java.type("java.lang.foreign.Arena").ofAuto()


def _module(name, method):
    try:
        return __import__(name)
    except ImportError as error:
        raise ImportError("%s() needs the library %s, which this Python cannot load: %s"
                          % (method, name, error), name=name) from error


# Memory of streams, by the capsules that point to it.
_streams = {}


def _keep(capsule, stream):
    """The structure lives until the stream has been taken, or is released with its capsule."""
    import weakref

    for key, (reference, other) in list(_streams.items()):
        if reference is None and _taken(other):
            del _streams[key]
    key = id(stream)
    try:
        reference = weakref.ref(capsule, lambda _: _forget(key))
    except TypeError:
        reference = None
    _streams[key] = reference, stream


def _taken(stream):
    """Whether it has been moved elsewhere, or released."""
    layout = java.type("java.lang.foreign.ValueLayout")
    return stream.get(layout.JAVA_LONG, _STREAM_RELEASE) == 0


def _forget(key):
    _, stream = _streams.pop(key)
    if not _taken(stream):
        java.type("org.sqlvm.api.arrow.ArrowColumns").releaseStream(stream.address())
