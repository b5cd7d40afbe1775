"""BLOBs and TEXTs that are read and written in place."""

from _operator import index as _index

from sqlvm._adapt import contiguous
from sqlvm._errors import ProgrammingError, call

_INT_MAX = (1 << 31) - 1

# Those of the module os.
_SEEK_SET, _SEEK_CUR, _SEEK_END = range(3)


class Blob:
    """A value in a row, as a file and as a sequence of bytes. Its length does not change."""

    __slots__ = ("_connection", "_handle", "_length", "_place")

    def __new__(cls, *arguments):
        raise TypeError("cannot create '%s.%s' instances" % (cls.__module__, cls.__qualname__))

    def _check(self):
        self._connection._check()
        if self._handle is None:
            raise ProgrammingError("Cannot operate on a closed blob.")

    def _get(self, place, count):
        return as_bytes(call(self._handle.read, place, count))

    def _put(self, place, data):
        call(self._handle.write, place, data)

    def close(self):
        self._connection._check_thread()
        if self._handle is not None:
            handle = self._handle
            self._handle = None
            call(handle.close)

    def read(self, length=-1, /):
        """The next bytes, at most length; all that are left if it is negative."""
        self._check()
        left = self._length - self._place
        if length < 0 or length > left:
            length = left
        if length == 0:
            return b""
        data = self._get(self._place, length)
        self._place += length
        return data

    def write(self, data, /):
        """Changes the next bytes."""
        data = contiguous(memoryview(data))
        self._check()
        if len(data) > self._length - self._place:
            raise ValueError("data longer than blob")
        self._put(self._place, data)
        self._place += len(data)

    def seek(self, offset, origin=_SEEK_SET, /):
        self._check()
        if origin == _SEEK_SET:
            start = 0
        elif origin == _SEEK_CUR:
            start = self._place
        elif origin == _SEEK_END:
            start = self._length
        else:
            raise ValueError("'origin' should be os.SEEK_SET, os.SEEK_CUR, or os.SEEK_END")
        place = start + offset
        if start and place > _INT_MAX:
            raise OverflowError("seek offset results in overflow")
        if not 0 <= place <= self._length:
            raise ValueError("offset out of blob range")
        self._place = place

    def tell(self):
        self._check()
        return self._place

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, kind, value, traceback, /):
        self._check()
        self.close()

    def __len__(self):
        self._check()
        return self._length

    def __iter__(self):
        raise TypeError("'sqlite3.Blob' object is not iterable")

    def __contains__(self, value):
        raise TypeError("argument of type 'sqlite3.Blob' is not iterable")

    def _index(self, key):
        try:
            index = _index(key)
        except TypeError:
            raise TypeError("Blob indices must be integers") from None
        if not -(1 << 63) <= index < 1 << 63:
            raise IndexError("cannot fit 'int' into an index-sized integer")
        if index < 0:
            index += self._length
        if not 0 <= index < self._length:
            raise IndexError("Blob index out of range")
        return index

    def _range(self, key):
        try:
            return range(*key.indices(self._length))
        except TypeError:
            raise TypeError("Blob slice indices must be integers or None") from None

    def __getitem__(self, key):
        self._check()
        if not isinstance(key, slice):
            return self._get(self._index(key), 1)[0]
        places = self._range(key)
        if not places:
            return b""
        low, high = min(places[0], places[-1]), max(places[0], places[-1])
        data = self._get(low, high - low + 1)
        return data if places.step == 1 else bytes([data[place - low] for place in places])

    def __setitem__(self, key, value):
        self._check()
        if not isinstance(key, slice):
            place = self._index(key)
            if not isinstance(value, int):
                raise TypeError("'%s' object cannot be interpreted as an integer"
                                % type(value).__name__)
            if not 0 <= value <= 255:
                raise ValueError("byte must be in range(0, 256)")
            self._put(place, bytes((value,)))
            return
        places = self._range(key)
        data = contiguous(memoryview(value))
        if len(data) != len(places):
            raise IndexError("Blob slice assignment is wrong size")
        if not places:
            return
        if places.step == 1:
            self._put(places[0], data)
            return
        low, high = min(places[0], places[-1]), max(places[0], places[-1])
        whole = bytearray(self._get(low, high - low + 1))
        for place, byte in zip(places, data):
            whole[place - low] = byte
        self._put(low, bytes(whole))

    def __delitem__(self, key):
        self._check()
        raise TypeError("Blob doesn't support item deletion")


Blob.__module__ = "sqlvm"


def as_bytes(data):
    """Bytes as they come from the database."""
    return data if type(data) is bytes else bytes([byte & 255 for byte in data])


def open_blob(connection, table, column, rowid, readonly, name):
    blob = object.__new__(Blob)
    blob._connection = connection
    blob._handle = call(
        connection._database.openBlob, name, table, column, rowid, not readonly, "python")
    blob._length = int(blob._handle.length)
    blob._place = 0
    return blob
