"""One of the six micro-benchmarks in one process: the same program on sqlite3 and on sqlvm.

    python3 micro.py FILE.db BENCHMARK [--iterations N] [--seconds S] [--count] [--folder F]
    ./sqlvm python micro.py FILE.db BENCHMARK ...

FILE.db holds TPC-H's tables. Runs N times, but stops after S seconds and three runs. Prints one
line of JSON: nanoseconds of every run, by the clock and of this thread's processor time, how long
the process had run before the first, and how many rows a run read and what they add up to. With
--before the other five programs run before it, each for that many seconds. With --count it runs once, and counts the calls that
cross between the program and the database and the values that they carry.
"""

import argparse
import json
import os
import sys
import tempfile
import time

RUNS_MIN = 3
FILLED_ROWS = 100_000


def select(connection):
    count = 0
    total = 0.0
    rows = connection.execute("select quantity, extendedprice, discount from lineitem")
    for quantity, price, discount in rows:
        total += quantity * price * (1 - discount)
        count += 1
    return count, total


def innerjoin(connection):
    count = 0
    total = 0
    rows = connection.execute(
        "select p.name, s.name from partsupp ps, part p, supplier s"
        " where p.partkey = ps.partkey and s.suppkey = ps.suppkey"
    )
    for part, supplier in rows:
        total += len(part) + len(supplier)
        count += 1
    return count, total


def pythonjoin(connection):
    count = 0
    total = 0
    point = connection.cursor()
    for partkey, suppkey in connection.execute("select partkey, suppkey from partsupp"):
        point.execute("select name from part where partkey = ?", (partkey,))
        total += len(point.fetchone()[0])
        point.execute("select name from supplier where suppkey = ?", (suppkey,))
        total += len(point.fetchone()[0])
        count += 1
    return count, total


def reduced(price):
    return price * 0.9


def pyfunction(connection):
    count = 0
    total = 0.0
    for (price,) in connection.execute("select reduced(extendedprice) from lineitem"):
        total += price
        count += 1
    return count, total


class Volume:
    def __init__(self):
        self.total = 0.0

    def step(self, quantity, price):
        self.total += quantity * price

    def finalize(self):
        return self.total


def pyaggregate(connection):
    rows = connection.execute("select volume(quantity, extendedprice) from lineitem")
    return 1, rows.fetchone()[0]


def filltable(connection):
    count = 0
    total = 0
    connection.execute("begin")
    connection.execute("create table t (a integer, b integer)")
    cursor = connection.cursor()
    for i in range(FILLED_ROWS):
        cursor.execute("insert into t values (?, ?)", (i, 2 * i))
    connection.execute("commit")
    for a, b in connection.execute("select a, b from t"):
        total += a + b
        count += 1
    return count, total


BENCHMARKS = {
    benchmark.__name__: benchmark
    for benchmark in (select, innerjoin, pythonjoin, pyfunction, pyaggregate, filltable)
}


class Counter:
    """Counts calls from the program into the database and back, and the values of rows,
    parameters, arguments and results."""

    def __init__(self):
        self.crossings = 0
        self.values = 0

    def called(self, value_count):
        self.crossings += 1
        self.values += value_count


class CountedCursor:
    def __init__(self, cursor, counter):
        self._cursor = cursor
        self._counter = counter

    def execute(self, sql, parameters=()):
        self._counter.called(len(parameters))
        self._cursor.execute(sql, parameters)
        return self

    def fetchone(self):
        row = self._cursor.fetchone()
        self._counter.called(0 if row is None else len(row))
        return row

    def __iter__(self):
        return self

    def __next__(self):
        row = self.fetchone()
        if row is None:
            raise StopIteration
        return row


class CountedConnection:
    def __init__(self, connection, counter):
        self._connection = connection
        self._counter = counter

    def cursor(self):
        return CountedCursor(self._connection.cursor(), self._counter)

    def execute(self, sql, parameters=()):
        return self.cursor().execute(sql, parameters)

    def create_function(self, name, parameter_count, function):
        def counted(*arguments):
            self._counter.called(len(arguments) + 1)
            return function(*arguments)

        self._connection.create_function(name, parameter_count, counted)

    def create_aggregate(self, name, parameter_count, aggregate):
        counter = self._counter

        class Counted(aggregate):
            def step(self, *arguments):
                counter.called(len(arguments))
                super().step(*arguments)

            def finalize(self):
                counter.called(1)
                return super().finalize()

        self._connection.create_aggregate(name, parameter_count, Counted)

    def close(self):
        self._connection.close()


def connect(database, path, counter):
    connection = database.connect(path, isolation_level=None)
    if counter is not None:
        connection = CountedConnection(connection, counter)
    return connection


def run(benchmark, connection):
    cpu_start = time.thread_time_ns()
    start = time.perf_counter_ns()
    count, total = benchmark(connection)
    wall = time.perf_counter_ns() - start
    return wall, time.thread_time_ns() - cpu_start, count, total


def run_in_new_file(database, counter, folder):
    handle, path = tempfile.mkstemp(".db", "filltable", folder)
    os.close(handle)
    try:
        connection = connect(database, path, counter)
        result = run(filltable, connection)
        connection.close()
        return result
    finally:
        os.remove(path)


def run_in(database, counter, folder, benchmark, connection):
    if benchmark is filltable:
        return run_in_new_file(database, counter, folder)
    return run(benchmark, connection)


def age():
    """Nanoseconds since the process began; None where the system does not say."""
    if sys.implementation.name == "graalpy":
        import java

        factory = java.type("java.lang.management.ManagementFactory")
        return int(factory.getRuntimeMXBean().getUptime()) * 1_000_000
    try:
        with open("/proc/self/stat") as file:
            begun = int(file.read().rpartition(")")[2].split()[19]) * 10_000_000
        with open("/proc/uptime") as file:
            return int(float(file.read().split()[0]) * 1e9) - begun
    except (OSError, ValueError):
        return None


def run_others(database, folder, benchmark, connection, seconds):
    for other in BENCHMARKS.values():
        runs = 0
        begun = time.perf_counter()
        while other is not benchmark and (
                runs < RUNS_MIN or time.perf_counter() - begun < seconds):
            run_in(database, None, folder, other, connection)
            runs += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("benchmark", choices=sorted(BENCHMARKS))
    parser.add_argument("--iterations", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--before", type=float)
    parser.add_argument("--count", action="store_true")
    parser.add_argument("--folder", default="/dev/shm" if os.path.isdir("/dev/shm") else None)
    options = parser.parse_args()
    if sys.implementation.name == "graalpy":
        import sqlvm as database
    else:
        import sqlite3 as database
    counter = Counter() if options.count else None
    benchmark = BENCHMARKS[options.benchmark]
    connection = connect(database, options.file, counter)
    connection.create_function("reduced", 1, reduced)
    connection.create_aggregate("volume", 2, Volume)
    if options.before is not None:
        run_others(database, options.folder, benchmark, connection, options.before)
    first = age()
    walls = []
    cpus = []
    begun = time.perf_counter()
    while len(walls) < (1 if options.count else options.iterations):
        if len(walls) >= RUNS_MIN and time.perf_counter() - begun > options.seconds:
            break
        wall, cpu, count, total = run_in(
            database, counter, options.folder, benchmark, connection)
        walls.append(wall)
        cpus.append(cpu)
    connection.close()
    result = {
        "language": sys.implementation.name + " %d.%d.%d" % sys.version_info[:3],
        "engine": database.__name__ + " " + database.sqlite_version,
        "rows": count,
        "sum": total,
        "wall": walls,
        "cpu": cpus,
        "begun": first,
    }
    if counter is not None:
        result["crossings"] = counter.crossings
        result["values"] = counter.values
    print(json.dumps(result))


main()
