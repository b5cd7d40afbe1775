"""The program that trains the start of Python programs: modules that programs import, files, and a
database that is made, filled, asked and changed. What is loaded here need not be loaded from jars
later; what is called often here is compiled sooner."""

import argparse, base64, bisect, calendar, collections, contextlib, copy, csv, dataclasses, datetime
import decimal, enum, fractions, functools, glob, hashlib, heapq, io, itertools, json, logging, math
import operator, os, pathlib, pprint, queue, random, re, shutil, statistics, string, struct
import subprocess, sys, tempfile, textwrap, threading, time, traceback, types, typing, unicodedata
import unittest, urllib.parse, uuid, warnings, weakref

import sqlvm

ROWS = 5000


@dataclasses.dataclass
class Part:
    id: int
    name: str
    price: float


def fill(connection):
    connection.executescript("""
        CREATE TABLE kinds(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE parts(id INTEGER PRIMARY KEY, name TEXT, price REAL, kind INTEGER, raw BLOB);
        CREATE INDEX parts_by_kind ON parts(kind, price);
        """)
    connection.executemany("INSERT INTO kinds VALUES (?, ?)", [(i, "kind %d" % i) for i in range(10)])
    connection.executemany("INSERT INTO parts(name, price, kind) VALUES (?, ?, ?)",
                           [("part%d" % i, i * 0.5, i % 10) for i in range(ROWS)])
    connection.executemany("INSERT INTO parts(name, kind) VALUES (:name, :kind)",
                           [{"name": "a name", "kind": i % 10} for i in range(100)])
    for i in range(200):
        connection.execute("INSERT INTO parts(name, raw) VALUES (?, ?)", ("x", b"\\0\\1"))
    connection.commit()


def ask(connection):
    total = 0
    for id, name, price in connection.execute("SELECT id, name, price FROM parts"):
        total += len(name) + (price or 0)
    for i in range(ROWS // 5):
        total += connection.execute("SELECT price FROM parts WHERE id = ?", (i + 1,)).fetchone()[0]
    for i in range(ROWS // 20):
        total += connection.execute("SELECT price FROM parts WHERE id = %d" % (i + 1)).fetchone()[0]
    cursor = connection.cursor()
    for kind in range(10):
        cursor.execute("SELECT * FROM parts WHERE kind = ? ORDER BY price DESC LIMIT 5", (kind,))
        total += len(cursor.fetchall())
    rows = cursor.execute("""
        SELECT kinds.name, count(*), sum(price), max(parts.name) FROM parts JOIN kinds ON kind = kinds.id
        WHERE parts.name LIKE 'part%' GROUP BY kinds.id HAVING count(*) > 1 ORDER BY 3 DESC""")
    print([column[0] for column in cursor.description], rows.fetchmany(3), total)
    print([Part(*row) for row in connection.execute(
        "WITH top AS (SELECT id, name, price FROM parts ORDER BY price DESC LIMIT 3) SELECT * FROM top")])


def extend(connection):
    class Product:
        def __init__(self):
            self.value = 1

        def step(self, value):
            self.value *= value

        def finalize(self):
            return self.value

    connection.create_function("halved", 1, lambda value: value / 2, deterministic=True)
    connection.create_aggregate("product", 1, Product)
    print(connection.execute("SELECT sum(halved(price)), product(0.5) FROM parts WHERE price < 100").fetchone())


def change(connection):
    with connection:
        connection.execute("UPDATE parts SET price = price + 1 WHERE kind = ?", (3,))
        connection.execute("DELETE FROM parts WHERE id % 7 = 0")
    try:
        with connection:
            connection.execute("INSERT INTO kinds VALUES (1, 'again')")
    except sqlvm.IntegrityError as error:
        print(error)
    connection.row_factory = sqlvm.Row
    print([dict(row) for row in connection.execute("SELECT * FROM kinds LIMIT 2")])


def move(connection, folder):
    connection.insert_all("objects", (Part(i, "object %d" % i, i / 4) for i in range(4 * ROWS)),
                          create=True)
    connection.executemany("INSERT INTO objects VALUES (?, ?, ?)", ((-i, "more", 0.5) for i in range(1, ROWS)))
    for suffix in "parquet", "csv":
        path = os.path.join(folder, "objects." + suffix)
        try:
            connection.execute("COPY objects TO '%s'" % path)
            print(connection.execute("SELECT name, count(*), sum(price) FROM read_%s('%s') GROUP BY 1"
                                     " ORDER BY 2 DESC LIMIT 1" % (suffix, path)).fetchall())
        except sqlvm.OperationalError as error:
            print(error)  # Parquet is not in the wheel.
    connection.execute("DROP TABLE objects")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name in ":memory:", os.path.join(folder, "parts.db"):
            connection = sqlvm.connect(name)
            fill(connection)
            ask(connection)
            extend(connection)
            move(connection, folder)
            change(connection)
            connection.close()
    print(json.dumps(json.loads('{"a": [1, 2.5, null, "x"]}')), re.findall(r"\w+", "some words here"))


main()
