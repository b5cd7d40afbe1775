"""A process in Python that wants a result. Arguments: way, and where it begins. For each line that it
reads it gets the result once, in the form in which its library has it, and prints elapsed and processor
time in milliseconds, the most memory in kB, rows, the sum of the integers and the number of characters."""

import os
import sys
import time

QUERY = "SELECT * FROM wide"
COLUMNS = 10


def rows_of(table):
    """Rows, sum and characters of rows as tuples."""
    first, last = COLUMNS + 1, 2 * COLUMNS + 1
    total = sum(value for row in table for value in row[:first] if value is not None)
    characters = sum(len(value) for row in table for value in row[last:])
    return len(table), total, characters


def columns_of(table):
    """The same of a table of Arrow."""
    import pyarrow.compute as compute

    total = sum(compute.sum(table.column(i)).as_py() for i in range(COLUMNS + 1))
    characters = sum(compute.sum(compute.utf8_length(table.column(i))).as_py()
                     for i in range(2 * COLUMNS + 1, 3 * COLUMNS + 1))
    return table.num_rows, total, characters


def sqlite(file):
    import sqlite3

    connection = sqlite3.connect(file)
    return lambda: connection.execute(QUERY).fetchall(), rows_of


def psycopg(binary):
    def begin(target):
        import psycopg

        connection = psycopg.connect(target)

        def run():
            with connection.cursor(binary=binary) as cursor:
                return cursor.execute(QUERY).fetchall()

        return run, rows_of

    return begin


def copy_arrow(target):
    import psycopg
    import pyarrow

    connection = psycopg.connect(target)

    def run():
        with connection.cursor() as cursor:
            with cursor.copy(f"COPY ({QUERY}) TO STDOUT (FORMAT arrow)") as copy:
                return pyarrow.ipc.open_stream(b"".join(copy)).read_all()

    return run, columns_of


def http_arrow(target):
    import urllib.request

    import pyarrow

    headers = {"Accept": "application/vnd.apache.arrow.stream"}

    def run():
        request = urllib.request.Request(target, QUERY.encode(), headers)
        with urllib.request.urlopen(request) as answer:
            return pyarrow.ipc.open_stream(answer.read()).read_all()

    return run, columns_of


def columns(mode):
    def begin(target):
        import pyarrow

        folder = os.path.dirname(os.path.abspath(__file__))
        sys.path.insert(0, os.path.join(folder, "../../../../interop/server/src/main/python"))
        import sqlvm_columns

        client = sqlvm_columns.connect(target)

        def memory():
            return pyarrow.ipc.open_stream(client.query(QUERY).buffer).read_all()

        def pipe():
            with client.stream(QUERY) as stream:
                return pyarrow.ipc.open_stream(stream).read_all()

        return (memory if mode == "memory" else pipe), columns_of

    return begin


def adbc(target):
    import adbc_driver_postgresql.dbapi

    connection = adbc_driver_postgresql.dbapi.connect(target)

    def run():
        with connection.cursor() as cursor:
            cursor.execute(QUERY)
            return cursor.fetch_arrow_table()

    return run, columns_of


WAYS = {
    "EMBEDDED_SQLITE": sqlite,
    "PSYCOPG_TEXT": psycopg(False),
    "PSYCOPG_BINARY": psycopg(True),
    "COPY_ARROW": copy_arrow,
    "HTTP_ARROW": http_arrow,
    "PIPE": columns("pipe"),
    "MEMORY": columns("memory"),
    "POSTGRES_PSYCOPG_TEXT": psycopg(False),
    "POSTGRES_PSYCOPG_BINARY": psycopg(True),
    "POSTGRES_ADBC": adbc,
}


def most_memory():
    with open("/proc/self/status") as status:
        return next((int(line.split()[1]) for line in status if line.startswith("VmHWM:")), 0)


def reset_memory():
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")


def main():
    try:
        run, count = WAYS[sys.argv[1]](sys.argv[2])
    except ImportError as error:
        print(error, flush=True)
        return
    print("ready", flush=True)
    for _ in sys.stdin:
        reset_memory()
        processor, begun = time.process_time(), time.perf_counter()
        result = run()
        elapsed, processor = time.perf_counter() - begun, time.process_time() - processor
        memory = most_memory()
        print(f"{elapsed * 1000:.1f} {processor * 1000:.1f} {memory}", *count(result), flush=True)
        del result


main()
