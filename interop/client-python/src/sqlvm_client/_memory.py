"""Memory files of Linux, through which columns go from process to process of one user."""

import mmap
import os
import struct

try:
    import fcntl

    _GET_SEALS = fcntl.F_GET_SEALS
    _SEAL = fcntl.F_ADD_SEALS
    _SEALS = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE
    IS_THERE = hasattr(os, "memfd_create")
except (ImportError, AttributeError):  # Another system.
    IS_THERE = False

_FILE = struct.Struct(">iq")


def mapped(process, body):
    """The content of a file of a process, of which a message says the number there."""
    if body is None or len(body) != _FILE.size:
        raise ValueError("a message without a memory file")
    number, _ = _FILE.unpack(body)
    descriptor = os.open("/proc/%d/fd/%d" % (process, number), os.O_RDONLY | os.O_CLOEXEC)
    try:
        # No process can shorten it under a reader, which would be killed.
        if fcntl.fcntl(descriptor, _GET_SEALS) & _SEALS != _SEALS:
            raise ValueError("a memory file that is not sealed")
        return mmap.mmap(descriptor, 0, prot=mmap.PROT_READ)
    finally:
        os.close(descriptor)


class File:
    """A memory file of this process, which others of the same user open by its path."""

    def __init__(self, descriptor):
        self._descriptor = descriptor
        self.path = "/proc/%d/fd/%d" % (os.getpid(), descriptor)

    def close(self):
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    __del__ = close


def written(frame):
    """A file with a frame as a stream of Arrow."""
    import pyarrow

    if not isinstance(frame, dict) and not hasattr(frame, "__arrow_c_stream__"):
        frame = _columns(frame)
    table = pyarrow.table(frame)
    descriptor = os.memfd_create("sqlvm-frame", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    file = File(descriptor)
    with os.fdopen(os.dup(descriptor), "wb") as sink:
        with pyarrow.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
    fcntl.fcntl(descriptor, _SEAL, _SEALS)
    return file


def _columns(frame):
    """A frame of a pandas that does not speak Arrow's capsule interface."""
    import pyarrow

    try:
        return pyarrow.Table.from_pandas(frame, preserve_index=False)
    except AttributeError:
        raise TypeError("no frame: " + type(frame).__name__) from None
