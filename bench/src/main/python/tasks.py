"""Tasks (id, title, done) into a new file, in one transaction: sqlvm's insert_all, or sqlite3's
executemany. Arguments: file, tasks, runs, whether with a journal, output. Writes a line for each
run: elapsed and processor time in milliseconds."""

import glob
import os
import sys
import time
from dataclasses import dataclass

try:
    import sqlvm
except ImportError:
    sqlvm = None
    import sqlite3


@dataclass
class Task:
    __slots__ = ("id", "title", "done")
    id: int
    title: str
    done: bool


def tasks(count):
    for number in range(1, count + 1):
        yield Task(number, "Task %d" % number, number % 2 == 0)


def write(file, count, journal):
    module = sqlvm or sqlite3
    db = module.connect(file, isolation_level=None)
    if not journal:
        db.execute("PRAGMA journal_mode = OFF").fetchall()  # PyPy leaves statements open.
        db.execute("PRAGMA synchronous = OFF")
    db.execute("CREATE TABLE tasks(id INTEGER PRIMARY KEY, title TEXT, done INTEGER)")
    if sqlvm:
        db.insert_all("tasks", tasks(count))
    else:
        db.execute("BEGIN")
        db.executemany("INSERT INTO tasks VALUES (?, ?, ?)",
                       ((task.id, task.title, task.done) for task in tasks(count)))
        db.execute("COMMIT")
    db.close()


def main(file, count, runs, journal, output):
    for _ in range(int(runs)):
        for path in glob.glob(glob.escape(file) + "*"):
            os.remove(path)
        cpu = time.process_time()
        begun = time.perf_counter()
        write(file, int(count), journal == "true")
        with open(output, "a") as lines:
            lines.write("%.1f %.1f\n" % ((time.perf_counter() - begun) * 1e3,
                                         (time.process_time() - cpu) * 1e3))


main(*sys.argv[1:])
