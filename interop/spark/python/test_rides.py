"""Tests the example in PySpark, with Python's sqlite3 as the judge of the files."""

import glob
import os
import sqlite3
import tempfile
import unittest

import rides


class RidesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.spark = rides.session()
        cls.folder = tempfile.TemporaryDirectory()
        for month in range(1, 4):
            with sqlite3.connect(cls.path(f"rides-{month}.db")) as file:
                file.execute("CREATE TABLE rides(id INTEGER PRIMARY KEY, day DATE, fare REAL)")
                rows = [(f"2026-0{month}-{1 + i % 5:02}", i / 4 - 1) for i in range(1000)]
                file.executemany("INSERT INTO rides(day, fare) VALUES (?, ?)", rows)

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()
        cls.folder.cleanup()

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder.name, name)

    def query(self, name, sql):
        file = sqlite3.connect(self.path(name))
        try:
            return file.execute(sql).fetchall()
        finally:
            file.close()

    def test_days_are_those_of_sqlite(self):
        expected = []
        for month in range(1, 4):
            sql = "SELECT day, count(*), round(sum(fare), 2) FROM rides WHERE fare > 0 GROUP BY 1"
            expected += self.query(f"rides-{month}.db", sql)
        frame = rides.days(rides.rides(self.spark, self.path("rides-*.db")))
        for _ in range(2):
            rides.save(frame, self.path("days.db"), "load")
        self.assertEqual(sorted(expected), self.query("days.db", "SELECT * FROM days ORDER BY 1"))
        self.assertEqual([("ok",)], self.query("days.db", "PRAGMA integrity_check"))
        self.assertEqual([(1,)], self.query("days.db", "SELECT count(*) FROM sqlvm_spark_commits"))
        self.assertEqual([], glob.glob(self.path("days.db-spark")))

    def test_filters_are_left_to_sqlvm(self):
        frame = rides.rides(self.spark, self.path("rides-1.db")).where("id = 17")
        self.assertEqual([17], [row.id for row in frame.collect()])
        plan = frame._jdf.queryExecution().executedPlan().toString()
        self.assertIn('"id" = ?', plan)
        self.assertNotIn("Filter (", plan)

    def test_rows_from_python_come_back(self):
        rows = [(1, "é", 1.5, b"\x00\xff", True), (2, None, None, None, None)]
        types = "id LONG, name STRING, price DOUBLE, image BINARY, used BOOLEAN"
        frame = self.spark.createDataFrame(rows, types)
        options = {"path": self.path("parts.db"), "table": "parts"}
        frame.write.format("sqlvm").options(**options).mode("append").save()
        read = self.spark.read.format("sqlvm").options(**options).load().orderBy("id")
        self.assertEqual(rows, [tuple(row) for row in read.collect()])

    def test_table_is_written_by_sql(self):
        self.spark.conf.set("spark.sql.catalog.shop", "org.sqlvm.spark.SqlvmCatalog")
        self.spark.conf.set("spark.sql.catalog.shop.path", self.path("shop.db"))
        self.spark.sql("CREATE TABLE shop.main.t AS SELECT id, id * 2 AS twice FROM range(5)")
        self.spark.sql("DELETE FROM shop.main.t WHERE id < 3")
        self.assertEqual([(3, 6), (4, 8)], self.query("shop.db", "SELECT * FROM t ORDER BY 1"))

    def test_mistake_is_an_error_in_words(self):
        with self.assertRaisesRegex(Exception, "no such table: nothing"):
            path = self.path("rides-1.db")
            self.spark.read.format("sqlvm").option("table", "nothing").load(path)


if __name__ == "__main__":
    unittest.main()
