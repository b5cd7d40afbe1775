# Work that many programs have in common, see Training.
import sys
import argparse, collections, csv, datetime, functools, itertools, json, math, os, pathlib, random
import re, time

import sqlvm

ROWS = 2_000


def fill(connection):
    connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, v REAL, k INTEGER)")
    connection.execute("CREATE INDEX t_by_k ON t(k)")
    connection.executemany("INSERT INTO t(name, v, k) VALUES (?, ?, ?)",
                           [("name%d" % i, i * 0.5, i % 100) for i in range(ROWS)])
    connection.executemany("INSERT INTO t(name, v) VALUES (:name, :v)",
                           ({"name": "name%d" % i, "v": 0.5} for i in range(ROWS // 20)))
    for i in range(ROWS // 20):
        connection.execute("INSERT INTO t(name, v, k) VALUES (?, ?, ?)", ("x", 1.5, i))
    connection.commit()


def ask(connection):
    total = 0.0
    for id, name, v in connection.execute("SELECT id, name, v FROM t"):
        total += v + len(name)
    for i in range(ROWS // 2):
        total += connection.execute("SELECT v FROM t WHERE id = ?", (i + 1,)).fetchone()[0]
    for i in range(ROWS // 10):
        total += connection.execute("SELECT v FROM t WHERE id = %d" % (i + 1)).fetchone()[0]
    cursor = connection.cursor()
    for k in range(ROWS // 100):
        cursor.execute("SELECT id, name, v FROM t WHERE k = ? ORDER BY v LIMIT 5", (k % 100,))
        for id, name, v in cursor.fetchall():
            total += id
    cursor.execute("SELECT k, count(*), sum(v), max(name) FROM t GROUP BY k HAVING count(*) > 1"
                   " ORDER BY 3 DESC")
    total += len(cursor.fetchmany(10)) + len(cursor.description)
    return total


def change(connection):
    for i in range(ROWS // 20):
        connection.execute("UPDATE t SET v = v + 1 WHERE id = ?", (i,))
    with connection:
        connection.execute("DELETE FROM t WHERE id % 7 = 0")
    try:
        connection.execute("INSERT INTO t(id) VALUES (1)")
    except sqlvm.IntegrityError:
        connection.rollback()
    connection.row_factory = sqlvm.Row
    return [dict(row) for row in connection.execute("SELECT * FROM t LIMIT 100")]


def main():
    connection = sqlvm.connect(":memory:")
    fill(connection)
    print(ask(connection), len(change(connection)))
    connection.create_function("half", 1, lambda value: value and value / 2, deterministic=True)
    print(connection.execute("SELECT sum(half(v)) FROM t").fetchone()[0])
    connection.close()
    print(len(json.dumps(json.loads('{"a": [1, 2.5, null, "x"]}'))), re.findall(r"\w+", "two words"))


main()
