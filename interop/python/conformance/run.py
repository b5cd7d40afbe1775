"""Runs CPython's own tests of sqlite3, test_sqlite3, with sqlvm instead of sqlite3.

usage: run.py [--suite FOLDER] [--verbose] [--write] [NAME ...]

The folder is `lib/python3.12/test` of an installed CPython; nothing of it is copied. Without one,
some folders are searched. NAME is a file (test_dump) or a part of a test's name. Prints a table, and
ends with 1 if the tests that do not pass are not those of expected.txt, each with its reason.
Skipped tests that CPython would run count as not passed.
"""

import argparse
import glob
import io
import os
import sys
import time
import types
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
EXPECTED = os.path.join(HERE, "expected.txt")
FILES = ("backup cli dbapi dump factory hooks regression transactions types userfunctions").split()

# Tests that CPython skips, too, with a newer SQLite and little memory.
SKIPPED_BY_CPYTHON = {
    "FunctionTests.test_func_deterministic_not_supported",
    "FunctionTests.test_func_return_too_large_blob",
    "FunctionTests.test_func_return_too_large_text",
    "SqliteTypeTests.test_too_large_blob",
    "SqliteTypeTests.test_too_large_string",
}


def find_suite():
    patterns = (
        "~/.pyenv/versions/3.12*/lib/python3.12/test",
        "/usr/lib/python3.12/test",
        "/usr/local/lib/python3.12/test",
        "/opt/*/lib/python3.12/test",
    )
    for pattern in patterns:
        for folder in sorted(glob.glob(os.path.expanduser(pattern))):
            if os.path.isdir(os.path.join(folder, "test_sqlite3")):
                return folder
    sys.exit("no CPython 3.12 with its tests found: name its lib/python3.12/test with --suite")


def prepare(suite):
    """Puts sqlvm in as sqlite3, and the tests where they import each other."""
    import sqlvm
    import sqlvm.__main__
    import sqlvm.dbapi2

    sys.modules["sqlite3"] = sqlvm
    sys.modules["sqlite3.dbapi2"] = sqlvm.dbapi2
    sys.modules["sqlite3.__main__"] = sqlvm.__main__
    os.environ["SQLVM_AS_SQLITE3"] = "1"  # In the processes that tests start, too.
    test = types.ModuleType("test")
    test.__path__ = [suite]
    sys.modules["test"] = test
    # An extension in C of which the tests take two numbers.
    numbers = types.ModuleType("_testcapi")
    numbers.INT_MAX = (1 << 31) - 1
    numbers.ULLONG_MAX = (1 << 64) - 1
    sys.modules["_testcapi"] = numbers


class Result(unittest.TestResult):
    """Names of tests, with what became of them."""

    def __init__(self, verbose):
        super().__init__()
        self.verbose = verbose
        self.outcomes = {}
        self.details = {}

    def startTest(self, test):
        super().startTest(test)
        self.name = name_of(test)
        self.outcomes[self.name] = "passed"
        if self.verbose:
            print("%-80s" % self.name, end="", flush=True)
        self.begun = time.time()

    def stopTest(self, test):
        super().stopTest(test)
        if self.verbose:
            print("%s %.2f s" % (self.outcomes[self.name], time.time() - self.begun), flush=True)

    def note(self, test, outcome, error):
        name = getattr(self, "name", str(test))
        self.outcomes[name] = outcome
        self.details.setdefault(name, []).append(error)

    def addError(self, test, error):
        self.note(test, "failed", self._exc_info_to_string(error, test))

    def addFailure(self, test, error):
        self.note(test, "failed", self._exc_info_to_string(error, test))

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.note(test, "failed", self._exc_info_to_string(error, test))

    def addSkip(self, test, reason):
        name = name_of(test)
        self.outcomes[name] = "skipped"
        self.details.setdefault(name, []).append(reason)


def name_of(test):
    return ".".join(test.id().split(".")[-2:])


def expectations(file):
    """Names with reasons."""
    reasons = {}
    with open(file) as lines:
        for line in lines:
            name, _, reason = line.strip().partition("  ")
            if name and not name.startswith("#"):
                reasons[name] = reason.strip()
    return reasons


def main(prepare=prepare, expected_file=EXPECTED, all_files=FILES):
    """Runs the tests with the module that prepare(suite) puts under the name sqlite3."""
    parser = argparse.ArgumentParser(prog="python-conformance")
    parser.add_argument("--suite")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    suite = options.suite or find_suite()
    prepare(suite)
    files = [file for file in all_files if "test_" + file in options.names]
    parts = [name for name in options.names if name[len("test_"):] not in all_files]
    expected = expectations(expected_file)
    seen = {}
    print("%-16s %7s %7s %7s %8s" % ("file", "passed", "failed", "skipped", "seconds"))
    totals = [0, 0, 0]
    folder = os.path.join(os.environ.get("TMPDIR", "/tmp"), "sqlvm-conformance-%d" % os.getpid())
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    begun = time.time()
    for file in files or all_files:
        tests = unittest.defaultTestLoader.loadTestsFromName("test.test_sqlite3.test_" + file)
        if parts:
            tests = unittest.TestSuite(test for test in flat(tests)
                                       if any(part in test.id() for part in parts))
        result = Result(options.verbose)
        start = time.time()
        tests.run(result)
        counts = [0, 0, 0]
        for name, outcome in result.outcomes.items():
            if outcome == "skipped" and name in SKIPPED_BY_CPYTHON:
                continue
            seen[name] = outcome
            counts[("passed", "failed", "skipped").index(outcome)] += 1
            if outcome != "passed" and (name not in expected or parts):
                print("%s %s\n%s" % (name, outcome, "\n".join(result.details[name])))
        totals = [a + b for a, b in zip(totals, counts)]
        print("%-16s %7d %7d %7d %8.1f" % ("test_" + file, *counts, time.time() - start))
    count = sum(totals)
    print("%-16s %7d %7d %7d %8.1f" % ("all", *totals, time.time() - begun))
    print("%.2f %% of %d tests passed" % (100 * totals[0] / max(1, count), count))
    new = sorted(name for name, outcome in seen.items()
                 if outcome != "passed" and name not in expected)
    mended = sorted(name for name in expected if seen.get(name) == "passed")
    for name in new:
        print("did not pass, and is not expected to fail:", name)
    for name in mended:
        print("passed, and is expected to fail:", name)
    sys.exit(1 if new or mended else 0)


def flat(tests):
    for test in tests:
        if isinstance(test, unittest.TestSuite):
            yield from flat(test)
        else:
            yield test


if __name__ == "__main__":
    main()
