#!/usr/bin/env python3
"""Draws docs/assets/tpch.svg, the picture of the README, from the figures of a run of `./sqlvm tpch`.

    build/site/plot.py [FILE.json]

Needs nothing but Python.
"""

import json
import math
import pathlib
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIGURES = ROOT / "docs/internals/results/tpch-sf1-duckdb.json"
PICTURE = ROOT / "docs/assets/tpch.svg"

ENGINES = [("sqlvm", "sqlvm", "#3f51b5"), ("duckdb2", "DuckDB", "#e6a700"), ("sqlite", "SQLite", "#8a8f98")]
WIDTH, HEIGHT = 860, 330
LEFT, RIGHT, TOP, BOTTOM = 62, 16, 52, 52
LEAST_MS, MOST_MS = 1, 100_000


def y(milliseconds):
    share = math.log10(milliseconds / LEAST_MS) / math.log10(MOST_MS / LEAST_MS)
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def text(x, y, words, anchor="middle", size=12, weight="normal", fill="#333"):
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
        f'font-weight="{weight}" fill="{fill}">{words}</text>'
    )


def duration(milliseconds):
    return f"{milliseconds / 1000:.4g} s" if milliseconds >= 1000 else f"{milliseconds:.3g} ms"


def picture(figures):
    warm = {(r["engine"], r["query"]): r.get("warm") or r.get("cold") for r in figures["results"]}
    answered = {(r["engine"], r["query"]) for r in figures["results"] if r["status"] == "ok"}
    queries = sorted({query for _, query in warm})
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        'font-family="system-ui, sans-serif" aria-label="Warm times of 22 analytic queries: '
        'sqlvm beside DuckDB and SQLite">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#fff"/>',
        text(LEFT, 22, "22 queries derived from TPC-H, scale factor 1: warm times, log scale", "start", 14, "600"),
    ]
    x = LEFT
    for engine, name, color in ENGINES:
        parts.append(f'<circle cx="{x + 5}" cy="38" r="5" fill="{color}"/>')
        times = [warm[engine, query] or figures["timeoutSeconds"] * 1000 for query in queries]
        mean = statistics.geometric_mean(times)
        parts.append(text(x + 15, 42, f"{name}, geometric mean {duration(mean)}", "start"))
        x += 235
    ms = LEAST_MS
    while ms <= MOST_MS:
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(ms):.1f}" y2="{y(ms):.1f}" stroke="#e3e5e8"/>'
        )
        parts.append(text(LEFT - 8, y(ms) + 4, duration(ms), "end"))
        ms *= 10
    step = (WIDTH - LEFT - RIGHT) / len(queries)
    for i, query in enumerate(queries):
        x = LEFT + (i + 0.5) * step
        times = [warm[engine, query] or figures["timeoutSeconds"] * 1000 for engine, _, _ in ENGINES]
        parts.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y(min(times)):.1f}" y2="{y(max(times)):.1f}" '
            'stroke="#d0d3d8" stroke-width="2"/>'
        )
        for (engine, _, color), milliseconds in reversed(list(zip(ENGINES, times))):
            missed = (engine, query) not in answered
            fill = "#fff" if missed else color
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y(milliseconds):.1f}" r="5" fill="{fill}" '
                f'stroke="{color}" stroke-width="1.5"/>'
            )
        parts.append(text(x, HEIGHT - BOTTOM + 18, f"Q{query}", size=11))
    machine = f"{figures['processors']} cores, {figures['cpu']}, {figures['time'][:10]}"
    note = f"{machine}. Hollow: no answer within {figures['timeoutSeconds']} s. Not comparable with published TPC-H results."
    parts.append(text(LEFT, HEIGHT - 12, note, "start", 11, fill="#666"))
    return "\n".join(parts) + "\n</svg>\n"


if __name__ == "__main__":
    source = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else FIGURES
    PICTURE.write_text(picture(json.loads(source.read_text())))
