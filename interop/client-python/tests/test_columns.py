"""Columns of values, without a server."""

import random
import unittest

from sqlvm_client import _adapt, _columns

VALUES = (0, 127, 128, -128, -129, 32767, 32768, 1 << 31, -(1 << 31), (1 << 63) - 1, -(1 << 63),
          0.1, float("inf"), "", "abc", "é€\U0001f600", "x" * 300, b"", b"\0\xff", b"y" * 70000, None)


def forth_and_back(values, raw=False):
    data = _columns.write(values)
    read, end = _columns.read(b"##" + data + b"##", 2, len(values), raw)
    assert end == len(data) + 2, (end, len(data))
    return list(read)


class Columns(unittest.TestCase):
    def same(self, values):
        read = forth_and_back(values)
        self.assertEqual((values, list(map(type, values))), (read, list(map(type, read))))

    def test_the_examples_of_the_specification(self):
        self.assertEqual(bytes.fromhex("0102000100 02012c".replace(" ", "")),
                         _columns.write([1, 2, 300]))
        self.assertEqual(bytes.fromhex("030102006162"), _columns.write(["ab", ""]))
        self.assertEqual(bytes.fromhex("000105020301073ff80000000000000101 78".replace(" ", "")),
                         _columns.write([7, None, 1.5, "x"]))

    def test_each_value_alone_and_with_each_other(self):
        for first in VALUES:
            self.same([first])
            for second in VALUES:
                self.same([first, second, first])

    def test_random_columns(self):
        chance = random.Random(1)
        for _ in range(300):
            kinds = chance.sample(VALUES, chance.randint(1, 6))
            self.same([chance.choice(kinds) for _ in range(chance.randint(1, 300))])

    def test_raw_texts(self):
        self.assertEqual([(b"a",), b"a", None, 1, (b"\xc3\xa9",)],
                         forth_and_back(["a", b"a", None, 1, "é"], True))
        self.assertEqual([(b"a",), (b"bc",)], forth_and_back(["a", "bc"], True))

    def test_texts_that_are_no_utf8(self):
        for classes, column in ((None, b"\x03\x01\x01\x02a\xc3\x28"),
                                (True, b"\0\x03\x03\x01\x01\x02a\xc3\x28"),
                                (True, b"\0\x03\x04\x01\x01\x02\xffab")):
            values, _ = _columns.read(column, 0, 2, False)
            self.assertIs(_columns.Undecoded, type(values))
            self.assertIn(_columns.Undecodable, set(map(type, values)))

    def test_bools_are_integers(self):
        self.assertEqual([1, 0], forth_and_back([True, False]))

    def test_what_is_no_value(self):
        for value in (1 << 63, "\ud800", object(), [1]):
            self.assertRaises(_columns.Unplain, _columns.write, [value])
            self.assertRaises(_columns.Unplain, _columns.write, [None, value])
        _adapt.register_adapter(float, str)
        try:
            self.assertRaises(_columns.Unplain, _columns.write, [1.5])
            self.assertEqual(_columns.write_bound([1.5])[:1], b"\2")
        finally:
            _adapt.plain.add(float)
            del _adapt.adapters[float, _adapt.PrepareProtocol]

    def test_broken_columns(self):
        for column in (b"\x06", b"\x03\x01\x7fa", b"\x04\x01\xff", b"\x03\x01\x05ab"):
            with self.assertRaises(ValueError):
                _columns.read(column, 0, 1, False)
