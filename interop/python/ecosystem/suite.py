"""Runs one suite of tests: suite.py SUITE SOURCES PACKAGES RESULTS [--verbose] [-k PART].

In GraalPy, sqlvm is sqlite3. RESULTS becomes a line for each test: what became of it (passed,
failed, skipped), and its name; the last line is `ended` and the time in seconds. Nothing of a suite
is changed, but where it asks for the time that a test may take.
"""

import argparse
import os
import re
import sys
import tempfile
import time
import unittest


class Results:
    """Writes what became of each test as soon as it has ended."""

    def __init__(self, path):
        self.file = open(path, "w", encoding="utf-8")
        self.begun = time.time()

    def add(self, outcome, name):
        # A class of SQLAlchemy's is named after the database and its version.
        name = re.sub(r"_sqlite\+pysqlite(_file)?_[0-9_]*[0-9]", r"_sqlite\1", name)
        self.file.write("%s %s\n" % (outcome, name.encode("unicode_escape").decode()))
        self.file.flush()

    def end(self):
        self.add("ended", "%.0f" % (time.time() - self.begun))


class Plugin:
    """A plugin of pytest."""

    def __init__(self, results):
        self.results = results
        self.outcome = None

    def pytest_runtest_logstart(self, nodeid, location):
        self.outcome = "passed"

    def pytest_runtest_logreport(self, report):
        if report.outcome == "failed" or self.outcome == "passed":
            self.outcome = report.outcome

    def pytest_runtest_logfinish(self, nodeid, location):
        self.results.add(self.outcome, nodeid)

    def pytest_collectreport(self, report):
        if report.outcome == "failed":
            self.results.add("failed", report.nodeid + " (collecting)")


def pytest_suite(results, options, *arguments):
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    import pytest

    selected = ["-k", options.part] if options.part else []
    pytest.main(["-p", "no:cacheprovider", "-p", "no:faulthandler", "--rootdir=.", "-q", "--maxfail=100000",
                 "--tb=short", *selected, *arguments], plugins=[Plugin(results)])


def recorder(results):
    """A result of unittest that keeps what became of each test."""

    class Recorder(unittest.TextTestResult):
        def startTest(self, test):
            super().startTest(test)
            self.outcome = "passed"
            print(test.id(), flush=True)

        def stopTest(self, test):
            super().stopTest(test)
            results.add(self.outcome, test.id())

        def addError(self, test, error):
            super().addError(test, error)
            self.failed(test)

        def addFailure(self, test, error):
            super().addFailure(test, error)
            self.failed(test)

        def addUnexpectedSuccess(self, test):
            super().addUnexpectedSuccess(test)
            self.failed(test)

        def addSubTest(self, test, subtest, error):
            super().addSubTest(test, subtest, error)
            if error is not None:
                self.outcome = "failed"

        def addSkip(self, test, reason):
            super().addSkip(test, reason)
            if not isinstance(test, unittest.TestCase):
                results.add("skipped", test.id())
            self.outcome = "skipped"

        def failed(self, test):
            self.outcome = "failed"
            if not isinstance(test, unittest.TestCase):  # The setting up of a class.
                results.add("failed", test.id())

    return Recorder


def sqlalchemy(results, options, file):
    sys.path.insert(0, os.path.join(options.sources, "lib"))
    os.environ["DISABLE_SQLALCHEMY_CEXT_RUNTIME"] = "1"
    pytest_suite(results, options, "test/dialect/" + file)


def sqlite_utils(results, options):
    sys.path.insert(0, options.sources)
    try:  # Examples are made for as long as it takes.
        import hypothesis

        hypothesis.settings.register_profile(
            "slow", deadline=None, suppress_health_check=list(hypothesis.HealthCheck))
        hypothesis.settings.load_profile("slow")
    except ImportError:
        pass
    pytest_suite(results, options, "tests")


def tests_of_extension():
    """Imports peewee's tests of full-text search and JSON, which ask for its extension in C: for a
    base class, whose tests are skipped, and for hashes, whose tests are skipped anyway."""
    import types
    from playhouse import sqlite_ext

    class TableFunction:
        @classmethod
        def register(cls, connection):
            raise unittest.SkipTest("needs peewee's extension in C")

    def without_hashes(self, *arguments, hash_functions=False, **options):
        init(self, *arguments, **options)

    init = sqlite_ext.SqliteExtDatabase.__init__
    sqlite_ext.SqliteExtDatabase.__init__ = without_hashes
    name = "playhouse._sqlite_ext"
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].TableFunction = TableFunction
    import tests.sqlite

    return tests.sqlite


def peewee(results, options):
    sys.path.insert(0, options.sources)
    os.environ["PEEWEE_TEST_VERBOSITY"] = "0"
    unittest.TextTestRunner.resultclass = recorder(results)
    loader = unittest.TestLoader()
    if options.part:
        loader.testNamePatterns = ["*%s*" % options.part]
    import tests

    # Without the extension it has left them out.
    parts = [loader.loadTestsFromModule(each) for each in (tests, tests_of_extension())]
    unittest.TextTestRunner(verbosity=0).run(unittest.TestSuite(parts))


def django(results, options, label):
    import gc
    import runpy

    if not hasattr(gc, "set_threshold"):  # In GraalPy the collector is Java's.
        gc.set_threshold = lambda *counts: None
    folder = os.path.join(options.sources, "tests")
    sys.path[:0] = [options.sources, folder]
    os.chdir(folder)
    unittest.TextTestRunner.resultclass = recorder(results)
    sys.argv = ["runtests.py", "--settings=test_sqlite", "--parallel=1", "--noinput", label]
    if options.part:
        sys.argv += ["-k", options.part]
    try:
        runpy.run_path("runtests.py", run_name="__main__")
    except SystemExit:
        pass


SUITES = {
    "sqlalchemy-dialect": lambda *given: sqlalchemy(*given, "test_sqlite.py"),
    "sqlalchemy-suite": lambda *given: sqlalchemy(*given, "test_suite.py"),
    "sqlite-utils": sqlite_utils,
    "peewee": peewee,
    "django-backends": lambda *given: django(*given, "backends"),
    "django-queries": lambda *given: django(*given, "queries"),
    "django-aggregation": lambda *given: django(*given, "aggregation"),
    "django-transactions": lambda *given: django(*given, "transactions"),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("suite", choices=SUITES)
    parser.add_argument("sources")
    parser.add_argument("packages")
    parser.add_argument("results")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("-k", dest="part")
    options = parser.parse_args()
    sys.path.insert(0, options.packages)
    if sys.implementation.name == "graalpy":
        import sqlvm

        sqlvm.install_as_sqlite3()
        os.environ["SQLVM_AS_SQLITE3"] = "1"  # In the processes that tests start, too.
    os.environ["PYTHONPATH"] = os.pathsep.join([options.packages, options.sources])
    # Files that tests leave behind stay there.
    os.environ["TMPDIR"] = tempfile.mkdtemp()
    tempfile.tempdir = None
    os.chdir(options.sources)
    results = Results(options.results)
    SUITES[options.suite](results, options)
    results.end()


if __name__ == "__main__":
    main()
