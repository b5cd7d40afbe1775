"""This user's resident sqlvm, which opens files for programs: where it is, and how it is started.

It is `sqlvm serve --files`: one process for each user, which ends after three hours without a
session."""

import os
import shutil
import stat
import subprocess
import tempfile
import time

from . import _wire
from ._errors import OperationalError, coded

# The socket of a process that is not started here.
_SOCKET = "SQLVM_FILES_SOCKET"

# The command sqlvm, if it is not the one on PATH.
_COMMAND = "SQLVM_COMMAND"

# Has the version of the protocol: clients of another one have a process of their own.
_NAME = "files-1.sock"

_IDLE_EXIT = "3h"

# Seconds until it listens.
_STARTING = 60.0


def socket_path():
    """The path of its socket."""
    return os.environ.get(_SOCKET) or os.path.join(_folder(), _NAME)


def _folder():
    """A folder of this user, in which no other user may do anything."""
    if not hasattr(os, "getuid"):
        raise _unopened("files need sqlvm itself on this system: sqlvm python, or a server's URL")
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime and os.path.isdir(runtime):
        folder = os.path.join(runtime, "sqlvm")
    else:
        folder = os.path.join(tempfile.gettempdir(), "sqlvm-%d" % os.getuid())
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:
        pass
    found = os.lstat(folder)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise _unopened("the folder %s is not this user's alone" % folder)
    return folder


def _unopened(text):
    return coded(OperationalError(text), *_wire.CANTOPEN)


class Address(_wire.Address):
    """Its address. The process is started if none listens there."""

    def open(self):
        try:
            return super().open()
        except (FileNotFoundError, ConnectionRefusedError):
            if os.environ.get(_SOCKET):
                raise
        return self._open_started()

    def _open_started(self):
        process = _start(self.path)
        until = time.monotonic() + _STARTING
        while True:
            # Another program may have started one at the same time: then this one ends.
            has_ended = process.poll() is not None
            try:
                return super().open()
            except (FileNotFoundError, ConnectionRefusedError):
                if has_ended or time.monotonic() > until:
                    raise _unopened("the resident sqlvm has not started: see %s.log"
                                    % self.path) from None
            time.sleep(0.02)


def _start(path):
    command = os.environ.get(_COMMAND) or shutil.which("sqlvm")
    if command is None:
        raise _unopened("a file is opened by sqlvm, whose command is not on PATH: install it, or say "
                        "where it is in the environment variable %s" % _COMMAND)
    with open(path + ".log", "wb") as log:
        try:
            return subprocess.Popen(
                [command, "serve", "--files", "--socket", path, "--idle-exit", _IDLE_EXIT],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", start_new_session=True)
        except OSError as error:
            raise _unopened("cannot start %s: %s" % (command, error.strerror)) from None
