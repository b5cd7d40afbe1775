"""SQLite databases in the process, on the compiler that runs this program.

PEP 249 and all of CPython's sqlite3: `import sqlvm as sqlite3`. What cannot be raises
NotSupportedError and names the way that works.
"""



def _check():
    """Raises ImportError where the language is not, with one sentence that says what to do."""
    import sys

    name = sys.implementation.name
    if name != "graalpy":
        version = ".".join(map(str, sys.version_info[:2]))
        raise ImportError(
            "sqlvm needs a GraalPy that runs in Java, and this is %s %s: the command"
            " `sqlvm-graalpy JARS ENVIRONMENT` makes an environment of one"
            % ({"cpython": "CPython", "pypy": "PyPy"}.get(name, name), version), name="sqlvm")
    try:
        import java

        context = java.type("org.graalvm.polyglot.Context").getCurrent()
        found = context.getEngine().getLanguages().containsKey("sqlvm")
    except Exception:
        found = False
    if not found:
        raise ImportError(
            "sqlvm's jars are not on the class path of this GraalPy: the command `sqlvm-graalpy`,"
            " run once in this environment, puts them there", name="sqlvm")


if type(__loader__).__name__ != "SqlvmFinder":  # That one comes with the language.
    _check()

from sqlvm import dbapi2
from sqlvm.dbapi2 import _deprecated_names, _deprecated_version, _deprecated_version_info

globals().update(dbapi2._names())


def __getattr__(name):
    return dbapi2._found(__name__, name)


def __dir__():
    return sorted({*globals(), *dbapi2._later})
