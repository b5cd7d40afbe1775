"""Queries of files by chDB, which is ClickHouse in the process, or loads of one into a new table.
Arguments: output, runs, folder of the new table or - for queries, then SQL: the queries, or what
makes the table and what is asked of it. Writes a line for each run: the number of the query or -1,
elapsed and processor time in milliseconds, the answer."""

import re
import shutil
import sys
import time

from chdb import session


def answer(connection, sql):
    """Reals with two digits: engines add them in another order. Times without their fractions."""
    _, types, *rows = str(connection.query(sql, "TabSeparatedWithNamesAndTypes")).splitlines()
    kinds = types.split("\t")
    text = ""
    for row in rows:
        for kind, value in zip(kinds, row.split("\t")):
            value = "%.2f" % float(value) if "Float" in kind else re.sub(r"\.0+$", "", value)
            text += value + "|"
    return text


def measure(lines, number, work):
    processor = time.process_time()
    begun = time.perf_counter()
    found = work()
    lines.write("%d %.1f %.1f " % (number, (time.perf_counter() - begun) * 1e3,
                                   (time.process_time() - processor) * 1e3))
    return found


def load(lines, folder, make, ask):
    shutil.rmtree(folder, ignore_errors=True)
    connection = session.Session(folder)
    connection.query("CREATE DATABASE rides ENGINE = Atomic")
    connection.query("USE rides")

    measure(lines, -1, lambda: connection.query(make))
    lines.write(answer(connection, ask) + "\n")
    connection.close()
    shutil.rmtree(folder)


def main(output, runs, folder, *sql):
    with open(output, "w") as lines:
        if folder != "-":
            for _ in range(int(runs)):
                load(lines, folder, *sql)
            return
        connection = session.Session()
        for number, query in enumerate(sql):
            for _ in range(int(runs)):
                found = measure(lines, number, lambda: answer(connection, query))
                lines.write(found + "\n")


main(*sys.argv[1:])
