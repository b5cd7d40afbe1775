"""Runs CPython's own tests of sqlite3, test_sqlite3, on sqlvm_client, which is sqlite3 for them.

usage: run.py [--files] [--suite FOLDER] [--verbose] [NAME ...]

Needs a CPython 3.12 with its tests, and `./sqlvm serve`. What is ":memory:" for a test is a session of
a server for ":memory:", where each session has a database of its own; each file has a server of its
own. With --files the client opens all of them itself, in one process that has no other sessions. Ends
with 1 if the tests that do not pass are not those of expected.txt, without --files those of
expected-served.txt, too, each with its reason.
"""

import atexit
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import types

HERE = os.path.dirname(os.path.abspath(__file__))
CLIENT = os.path.dirname(HERE)
ROOT = os.path.dirname(os.path.dirname(CLIENT))

# The option of this program, and of the server, with which it opens files for its user's programs.
FILES = "--files"


def load(name, *path):
    spec = importlib.util.spec_from_file_location(name, os.path.join(ROOT, *path))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


common = load("conformance", "interop", "python", "conformance", "run.py")


class Servers:
    """One for each database, started when it is first asked for."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="sqlvm-served")
        self.processes = {}
        atexit.register(self.close)

    def socket(self, database):
        if database not in self.processes:
            self.processes[database] = self.start(database)
        return self.processes[database][0]

    def start(self, database):
        path = os.path.join(self.folder, str(len(self.processes)))
        process = subprocess.Popen(
            [os.path.join(ROOT, "sqlvm"), "serve", database, "--socket", path],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        for line in process.stderr:
            if "listens at" in line:
                return path, process
        raise SystemExit("no server for " + database)

    def close(self):
        for _, process in self.processes.values():
            process.terminate()
        for _, process in self.processes.values():
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def served(package, servers):
    """The client as a module whose connections take files, as those of sqlite3 do."""
    module = types.ModuleType("sqlite3")
    module.__dict__.update((name, value) for name, value in vars(package).items()
                           if not name.startswith("__"))

    class Connection(package.Connection):
        def __init__(self, database, *arguments, **options):
            path = os.fsdecode(database)
            path = path if path in ("", ":memory:") else os.path.abspath(path)
            super().__init__(servers.socket(path or ":memory:"), *arguments, **options)

    Connection.__module__ = "sqlite3"

    def connect(database, *arguments, **options):
        factory = arguments[4] if len(arguments) > 4 else options.get("factory", Connection)
        return factory(database, *arguments, **options)

    module.Connection = Connection
    module.connect = connect
    return module


def prepare(suite, opens_files):
    wheels = tempfile.mkdtemp()
    builder = load("build_wheel", "interop", "client-python", "build_wheel.py")
    sys.path.insert(0, os.path.join(wheels, builder.build_wheel(wheels)))
    import sqlvm_client

    atexit.register(shutil.rmtree, wheels, True)
    servers = Servers()
    if opens_files:
        os.environ["SQLVM_FILES_SOCKET"] = servers.socket(FILES)
        module = sqlvm_client
    else:
        module = served(sqlvm_client, servers)
    sys.modules["sqlite3"] = sys.modules["sqlite3.dbapi2"] = module


def main():
    if sys.version_info[:2] != (3, 12):
        # The interpreter that the tests belong to.
        suite = common.find_suite()
        python = os.path.join(suite, "..", "..", "..", "bin", "python3.12")
        os.execv(python, [python, os.path.abspath(__file__), *sys.argv[1:]])
    opens_files = FILES in sys.argv
    if opens_files:
        sys.argv.remove(FILES)
    expected = os.path.join(tempfile.mkdtemp(), "expected.txt")
    atexit.register(shutil.rmtree, os.path.dirname(expected), True)
    with open(expected, "w") as both:
        for name in ["expected.txt"] + ["expected-served.txt"] * (not opens_files):
            with open(os.path.join(HERE, name)) as part:
                both.write(part.read())
    files = "dbapi dump factory regression transactions types".split()
    common.main(lambda suite: prepare(suite, opens_files), expected, files)


main()
