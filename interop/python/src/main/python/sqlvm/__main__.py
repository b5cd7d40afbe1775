"""A small shell: python -m sqlvm [FILE [SQL]]."""

import argparse
import code
import sys

import sqlvm


def _run(executor, sql, ends):
    """Runs a statement and prints its rows; gives whether it went well."""
    try:
        for row in executor.execute(sql):
            print(row)
    except sqlvm.Error as error:
        kind = type(error).__name__
        name = getattr(error, "sqlite_errorname", None)
        print("%s: %s" % (kind if name is None else "%s (%s)" % (kind, name), error),
              file=sys.stderr)
        if ends:
            sys.exit(1)


class _Shell(code.InteractiveConsole):
    def __init__(self, connection):
        super().__init__()
        self._cursor = connection.cursor()

    def runsource(self, source, filename="<input>", symbol="single"):
        """Whether more lines are needed."""
        if source == ".version":
            print(sqlvm.sqlite_version)
        elif source == ".help":
            print("Enter SQL code and press enter.")
        elif source == ".quit":
            sys.exit(0)
        elif not sqlvm.complete_statement(source):
            return True
        else:
            _run(self._cursor, source, False)
        return False


def main(*arguments):
    parser = argparse.ArgumentParser(description="Python sqlite3 CLI", prog="python -m sqlite3")
    parser.add_argument("filename", nargs="?", default=":memory:",
                        help="database to open (default: ':memory:'); made if there is none")
    parser.add_argument("sql", nargs="?", help="statement to execute; its rows are printed")
    parser.add_argument("-v", "--version", action="version",
                        version="SQLite version " + sqlvm.sqlite_version,
                        help="print the version of SQLite that is spoken")
    options = parser.parse_args(*arguments)
    where = "a transient in-memory database"
    if options.filename != ":memory:":
        where = repr(options.filename)
    connection = sqlvm.connect(options.filename, isolation_level=None)
    try:
        if options.sql:
            _run(connection, options.sql, True)
        else:
            sys.ps1 = "sqlite> "
            sys.ps2 = "    ... "
            _Shell(connection).interact(
                "sqlvm shell, speaking SQLite %s\nConnected to %s\n\n"
                'Each statement is run by execute() of a cursor. ".help" for more, ".quit" or '
                "CTRL-D to leave." % (sqlvm.sqlite_version, where),
                exitmsg="")
    finally:
        connection.close()
    sys.exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
