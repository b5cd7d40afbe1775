"""Results of a sqlvm server on this machine as streams of Apache Arrow, without a copy.

    import pyarrow, sqlvm_columns

    with sqlvm_columns.connect("/run/shop/columns") as client:
        with client.query("SELECT * FROM parts WHERE id > ?", [5]) as result:
            table = pyarrow.ipc.open_stream(result.buffer).read_all()

The server is `sqlvm serve FILE --columns-socket PATH`. The stream is in a memory file, which is mapped
into this process; or it comes through a pipe while the rows are computed (`client.stream`). This module
needs nothing but CPython 3.9 or newer on Linux, and no pyarrow: what reads the stream is yours. The
protocol is in docs/internals/columns-socket.md.
"""

import array
import fcntl
import mmap
import os
import socket
import struct

__all__ = ["Client", "Error", "Result", "Stream", "connect"]

_VERSION = 1
_MEMORY = 1
_PIPE = 2
_FAILED, _IN_MEMORY, _IN_PIPE, _DONE = range(4)
_GET_SEALS = 1034
_SEALS = 1 | 2 | 4 | 8
_DESCRIPTORS_MAX = 16


class Error(Exception):
    """An error of a statement: SQLite's result code, the offset in the text or -1, the SQLSTATE."""

    def __init__(self, message, code, offset, sqlstate):
        super().__init__(message)
        self.code = code
        self.offset = offset
        self.sqlstate = sqlstate


def connect(path):
    """Opens a session at the server's socket."""
    return Client(path)


def _value(value):
    if value is None:
        return b"\0"
    if isinstance(value, int):  # Also True and False.
        return struct.pack("<bq", 1, value)
    if isinstance(value, float):
        return struct.pack("<bd", 2, value)
    if isinstance(value, str):
        text = value.encode()
        return struct.pack("<bi", 3, len(text)) + text
    blob = bytes(memoryview(value))
    return struct.pack("<bi", 4, len(blob)) + blob


def _request(mode, sql, parameters):
    text = sql.encode()
    if hasattr(parameters, "items"):
        named = list(parameters.items())
    else:
        named = [("", value) for value in parameters]
    parts = [struct.pack("<bbi", _VERSION, mode, len(text)), text, struct.pack("<H", len(named))]
    for name, value in named:
        encoded = name.encode()
        parts += [struct.pack("<H", len(encoded)), encoded, _value(value)]
    content = b"".join(parts)
    return struct.pack("<i", len(content)) + content


class Client:
    """A session. Of one thread at a time; `close` of another thread ends what runs."""

    def __init__(self, path):
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._open = None
        try:
            self._socket.connect(os.fspath(path))
        except BaseException:
            self._socket.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the session; results that have come stay."""
        self._socket.close()

    def query(self, sql, parameters=()):
        """Runs a query. Its result is a memory file, which comes when it is complete.

        Parameters are a sequence, or a dictionary for those with names.
        """
        kind, count, descriptor = self._ask(_MEMORY, sql, parameters)
        if kind != _IN_MEMORY:
            raise ValueError("the statement gives no rows")
        try:
            return Result(descriptor, count)
        finally:
            os.close(descriptor)

    def stream(self, sql, parameters=()):
        """Runs a query. Its result comes through a pipe while it is computed."""
        kind, _, descriptor = self._ask(_PIPE, sql, parameters)
        if kind != _IN_PIPE:
            raise ValueError("the statement gives no rows")
        self._open = Stream(self, descriptor)
        return self._open

    def execute(self, sql, parameters=()):
        """Runs a statement that gives no rows; says how many it has changed."""
        kind, count, descriptor = self._ask(_MEMORY, sql, parameters)
        if descriptor is not None:
            os.close(descriptor)
        return count if kind == _DONE else 0

    def _ask(self, mode, sql, parameters):
        if self._open is not None:
            raise ValueError("a stream has not been read to its end, or closed")
        self._socket.sendall(_request(mode, sql, parameters))
        return self._answer()

    def _receive(self, size, descriptors):
        parts = bytearray()
        while len(parts) < size:
            room = socket.CMSG_SPACE(_DESCRIPTORS_MAX * array.array("i").itemsize)
            part, control, _, _ = self._socket.recvmsg(size - len(parts), room)
            for level, kind, data in control:
                if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                    numbers = array.array("i")
                    numbers.frombytes(data[:len(data) - len(data) % numbers.itemsize])
                    descriptors.extend(numbers)
            if not part:
                raise EOFError("the server has gone")
            parts += part
        return bytes(parts)

    def _answer(self):
        descriptors = []
        try:
            (size,) = struct.unpack("<i", self._receive(4, descriptors))
            content = self._receive(size, descriptors)
            kind = content[0]
            if kind == _FAILED:
                code, offset = struct.unpack_from("<ii", content, 1)
                raise Error(content[14:].decode(), code, offset, content[9:14].decode())
            count = struct.unpack_from("<q", content, 1)[0] if kind != _IN_PIPE else 0
            descriptor = descriptors.pop() if kind in (_IN_MEMORY, _IN_PIPE) else None
            return kind, count, descriptor
        finally:
            for descriptor in descriptors:
                os.close(descriptor)


class Result:
    """A result in a memory file: `buffer` is a stream of Arrow, which no process can change."""

    def __init__(self, descriptor, rows):
        # Were it not sealed, another process could shorten it under us.
        if fcntl.fcntl(descriptor, _GET_SEALS) & _SEALS != _SEALS:
            raise OSError("the memory file is not sealed")
        self.rows = rows
        self._map = mmap.mmap(descriptor, 0, prot=mmap.PROT_READ)
        self.buffer = memoryview(self._map)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Unmaps it, as soon as nothing is read from it any more."""
        try:
            self.buffer.release()
            self._map.close()
        except BufferError:
            pass  # Tables still use it: it goes with the last of them.


class Stream:
    """A stream that comes through a pipe, as a file to read. It ends after the last row."""

    def __init__(self, client, descriptor):
        self._client = client
        self._file = open(descriptor, "rb", buffering=1 << 20)
        self.rows = None
        self.closed = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def readable(self):
        return True

    def fileno(self):
        return self._file.fileno()

    def read(self, size=-1):
        part = self._file.read(size)
        if size < 0 or len(part) < size:
            self._end()
        return part

    def readinto(self, target):
        count = self._file.readinto(target)
        if count < len(target):
            self._end()
        return count

    def _end(self):
        if self.rows is None and not self.closed:
            self.rows = -1
            self._client._open = None
            self.rows = self._client._answer()[1]

    def close(self):
        """Closes the pipe; the server stops computing rows that have not been read."""
        if not self.closed:
            self._file.close()
            try:
                self._end()
            except (Error, EOFError):
                pass
            self.closed = True
