"""Nearest neighbours by sqlite-vec: its functions over a table (scalar), or its virtual table (vec0),
which is made in a file beside the other. With the only argument `test` it ends
with 0 if sqlite-vec is there. Arguments: way, file, runs, output, the embedding in hexadecimal.
Writes a line for each run: the distance, elapsed and processor time in milliseconds, the ids."""

import os
import sys
import time

import sqlite_vec


def connect(file):
    try:
        import apsw
        connection = apsw.Connection(file)
        connection.enable_load_extension(True)
        connection.load_extension(sqlite_vec.loadable_path())
    except ImportError:
        import sqlite3
        connection = sqlite3.connect(file, isolation_level=None)
        connection.enable_load_extension(True)
        sqlite_vec.load(connection)
    return connection


def measure(lines, distance, connection, sql, wanted, runs):
    for _ in range(runs):
        processor = time.process_time()
        begun = time.perf_counter()
        ids = "".join("%d," % row[0] for row in connection.execute(sql, (wanted,)))
        lines.write("%s %.1f %.1f %s\n" % (distance, (time.perf_counter() - begun) * 1e3,
                                           (time.process_time() - processor) * 1e3, ids))


def scalar(lines, file, wanted, runs):
    connection = connect(file)
    for distance in "l2", "cosine":
        sql = ("SELECT id, vec_distance_%s(v, ?) AS distance FROM items ORDER BY distance LIMIT 10"
               % distance)
        measure(lines, distance, connection, sql, wanted, runs)


def vec0(lines, file, wanted, runs):
    for distance in "l2", "cosine":
        beside = "%s.%s" % (file, distance)
        if os.path.exists(beside):
            os.remove(beside)
        connection = connect(beside)
        for sql in (
                "PRAGMA synchronous = OFF",
                "ATTACH '%s' AS source" % file.replace("'", "''"),
                "CREATE VIRTUAL TABLE items USING vec0(v float[%d] distance_metric=%s)" % (
                    len(wanted) // 4, distance),
                "INSERT INTO items(rowid, v) SELECT id, v FROM source.items"):
            connection.execute(sql)
        sql = "SELECT rowid, distance FROM items WHERE v MATCH ? AND k = 10 ORDER BY distance"
        measure(lines, distance, connection, sql, wanted, runs)
        connection.close()
        os.remove(beside)


def main(way, *arguments):
    if way == "test":
        connect(":memory:")
        return
    file, runs, output, wanted = arguments
    with open(output, "w") as lines:
        (vec0 if way == "vec0" else scalar)(lines, file, bytes.fromhex(wanted), int(runs))


main(*sys.argv[1:])
