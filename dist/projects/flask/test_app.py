"""Asks the API as its clients do: sqlvm python -m unittest test_app"""

import os
import tempfile
import unittest

from app import app


class PartsTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        app.config["DATABASE"] = os.path.join(self.folder.name, "parts.db")
        self.client = app.test_client()
        self.bolt = self.client.post("/parts", json={"name": "bolt", "price": 0.25, "stock": 20})

    def test_a_new_part_has_a_number(self):
        self.assertEqual(201, self.bolt.status_code)
        self.assertEqual({"id": 1, "name": "bolt", "price": 0.25, "stock": 20}, self.bolt.get_json())
        self.assertEqual(self.bolt.get_json(), self.client.get("/parts/1").get_json())

    def test_parts_by_name(self):
        self.client.post("/parts", json={"name": "nut, M8", "price": 0.1})
        names = [part["name"] for part in self.client.get("/parts").get_json()]
        self.assertEqual(["bolt", "nut, M8"], names)
        found = self.client.get("/parts", query_string={"name": "M8"}).get_json()
        self.assertEqual([{"id": 2, "name": "nut, M8", "price": 0.1, "stock": 0}], found)

    def test_what_the_table_refuses(self):
        twice = self.client.post("/parts", json={"name": "bolt", "price": 1})
        self.assertEqual(409, twice.status_code)
        self.assertEqual({"error": "UNIQUE constraint failed: parts.name"}, twice.get_json())
        self.assertEqual(1, len(self.client.get("/parts").get_json()))

    def test_no_more_is_taken_than_there_is(self):
        taken = self.client.post("/parts/1/take", json={"count": 12})
        self.assertEqual(8, taken.get_json()["stock"])
        self.assertEqual(409, self.client.post("/parts/1/take", json={"count": 9}).status_code)
        self.assertEqual(8, self.client.get("/parts/1").get_json()["stock"])

    def test_what_is_not_there(self):
        self.assertEqual(404, self.client.get("/parts/7").status_code)
        self.assertEqual(404, self.client.delete("/parts/7").status_code)
        self.assertEqual(204, self.client.delete("/parts/1").status_code)
        self.assertEqual([], self.client.get("/parts").get_json())


if __name__ == "__main__":
    unittest.main()
