"""A connection to a server: messages, login, encryption, and the order of answers
(docs/internals/client-protocol.md)."""

import os
import socket
import struct
import weakref
from collections import deque

from ._connection_base import CLOSED
from ._errors import (Error, NotSupportedError, OperationalError, ProgrammingError, coded,
                      of_server)

# Bytes that are read at once.
_READ = 1 << 18

# The longest message before the login is done: what is no server may say anything.
_LOGIN_MAX = 1 << 16

# Seconds to wait for the end of a session that has been closed.
_CLOSING = 5.0

# Why nothing can be sent any more, if the program has closed it.
_CLOSED = "it is closed"

_VERSION = 3 << 16
_CANCEL = struct.pack(">iHH", 16, 1234, 5678)
_SSL = struct.pack(">iHH", 8, 1234, 5679)
_HEADER = struct.Struct(">ci")
_READY = struct.Struct(">cqqq")
SYNC = b"S\0\0\0\4"

_LOCAL = ("localhost", "127.0.0.1", "::1")

CANTOPEN = 14, "SQLITE_CANTOPEN"
LOST = 10, "SQLITE_IOERR"

_BROKEN = "a message of the server is broken"

# The sessions of this process.
_wires = weakref.WeakSet()


def _leave_to_parent():
    """In a process that has just been forked: the sessions are the parent's. If this process ended
    one of them or sent anything, that would be in the middle of what the parent sends."""
    for wire in list(_wires):
        wire.leave()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)


def message(kind, *parts):
    """A message of parts that are bytes."""
    return b"".join([_HEADER.pack(kind, 4 + sum(map(len, parts))), *parts])


class Address:
    """Where a server is, and what one says to log in there."""

    def __init__(self):
        self.host = None
        self.port = 5432
        # The path of a Unix socket, or of its folder.
        self.path = None
        self.user = None
        self.password = None
        self.database = None
        # The folder in which names of files begin, if the server opens files by their names.
        self.directory = None
        # True, False, an ssl.SSLContext; None for what the host needs.
        self.ssl = None
        self.connect_timeout = 30.0
        self.statement_timeout = None
        self.application_name = "sqlvm_client"

    def socket_file(self):
        """In a folder the socket has PostgreSQL's name."""
        if os.path.isdir(self.path):
            return os.path.join(self.path, ".s.PGSQL.%d" % self.port)
        return self.path

    def __str__(self):
        return "%s:%d" % (self.host, self.port) if self.path is None else self.socket_file()

    def open(self):
        """A socket, encrypted if need be. Raises OSError."""
        if self.path is not None:
            if not hasattr(socket, "AF_UNIX"):
                from ._unix import ChannelSocket

                return ChannelSocket(self.socket_file())
            made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                made.settimeout(self.connect_timeout)
                made.connect(self.socket_file())
            except BaseException:
                made.close()
                raise
            return made
        made = socket.create_connection((self.host, self.port), self.connect_timeout)
        try:
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            made.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            return self._encrypted(made)
        except BaseException:
            made.close()
            raise

    def _encrypted(self, plain):
        """Encrypts the connection to another machine, unless the program says that it need not be."""
        tls = self.host not in _LOCAL if self.ssl is None else self.ssl
        if not tls:
            return plain
        import ssl

        context = ssl.create_default_context() if tls is True else tls
        plain.sendall(_SSL)
        answer = plain.recv(1)
        if answer != b"S":
            raise coded(OperationalError(
                "the server at %s has no TLS; ssl=False connects to it in plain" % self), *CANTOPEN)
        return context.wrap_socket(plain, server_hostname=self.host)


class Answer:
    """The server's answer to a group of messages."""

    __slots__ = ("batches", "error", "count", "prepared", "columns", "numbers", "memory",
                 "suspended", "done")

    def __init__(self):
        # Messages with rows that have not been read yet.
        self.batches = deque()
        self.error = None
        self.count = 0
        self.prepared = None
        self.columns = None
        # The number of rows that each run of a repeated statement has changed.
        self.numbers = None
        # The memory file that has the rows.
        self.memory = None
        self.suspended = False
        self.done = False


class Wire:
    """A session. Groups of messages are answered in their order: waiting has the answers that are to
    come, and reading a message gives it to the first of them."""

    def __init__(self, address):
        self.address = address
        self.waiting = deque()
        self.in_transaction = False
        self.changes = 0
        self.total_changes = 0
        self.last_rowid = 0
        # Why nothing can be sent any more.
        self.lost = None
        self._data = b""
        self._at = 0
        self._size_max = _LOGIN_MAX
        self._parameters = {}
        self._key = b""
        self._socket = None
        try:
            self._socket = address.open()
        except OSError as error:
            raise _unopened(address, error) from None
        try:
            self._log_in()
            self._socket.settimeout(None)
            self._size_max = 1 << 31
            _wires.add(self)
        except BaseException:
            self.lost = "nobody has logged in"
            self._socket.close()
            raise

    @property
    def is_read_only(self):
        return self._parameters.get("read_only") == "on"

    @property
    def has_memory_files(self):
        return self._parameters.get("memory_files") == "on"

    def server_process(self):
        """The number of the server's process, if the connection is a Unix socket of Linux."""
        credentials = self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
        return struct.unpack("=iII", credentials)[0]

    # Login.

    def _log_in(self):
        address = self.address
        parameters = {"user": address.user, "application_name": address.application_name,
                      "_pq_.sqlvm_protocol": "1"}
        if address.database:
            parameters["database"] = address.database
        if address.directory:
            parameters["_pq_.sqlvm_directory"] = address.directory
        if address.statement_timeout:
            parameters["statement_timeout"] = str(max(1, int(address.statement_timeout * 1000)))
        content = "".join("%s\0%s\0" % pair for pair in parameters.items()) + "\0"
        first = struct.pack(">i", _VERSION) + content.encode()
        try:
            self._socket.sendall(struct.pack(">i", len(first) + 4) + first)
            self._answer_login()
            self.message_size_max = int(self._parameters.get("message_size_max", 1 << 30))
        except (OSError, ValueError, struct.error) as error:
            raise _unopened(address, error) from None
        if self._parameters.get("sqlvm_protocol") != "1":
            raise coded(NotSupportedError(
                "the server at %s is not sqlvm, or too old" % address), *CANTOPEN)

    def _answer_login(self):
        scram = None
        while True:
            kind, body = self._next()
            if kind == b"R":
                method, = struct.unpack_from(">i", body)
                if method == 10:
                    scram = self._begin_scram(body[4:])
                elif method == 11 and scram is not None:
                    self._socket.sendall(message(b"p", scram.answer(body[4:])))
                elif method == 12 and scram is not None:
                    scram.check(body[4:])
                elif method != 0 or scram is not None and not scram.is_checked:
                    raise _refusal("the server at %s wants a login of a kind that there is not: %d"
                                   % (self.address, method))
            elif kind == b"S":
                name, value, _ = body.decode().split("\0")
                self._parameters[name] = value
            elif kind == b"K":
                self._key = body
            elif kind == b"E":
                raise of_server(_fields(body), *CANTOPEN)
            elif kind == b"Z":
                if "sqlvm_protocol" in self._parameters:
                    self._ready(body)
                return
            elif kind not in (b"N", b"v"):
                raise OSError(_BROKEN)

    def _begin_scram(self, mechanisms):
        if b"SCRAM-SHA-256" not in mechanisms.split(b"\0"):
            raise _refusal("the server at %s wants a login of a kind that there is not: %s" % (
                self.address, mechanisms.decode("utf-8", "replace").strip("\0")))
        if self.address.password is None:
            raise _refusal("the server at %s wants a password" % self.address)
        from ._scram import Scram

        scram = Scram(self.address.password)
        first = scram.first()
        self._socket.sendall(message(b"p", b"SCRAM-SHA-256\0", struct.pack(">i", len(first)), first))
        return scram

    # Groups of messages.

    def send(self, *messages):
        """Sends a group, after what is still to come from the server has been read."""
        if self.lost is not None:
            raise self._loss()
        while self.waiting:
            self.pump()
        answer = Answer()
        try:
            self._socket.sendall(b"".join([*messages, SYNC]))
        except BaseException as error:
            # It is unknown how much of it has been sent.
            self._lose(error)
            if isinstance(error, OSError):
                raise self._loss() from None
            raise
        self.waiting.append(answer)
        return answer

    def finish(self, answer):
        """Waits for the end of an answer."""
        while not answer.done:
            self.pump()
        return answer

    def pump(self):
        """Reads one message for the first answer that is to come."""
        if self.lost is not None:
            raise self._loss()
        try:
            kind, body = self._next()
        except OSError as error:
            self._lose(error)
            raise self._loss() from None
        except KeyboardInterrupt:
            try:
                self.cancel()
            except Error:
                pass  # The program is interrupted all the same.
            raise
        try:
            self._take(kind, body)
        except (ValueError, struct.error):
            raise self.broken() from None

    def pump_received(self):
        """Reads what has come already."""
        while self.waiting and self._has_message():
            self.pump()

    def _take(self, kind, body):
        answer = self.waiting[0]
        if kind == b"D":
            answer.batches.append(body)
        elif kind == b"Z":
            self._ready(body)
            self.waiting.popleft()
            answer.done = True
        elif kind == b"C":
            answer.count, = struct.unpack(">q", body)
        elif kind == b"s":
            answer.suspended = True
        elif kind == b"p":
            answer.prepared = body
        elif kind == b"T":
            answer.columns = body
        elif kind == b"n":
            answer.numbers = body
        elif kind == b"m":
            answer.memory = body
        elif kind == b"E":
            fields = _fields(body)
            error = of_server(fields)
            if fields.get("S") == "FATAL":
                self._lose(error)
                raise self._loss() from None
            if answer.error is None:
                answer.error = error

    def _ready(self, body):
        status, self.changes, self.total_changes, self.last_rowid = _READY.unpack(body)
        self.in_transaction = status == b"T"

    # Messages.

    def _has_message(self):
        have = len(self._data) - self._at
        return have >= 5 and have > _HEADER.unpack_from(self._data, self._at)[1]

    def _next(self):
        """The kind and the content of the next message. What has been read of it is kept if reading
        is interrupted."""
        while len(self._data) - self._at < 5:
            self._receive()
        kind, size = _HEADER.unpack_from(self._data, self._at)
        if not 4 <= size <= self._size_max:
            raise OSError(_BROKEN)
        have = len(self._data) - self._at
        if have <= size:
            if size > _READ:
                self._receive_long(size + 1)
            while len(self._data) - self._at <= size:
                self._receive()
        begin = self._at + 5
        self._at += size + 1
        return kind, self._data[begin:self._at]

    def _receive(self):
        got = self._socket.recv(_READ)
        if not got:
            raise OSError("the server has closed it")
        self._data = self._data[self._at:] + got if self._at < len(self._data) else got
        self._at = 0

    def _receive_long(self, size):
        """Returns the next size bytes, without a copy for each piece. Takes no memory before they
        have come: a damaged message may say any size."""
        parts = [self._data[self._at:]]
        have = len(parts[0])
        try:
            while have < size:
                parts.append(self._socket.recv(_READ))
                if not parts[-1]:
                    raise OSError("the server has closed it")
                have += len(parts[-1])
        finally:
            self._data = b"".join(parts)
            self._at = 0

    # Its end.

    def _lose(self, error):
        self.lost = str(error) or type(error).__name__
        for answer in self.waiting:
            answer.error = answer.error or self._loss()
            answer.done = True
        self.waiting.clear()
        self._socket.close()

    def broken(self):
        """Returns the exception for an unknown message; the session is over."""
        self._lose(_BROKEN)
        return self._loss()

    def leave(self):
        """The session goes on without this process."""
        if self.lost is None:
            self._lose("it is another process's, which has been forked")

    def _loss(self):
        if self.lost == _CLOSED:
            return ProgrammingError(CLOSED)
        return coded(OperationalError(
            "the connection to the server at %s is lost: %s" % (self.address, self.lost)), *LOST)

    def close(self, wait=False):
        """Ends the session. With wait, its locks are released when this returns."""
        if self.lost is not None:
            return
        self.lost = _CLOSED
        try:
            self._socket.sendall(b"X\0\0\0\4")
            if wait:
                self._socket.settimeout(_CLOSING)
                while self._socket.recv(_READ):
                    pass
        except OSError:
            pass
        finally:
            self._socket.close()

    def __del__(self):
        if self.lost is None and self._socket is not None:
            self.close()

    def cancel(self):
        """Ends what the session does, through a connection of its own. Waits until the server has
        taken notice."""
        try:
            other = self.address.open()
        except OSError as error:
            raise _unopened(self.address, error) from None
        try:
            other.sendall(_CANCEL + self._key)
            while other.recv(64):
                pass
        except OSError:
            pass
        finally:
            other.close()


def _fields(body):
    """The fields of an error by their kinds."""
    return {field[:1]: field[1:]
            for field in body.decode("utf-8", "replace").split("\0") if field}


def _unopened(address, error):
    return coded(OperationalError(
        "unable to connect to %s: %s" % (address, getattr(error, "strerror", None) or error)),
        *CANTOPEN)


def _refusal(text):
    return coded(OperationalError(text), 23, "SQLITE_AUTH")
