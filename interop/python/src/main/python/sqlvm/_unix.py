"""Unix sockets where the module socket has none: on a GraalPy in Java, those of Java."""

_READ = 1 << 16


class ChannelSocket:
    """The part of a socket that the client needs. It waits for as long as it takes."""

    def __init__(self, path):
        try:
            import java
        except ImportError:
            raise OSError("this Python has no Unix sockets") from None
        address = java.type("java.net.UnixDomainSocketAddress").of(path)
        self._buffers = java.type("java.nio.ByteBuffer")
        # Java's text of these bytes becomes one of Python at once, where an array does not.
        self._latin = java.type("java.nio.charset.StandardCharsets").ISO_8859_1
        self._channel = self._call(java.type("java.nio.channels.SocketChannel").open, address)
        self._in = self._buffers.allocate(_READ)

    @staticmethod
    def _call(method, *arguments):
        try:
            return method(*arguments)
        except Exception as error:
            if isinstance(error, OSError):
                raise
            raise OSError(str(error)) from None

    def settimeout(self, seconds):
        pass

    def sendall(self, data):
        rest = self._buffers.wrap(bytes(data))
        while rest.hasRemaining():
            self._call(self._channel.write, rest)

    def recv(self, size):
        self._in.clear()
        if size < _READ:
            self._in.limit(size)
        if self._call(self._channel.read, self._in) < 0:
            return b""
        self._in.flip()
        return str(self._latin.decode(self._in).toString()).encode("latin-1")

    def close(self):
        self._call(self._channel.close)
