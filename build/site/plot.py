#!/usr/bin/env python3
"""Draws the pictures of the README and of the pages of results from the figures beside them.

    build/site/plot.py [--check]

Each docs/internals/results/NAME.json that has a picture is drawn as NAME.svg. --check writes nothing,
and ends with 1 if a picture is not the one of its figures. Needs nothing but Python.
"""

import json
import math
import pathlib
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs/internals/results"
ASSETS = ROOT / "docs/assets"

# An engine has one colour and one position in all pictures: sqlvm first, in blue.
ENGINES = {
    "sqlvm": ("sqlvm", "#3f51b5"),
    "duckdb2": ("DuckDB", "#e6a700"),
    "sqlite": ("SQLite", "#8a8f98"),
    "sqlite-analyzed": ("SQLite with ANALYZE", "#5b3a8c"),
    "h2": ("H2", "#c0392b"),
}
PROGRAMS = {
    "Python": {
        "graalpy-sqlvm": ("sqlvm in GraalPy", "#3f51b5"),
        "graalpy-sqlvm-together": ("sqlvm in GraalPy, after the other five", "#00897b"),
        "cpython-sqlite3": ("sqlite3 in CPython", "#8a8f98"),
        "pypy-sqlite3": ("sqlite3 in PyPy", "#e6a700"),
    },
    "Java": {
        "sqlvm": ("sqlvm", "#3f51b5"),
        "sqlvm-together": ("sqlvm, after the other five", "#00897b"),
        "sqlvm-jdbc": ("sqlvm, JDBC", "#5b3a8c"),
        "sqlite-jdbc": ("sqlite-jdbc", "#8a8f98"),
        "h2": ("H2", "#c0392b"),
    },
}
SERVERS = {
    "sqlvm": ("sqlvm", "#3f51b5"),
    "sqlvm, synchronous = NORMAL": ("sqlvm, synchronous = NORMAL", "#00897b"),
    "postgresql": ("PostgreSQL", "#e6a700"),
    "postgresql, synchronous_commit = off": ("PostgreSQL, synchronous_commit = off", "#8a8f98"),
    "h2": ("H2", "#c0392b"),
}

WIDTH = 860
LEFT, RIGHT = 74, 16
INK, PALE, GRID = "#333", "#666", "#e3e5e8"
# An average character is about this wide, as a share of the size of the font.
CHARACTER = 0.56


class Picture:
    """Parts of an SVG, from the top down."""

    def __init__(self, label):
        self.label = label
        self.parts = []
        self.height = 0

    def text(self, x, y, words, anchor="middle", size=13, weight="normal", fill=INK):
        escaped = words.replace("&", "&amp;").replace("<", "&lt;")
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
            f'font-weight="{weight}" fill="{fill}">{escaped}</text>'
        )

    def line(self, x1, y1, x2, y2, stroke=GRID, width=1):
        self.parts.append(
            f'<line x1="{x1:.1f}" x2="{x2:.1f}" y1="{y1:.1f}" y2="{y2:.1f}" '
            f'stroke="{stroke}" stroke-width="{width}"/>'
        )

    def dot(self, x, y, color, hollow=False, radius=5):
        fill = "#fff" if hollow else color
        self.parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}" stroke="{color}" stroke-width="1.5"/>'
        )

    def title(self, words):
        self.height += 24
        self.text(LEFT, self.height, words, "start", 15, "600")

    def legend(self, entries):
        """Names and colours, in as many lines as they need."""
        self.height += 22
        x = LEFT
        for name, color in entries:
            width = 34 + len(name) * 13 * CHARACTER
            if x > LEFT and x + width > WIDTH - RIGHT:
                x = LEFT
                self.height += 20
            self.dot(x + 5, self.height - 4, color)
            self.text(x + 16, self.height, name, "start")
            x += width
        self.height += 10

    def note(self, words):
        """Small print, wrapped."""
        line = ""
        self.height += 6
        for word in words.split():
            if (len(line) + len(word)) * 12 * CHARACTER * 0.95 > WIDTH - LEFT - RIGHT:
                self.height += 16
                self.text(LEFT, self.height, line.strip(), "start", 12, fill=PALE)
                line = ""
            line += word + " "
        self.height += 16
        self.text(LEFT, self.height, line.strip(), "start", 12, fill=PALE)

    def save(self, file):
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height + 12:.0f}" role="img" '
            f'font-family="system-ui, sans-serif" aria-label="{self.label}">\n'
            f'<rect width="{WIDTH}" height="{self.height + 12:.0f}" rx="6" fill="#fff"/>\n'
        )
        return file, head + "\n".join(self.parts) + "\n</svg>\n"


def duration(milliseconds):
    if milliseconds >= 1000:
        return f"{milliseconds / 1000:.4g} s"
    return f"{milliseconds:.3g} ms"


def count(number):
    return f"{number:,.0f}"


class LogScale:
    """The powers of ten that hold all numbers, from bottom to top."""

    def __init__(self, numbers, top, bottom):
        self.least = 10 ** math.floor(math.log10(min(numbers)))
        self.most = 10 ** math.ceil(math.log10(max(numbers)))
        if self.most == self.least:
            self.most *= 10
        self.top, self.bottom = top, bottom

    def y(self, number):
        share = math.log10(number / self.least) / math.log10(self.most / self.least)
        return self.bottom - share * (self.bottom - self.top)

    def draw(self, picture, left, right, words):
        number = self.least
        while number <= self.most * 1.001:
            picture.line(left, self.y(number), right, self.y(number))
            picture.text(left - 8, self.y(number) + 4, words(number), "end", 12)
            number *= 10


def dots(picture, groups, series, words, missed=frozenset(), height=250):
    """A column of dots for each group: dots that are level stand beside each other.

    series: (color, numbers by group); missed: (index of series, index of group) of hollow dots
    """
    top = picture.height + 8
    scale = LogScale([n for _, numbers in series for n in numbers if n is not None], top, top + height)
    scale.draw(picture, LEFT, WIDTH - RIGHT, words)
    step = (WIDTH - LEFT - RIGHT) / len(groups)
    apart = min(14, step * 0.72 / len(series))
    for i, group in enumerate(groups):
        middle = LEFT + (i + 0.5) * step
        there = [(k, numbers[i]) for k, (_, numbers) in enumerate(series) if numbers[i] is not None]
        ys = [scale.y(number) for _, number in there]
        picture.line(middle, min(ys), middle, max(ys), "#d0d3d8", 2)
        for k, number in reversed(there):
            level = [j for j, other in there if abs(scale.y(other) - scale.y(number)) < 11]
            x = middle + (level.index(k) - (len(level) - 1) / 2) * apart
            picture.dot(x, scale.y(number), series[k][0], (k, i) in missed, min(5, step / 7))
        picture.text(middle, top + height + 20, group, size=13 if step > 60 else 12)
    picture.height = top + height + 26


def queries(file, label, title, engines, target):
    """A run of ./sqlvm tpch or taxi."""
    figures = json.loads(file.read_text())
    limit = figures["timeoutSeconds"] * 1000
    results = {(r["engine"], r["query"]): r for r in figures["results"]}
    numbers = sorted({query for _, query in results})
    picture = Picture(label)
    picture.title(title)
    series, entries, missed = [], [], set()
    present = [engine for engine in engines if (engine, numbers[0]) in results]
    for k, engine in enumerate(present):
        name, color = ENGINES[engine]
        times = []
        for i, query in enumerate(numbers):
            result = results[engine, query]
            if result["status"] != "ok":
                missed.add((k, i))
            times.append(result.get("warm") or result.get("cold") or limit)
        series.append((color, times))
        entries.append((f"{name}, mean {duration(statistics.geometric_mean(times))}", color))
    picture.legend(entries)
    dots(picture, [f"Q{query}" for query in numbers], series, duration, missed)
    note = f"Geometric means. {figures['processors']} cores, {figures['cpu']}, {figures['time'][:10]}."
    if missed:
        note += f" Hollow: no answer within {figures['timeoutSeconds']} s."
    if "TPC-H" in figures["benchmark"]:
        note += " Not comparable with published TPC-H results."
    picture.note(note)
    return picture.save(target)


def first_runs(file, label, title, target):
    """A run of ./sqlvm tpch --never-seen: the first run of each query, and later ones."""
    figures = json.loads(file.read_text())
    results = sorted(figures["results"], key=lambda result: result["query"])
    picture = Picture(label)
    picture.title(title)
    series, entries = [], []
    for name, key, color in (("first run", "cold", "#00897b"), ("later runs", "warm", "#3f51b5")):
        times = [result[key] for result in results]
        series.append((color, times))
        entries.append((f"{name}, mean {duration(statistics.geometric_mean(times))}", color))
    picture.legend(entries)
    dots(picture, [f"Q{result['query']}" for result in results], series, duration, height=200)
    picture.note(
        f"Geometric means. {figures['processors']} cores, {figures['cpu']}, {figures['time'][:10]}."
        " Not comparable with published TPC-H results."
    )
    return picture.save(target)


def warm_ms(runs):
    """The median of the second half of the runs."""
    return statistics.median(runs[len(runs) // 2 :]) / 1e6


def programs(file, label, target):
    """A run of ./sqlvm micro: how long a warm run of each program takes."""
    figures = json.loads(file.read_text())
    measured = figures["measurements"]
    picture = Picture(label)
    for language, subjects in PROGRAMS.items():
        picture.title(f"{language}: a warm run of each program, log scale")
        series, entries = [], []
        for subject, (name, color) in subjects.items():
            times = [warm_ms(runs[subject][0]["wall"]) if subject in runs else None for runs in measured.values()]
            if None not in times:
                series.append((color, times))
                entries.append((name, color))
        picture.legend(entries)
        dots(picture, list(measured), series, duration, height=200)
        picture.height += 14
    picture.height -= 14
    machine = figures["machine"]
    picture.note(f"{machine['processors']} cores, {machine['processor']}, {machine['date'][:10]}.")
    return picture.save(target)


def seconds(measurement):
    """When each run ended, from the start of the process; or of the first run, if that is not known."""
    if measurement.get("ends"):
        return [end / 1e9 for end in measurement["ends"]]
    ends, now = [], 0
    for wall in measurement["wall"]:
        now += wall / 1e9
        ends.append(now)
    return ends


def curves(file, label, target):
    """The same: each run, by when it ended."""
    figures = json.loads(file.read_text())
    measured = figures["measurements"]
    picture = Picture(label)
    known = any(m[0].get("ends") for runs in measured.values() for m in runs.values())
    start = "the process" if known else "the first run"
    width, height = (WIDTH - 2 * LEFT - RIGHT) / 2, 130
    picture.title(f"How long a run takes, by seconds from the start of {start}, log scale")
    seen = {}
    for subjects in PROGRAMS.values():
        for subject, (name, color) in subjects.items():
            if any(subject in runs for runs in measured.values()):
                seen.setdefault((name, color), None)
    picture.legend(list(seen))
    for benchmark, runs in measured.items():
        top = picture.height + 26
        for column, (language, subjects) in enumerate(PROGRAMS.items()):
            here = [(runs[s][0], color) for s, (_, color) in subjects.items() if s in runs]
            if not here:
                continue
            left = LEFT + column * (width + LEFT)
            picture.text(left, top - 10, f"{benchmark}, {language}", "start", 13, "600")
            scale = LogScale([wall / 1e6 for m, _ in here for wall in m["wall"]], top, top + height)
            scale.draw(picture, left, left + width, duration)
            longest = max(seconds(m)[-1] for m, _ in here)
            tick = 10 ** math.floor(math.log10(longest))
            tick = next(t for t in (tick / 2, tick, tick * 2, tick * 5) if longest / t <= 6)
            now = 0
            while now <= longest:
                x = left + now / longest * width
                picture.line(x, top + height, x, top + height + 4, PALE)
                picture.text(x, top + height + 18, f"{now:g} s", size=12)
                now += tick
            for measurement, color in reversed(here):
                points = " ".join(
                    f"{left + end / longest * width:.1f},{scale.y(wall / 1e6):.1f}"
                    for end, wall in zip(seconds(measurement), measurement["wall"])
                )
                picture.parts.append(
                    f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="1.5"/>'
                )
                for end, wall in list(zip(seconds(measurement), measurement["wall"]))[:1]:
                    picture.dot(left + end / longest * width, scale.y(wall / 1e6), color, radius=2.5)
        picture.height = top + height + 26
    return picture.save(target)


def load(file, label, target):
    """A run of ./sqlvm bench load."""
    figures = json.loads(file.read_text())
    measured = {(m["server"], m["percentWrites"]): m for m in figures["measured"]}
    shares = sorted({share for _, share in measured})
    groups = [f"{share} % transfers" for share in shares]
    picture = Picture(label)
    for title, words, number in (
        (
            "Transactions in a second, log scale: more is better",
            count,
            lambda m: m["readsPerSecond"] + m["transfersPerSecond"],
        ),
        (
            "99 % of transfers (of reads, where there are none) are faster than: less is better",
            duration,
            lambda m: float((m["transfers"] if m["percentWrites"] else m["reads"])["p99"]),
        ),
    ):
        picture.title(title)
        picture.legend(list(SERVERS.values()))
        series = [(color, [number(measured[server, share]) for share in shares]) for server, (_, color) in SERVERS.items()]
        dots(picture, groups, series, words, height=170)
        picture.height += 14
    picture.height -= 14
    picture.note(f"{figures['clients']} clients, {figures['processors']} cores, {figures['processor']}, {figures['date'][:10]}.")
    return picture.save(target)


def pictures():
    every = tuple(ENGINES)
    tpch = "22 queries derived from TPC-H, scale factor 1"
    beside = "Warm times of 22 analytic queries: sqlvm beside "
    yield queries(
        RESULTS / "tpch-sf1-duckdb.json", beside + "DuckDB and SQLite", f"{tpch}: warm times, log scale",
        ("sqlvm", "duckdb2", "sqlite"), ASSETS / "tpch.svg",
    )
    for name, label, title in (
        ("tpch-sf1-duckdb", beside + "DuckDB and SQLite", f"{tpch}: warm times, log scale"),
        ("tpch-sf1-duckdb2", beside + "DuckDB", f"{tpch}: warm times, log scale"),
        ("tpch-sf1", beside + "SQLite and H2", f"{tpch}: warm times, log scale"),
        ("tpch-sf1-one-shot", "Times of whole processes: sqlvm beside SQLite", f"{tpch}: whole processes, log scale"),
        ("taxi-20000000", "Warm times of nine queries: sqlvm beside DuckDB", "Nine queries over 20 million rides: warm times, log scale"),
    ):
        yield queries(RESULTS / f"{name}.json", label, title, every, RESULTS / f"{name}.svg")
    yield first_runs(
        RESULTS / "tpch-sf1-never-seen.json", "Times of queries that are new to a warm process",
        "Queries that are new to a warm process, log scale", RESULTS / "tpch-sf1-never-seen.svg",
    )
    for name in ("micro-sf1", "micro-sf0.1"):
        yield programs(RESULTS / f"{name}.json", "Warm times of six programs", RESULTS / f"{name}.svg")
    for name in ("micro-sf1", "micro-sf0.1", "micro-together-sf0.1"):
        yield curves(RESULTS / f"{name}.json", "Times of all runs of six programs", RESULTS / f"{name}-warm-up.svg")
    yield load(RESULTS / "load.json", "Transactions and waiting times of five servers", RESULTS / "load.svg")


if __name__ == "__main__":
    stale = []
    for target, drawn in pictures():
        if "--check" not in sys.argv:
            target.write_text(drawn)
        elif not target.exists() or target.read_text() != drawn:
            stale.append(str(target.relative_to(ROOT)))
    if stale:
        sys.exit("not of their figures: " + ", ".join(stale) + "; run build/site/plot.py")
