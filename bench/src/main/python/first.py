"""Times of short processes, and of the first, tenth and hundredth second of long ones.

    python3 first.py tpch-sf1.db [--duckdb tpch-sf1-all.duckdb] [--sqlvm ./sqlvm] [--queries DIR]

needs a CPython, with the package duckdb if its column is wanted. The files are those that
`./sqlvm tpch --data DIR` makes, the queries are numbered files of SQL. It prints tables in Markdown,
with the machine and the versions. Run it on an idle machine; it takes a quarter of an hour.
"""

import argparse
import os
import platform
import resource
import shutil
import subprocess
import sys
import time

SHORT = [1, 6, 13, 17]
LONG = [1, 6, 13]
MARKS = [1, 10, 100]
POINT_READS = 1000
REPOSITORY = os.path.abspath(os.path.join(os.path.dirname(__file__), *[".."] * 4))


def open_database(engine, file):
    """Returns a function that runs SQL with parameters and returns its rows."""
    if engine == "duckdb":
        import duckdb

        connection = duckdb.connect(file, read_only=True)
        return lambda sql, *values: connection.execute(sql, values).fetchall()
    if engine == "sqlvm":
        import sqlvm as module
    else:
        import sqlite3 as module
    connection = module.connect(file)
    return lambda sql, *values: connection.execute(sql, values).fetchall()


def repeat(engine, file, sql, seconds):
    """Runs the same work for some seconds; prints the times of runs that begin at each mark."""
    run = open_database(engine, file)
    if sql == "points":
        keys = run("SELECT min(orderkey), max(orderkey) FROM orders")[0]

        def work(number):
            for i in range(POINT_READS):
                key = keys[0] + (number * POINT_READS + i) * 7919 % (keys[1] - keys[0])
                run("SELECT totalprice FROM orders WHERE orderkey = ?", key)
    else:
        def work(number):
            run(sql)

    start = time.perf_counter()
    number = 0
    for mark in [0] + [mark for mark in MARKS if mark <= seconds]:
        begun = time.perf_counter()
        while begun - start < mark:
            work(number)
            number += 1
            begun = time.perf_counter()
        work(number)
        number += 1
        print(time.perf_counter() - begun, flush=True)


def elapsed(command, environment, timeout=60):
    """Returns the seconds and processor seconds of a process; None if it fails or takes too long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    try:
        done = subprocess.run(
            command,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=timeout,
        )
    except subprocess.TimeoutExpired:
        return None
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        print(command[:2], done.stderr.decode()[-300:], file=sys.stderr)
        return None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, used


def cell(times):
    if not times or None in times:
        return "-"
    middle = sorted(times)[len(times) // 2]
    return f"{middle[0]:.2f} ({middle[1]:.2f})"


def print_table(header, rows):
    print("\n| " + " | ".join(header) + " |")
    print("|---|" + "---:|" * (len(header) - 1))
    for row in rows:
        print("| " + " | ".join(row) + " |", flush=True)


def short_processes(options, engines):
    """Whole processes: seconds, and processor seconds in brackets, the middle of some runs."""
    python = "import sys, sqlite3; sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchall()"
    duckdb = (
        "import sys, duckdb; duckdb.connect(sys.argv[1], read_only=True)"
        ".execute(sys.argv[2]).fetchall()"
    )
    alone = {"SQLVM_WARM": "0", "SQLVM_JAVA_OPTIONS": ""}
    unsaved = {**alone, "SQLVM_JAVA_OPTIONS": "-Dpolyglot.sqlvm.MirrorFile=off"}
    ways = {
        "sqlvm, nothing saved": ([options.sqlvm, options.file], unsaved),
        "sqlvm": ([options.sqlvm, options.file], alone),
        "sqlvm, resident": ([options.sqlvm, options.file], {"SQLVM_WARM": "1"}),
        "sqlite3": (["sqlite3", options.file], {}),
        "CPython, sqlite3": ([sys.executable, "-c", python, options.file], {}),
        "CPython, DuckDB": ([sys.executable, "-c", duckdb, options.duckdb], {}),
    }
    if "duckdb" not in engines:
        del ways["CPython, DuckDB"]
    if not shutil.which("sqlite3"):
        del ways["sqlite3"]
    rows = []
    for name, sql in [("`SELECT 1`", "SELECT 1")] + [(f"Q{n}", query(options, n)) for n in SHORT]:
        row = [name]
        for command, environment in ways.values():
            elapsed([*command, sql], environment)  # The file's pages and its saved columns.
            row.append(cell([elapsed([*command, sql], environment) for _ in range(options.runs)]))
        rows.append(row)
    print_table(["s (processor s)", *ways], rows)


def long_processes(options, engines):
    """Milliseconds of the first run, and of those after 1, 10 and 100 seconds of the same work."""
    rows = []
    works = [(f"Q{n}", query(options, n)) for n in LONG]
    works.append((f"{POINT_READS} reads by key", "points"))
    for name, sql in works:
        row = [name]
        for engine in engines:
            file = options.duckdb if engine == "duckdb" else options.file
            program = [options.sqlvm, "python"] if engine == "sqlvm" else [sys.executable]
            done = subprocess.run(
                [*program, os.path.abspath(__file__), file, "--repeat", engine, "--sql", sql]
                + ["--seconds", str(options.seconds)],
                env={**os.environ, "SQLVM_WARM": "0"},
                stdout=subprocess.PIPE,
                text=True,
            )
            row.append(", ".join(f"{float(t) * 1000:.3g}" for t in done.stdout.split()) or "-")
        rows.append(row)
    marks = ", ".join(str(mark) for mark in MARKS if mark <= options.seconds)
    print_table([f"ms at once, after {marks} s", *engines], rows)


def query(options, number):
    with open(os.path.join(options.queries, f"{number}.sql"), encoding="utf-8") as text:
        return text.read().strip().rstrip(";")


def said(command):
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.split("\n")[0].strip()
    except OSError:
        return "none"


def print_facts(options, engines):
    processor = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
        processor = names[0] if names else processor
    print(f"- {time.strftime('%d %B %Y')}, load {os.getloadavg()[0]:.2f} before the first run")
    print(f"- {processor}, {os.cpu_count()} processors, {platform.platform()}")
    print(f"- sqlvm {said([options.sqlvm, '-version'])}")
    print(f"- commit {said(['git', '-C', REPOSITORY, 'rev-parse', '--short', 'HEAD'])}")
    print(f"- sqlite3 {said(['sqlite3', '--version'])[:26]}, CPython {platform.python_version()}")
    if "duckdb" in engines:
        import duckdb

        print(f"- DuckDB {duckdb.__version__}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", help="TPC-H as a file of SQLite")
    parser.add_argument("--duckdb", help="the same as a file of DuckDB")
    parser.add_argument("--sqlvm", default=os.path.join(REPOSITORY, "sqlvm"))
    parser.add_argument(
        "--queries",
        default=os.path.join(REPOSITORY, "tpch/src/main/resources/org/sqlvm/tpch"),
        help="folder with 1.sql and others",
    )
    parser.add_argument("--runs", type=int, default=5, help="of each short process")
    parser.add_argument("--seconds", type=float, default=101, help="of each long process")
    parser.add_argument("--repeat", help=argparse.SUPPRESS)
    parser.add_argument("--sql", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.repeat:
        repeat(options.repeat, options.file, options.sql, options.seconds)
        return
    engines = ["sqlvm", "sqlite3"]
    if options.duckdb:
        engines.append("duckdb")
    print_facts(options, engines)
    subprocess.run([options.sqlvm, "warm", "start"], stdout=subprocess.DEVNULL)
    short_processes(options, engines)
    subprocess.run([options.sqlvm, "warm", "stop"], stdout=subprocess.DEVNULL)
    long_processes(options, engines)


if __name__ == "__main__":
    main()
