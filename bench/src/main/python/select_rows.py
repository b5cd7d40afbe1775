"""Reads all rows of lineitem and adds them up: the same loop on sqlite3 and on sqlvm.

    python3 select_rows.py FILE.db [RUNS]
    ./sqlvm python select_rows.py FILE.db [RUNS]

Prints one line of JSON: nanoseconds per row of every run, by the clock and of this thread's
processor time, the first, median and best by the clock, and the sum.
"""

import json
import sys
import time

SQL = "SELECT quantity, extendedprice, discount FROM lineitem"


def opened(path):
    """The engine's name, and a function that gives the rows afresh."""
    if sys.implementation.name == "graalpy":
        import sqlvm as database
    else:
        import sqlite3 as database
    connection = database.connect(path)
    return database.__name__, lambda: connection.execute(SQL)


def total(rows):
    count = 0
    result = 0.0
    for row in rows:
        result += row[0] * row[1] * (1 - row[2])
        count += 1
    return count, result


def main():
    path = sys.argv[1]
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    engine, query = opened(path)
    times = []
    cpu_times = []
    for _ in range(runs):
        cpu_start = time.thread_time_ns()
        start = time.perf_counter_ns()
        count, result = total(query())
        times.append((time.perf_counter_ns() - start) / max(count, 1))
        cpu_times.append((time.thread_time_ns() - cpu_start) / max(count, 1))
    print(
        json.dumps(
            {
                "python": sys.implementation.name,
                "version": "%d.%d.%d" % sys.version_info[:3],
                "engine": engine,
                "rows": count,
                "sum": result,
                "first": times[0],
                "median": sorted(times)[len(times) // 2],
                "best": min(times),
                "nsPerRow": times,
                "cpuNsPerRow": cpu_times,
            }
        )
    )


main()
