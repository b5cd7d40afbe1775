"""Prints a table of what suite.py has found: report.py RESULTS KIND [--verbose] [-k PART] SUITE …

Of sqlvm it ends with 1 if the tests that failed are not those of expected.txt.
"""

import argparse
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


class Expectation:
    """A line of expected.txt: the suite, the name of a test in which * is anything, the reason."""

    def __init__(self, line):
        self.suite, self.name, self.reason = re.split(r"  +", line.strip(), maxsplit=2)
        self.pattern = re.compile(".*".join(map(re.escape, self.name.split("*"))) + r"\Z")
        self.failed = self.passed = 0

    def is_of(self, suite, name):
        return self.suite == suite and self.pattern.match(name) is not None


def expectations():
    with open(os.path.join(HERE, "expected.txt"), encoding="utf-8") as lines:
        return [Expectation(line) for line in lines if line.strip() and not line.startswith("#")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("results")
    parser.add_argument("kind")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("-k", dest="part")
    parser.add_argument("suites", nargs="+")
    options = parser.parse_args()
    expected = expectations()
    wrong = []
    print("%-20s %7s %7s %9s %7s %8s" % (
        "suite", "passed", "failed", "expected", "skipped", "seconds"))
    totals = [0] * 4
    for suite in options.suites:
        path = os.path.join(options.results, suite + ".txt")
        if not os.path.exists(path):
            continue
        seconds = None
        outcomes = {}
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                outcome, name = line.rstrip("\n").split(" ", 1)
                if outcome == "ended":
                    seconds = name
                else:
                    outcomes[name] = outcome
        known = 0
        for name, outcome in outcomes.items():
            reasons = [each for each in expected if each.is_of(suite, name)]
            for each in reasons:
                each.failed += outcome == "failed"
                each.passed += outcome == "passed"
            known += outcome == "failed" and bool(reasons)
            if outcome == "failed" and not reasons:
                wrong.append("%s failed, and is not expected to: %s" % (suite, name))
            elif outcome == "failed" and options.verbose:
                print("%s: %s: %s" % (suite, name, reasons[0].reason))
        counts = [list(outcomes.values()).count("passed"), list(outcomes.values()).count("failed"),
                  known, list(outcomes.values()).count("skipped")]
        totals = [a + b for a, b in zip(totals, counts)]
        print("%-20s %7d %7d %9d %7d %8s" % (suite, *counts, seconds or "-"))
        if seconds is None or not outcomes:
            wrong.append("%s did not come to its end: see %s" % (suite, path[:-3] + "log"))
        if not options.part:
            wrong += ["%s passed, and is expected to fail: %s" % (suite, each.name)
                      for each in expected
                      if each.suite == suite and each.passed and not each.failed
                      and not each.reason.startswith("may pass")]
            wrong += ["%s has no test that is expected to fail: %s" % (suite, each.name)
                      for each in expected
                      if each.suite == suite and not each.passed and not each.failed]
    print("%-20s %7d %7d %9d %7d" % ("all", *totals))
    if options.kind == "sqlvm":
        print("\n".join(wrong), end="\n" if wrong else "")
        sys.exit(1 if wrong else 0)


main()
