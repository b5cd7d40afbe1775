"""Draws the pictures of the documentation: boxes and arrows, from text, as SVG.

    python3 build/site/drawings.py

makes docs/internals/drawings/NAME.svg of each docs/internals/drawings/NAME.txt. As a hook of MkDocs
it fails the build when a picture is older than its text. A text has these lines; columns and rows
count from 0:

    box NAME COLUMN ROW TEXT | SMALL TEXT      a box; WIDTHxHEIGHT behind NAME for more than one cell
    area COLUMN ROW WIDTHxHEIGHT TEXT          a frame around cells
    arrow FROM TO TEXT                         from a box to a box; the text may be missing
    note COLUMN ROW TEXT                       text without a box

Colours follow the reader's light or dark mode. Nothing is loaded from elsewhere.
"""

import html
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "docs" / "internals" / "drawings"
CELL_WIDTH, CELL_HEIGHT = 168, 62
GAP_X, GAP_Y = 72, 40
MARGIN = 14
STYLE = """
text{font:14px system-ui,sans-serif;fill:#1d2330;text-anchor:middle}
.small{font-size:11.5px;fill:#47516a}.start{text-anchor:start}
.box{fill:#e8ecfb;stroke:#4051b5;stroke-width:1.2}
.area{fill:none;stroke:#8a93a8;stroke-dasharray:5 4}
.line{fill:none;stroke:#5b6578;stroke-width:1.5}.head{fill:#5b6578}.back{fill:#fff}
@media(prefers-color-scheme:dark){text{fill:#e8ebf3}.small{fill:#b3bccd}
.box{fill:#2a3153;stroke:#8c9eff}.line{stroke:#aab3c5}.head{fill:#aab3c5}.back{fill:#1e2129}}
"""


class Drawing:
    def __init__(self, text):
        self.boxes, self.areas, self.arrows, self.notes = {}, [], [], []
        for line in text.splitlines():
            if line.strip() and not line.startswith("#"):
                self.read(line)

    def read(self, line):
        kind, rest = line.split(" ", 1)
        if kind == "box":
            match = re.fullmatch(r"(\w+)(?: (\d+)x(\d+))? ([\d.]+) ([\d.]+) (.*)", rest)
            name, width, height, column, row, text = match.groups()
            self.boxes[name] = cells(column, row, width or 1, height or 1), text.split(" | ")
        elif kind == "area":
            column, row, size, text = rest.split(" ", 3)
            width, height = size.split("x")
            self.areas.append((cells(column, row, width, height), text))
        elif kind == "arrow":
            words = rest.split(" ", 2)
            self.arrows.append((words[0], words[1], words[2] if len(words) > 2 else ""))
        elif kind == "note":
            column, row, text = rest.split(" ", 2)
            self.notes.append((cells(column, row, 1, 1), text))
        else:
            raise ValueError(line)

    def svg(self):
        places = [place for place, _ in self.boxes.values()] + [place for place, _ in self.areas]
        places += [place for place, _ in self.notes]
        width = max(x + w for x, y, w, h in places) + MARGIN
        height = max(y + h for x, y, w, h in places) + MARGIN
        parts = [self.area(*area) for area in self.areas]
        parts += [self.arrow(*arrow) for arrow in self.arrows]
        parts += [self.box(*box) for box in self.boxes.values()]
        parts += [self.note(*note) for note in self.notes]
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}"'
                f' viewBox="0 0 {width:g} {height:g}">\n<style>{STYLE}</style>\n'
                '<defs><marker id="a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8"'
                ' markerHeight="8" orient="auto-start-reverse">'
                '<path class="head" d="M0 0L8 4L0 8z"/></marker></defs>\n'
                + "\n".join(parts) + "\n</svg>\n")

    @staticmethod
    def area(place, text):
        x, y, w, h = place
        return (f'<rect class="area" x="{x - 10:g}" y="{y - 24:g}" width="{w + 20:g}"'
                f' height="{h + 34:g}" rx="8"/>'
                f'<text class="small start" x="{x - 2:g}" y="{y - 10:g}">{html.escape(text)}</text>')

    @staticmethod
    def box(place, lines):
        x, y, w, h = place
        middle = x + w / 2
        drawn = [f'<rect class="box" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="6"/>']
        top = y + h / 2 + 5 - 8.5 * (len(lines) - 1)
        for i, line in enumerate(lines):
            kind = ' class="small"' if i > 0 else ""
            drawn.append(f'<text{kind} x="{middle:g}" y="{top + 17 * i:g}">{html.escape(line)}</text>')
        return "".join(drawn)

    @staticmethod
    def note(place, text):
        x, y, w, h = place
        return f'<text class="small" x="{x + w / 2:g}" y="{y + h / 2 + 4:g}">{html.escape(text)}</text>'

    def arrow(self, source, target, text):
        (x, y, w, h), (u, v, k, m) = self.boxes[source][0], self.boxes[target][0]
        if y + h <= v or v + m <= y:  # One stands above the other.
            down = y + h <= v
            low, high = max(x, u), min(x + w, u + k)
            start = (low + high) / 2 if low < high else x + w / 2
            end = start if low < high else u + k / 2
            a, b = (y + h, v) if down else (y, v + m)
            bend = (a + b) / 2
            path = f"M{start:g} {a:g}V{bend:g}H{end:g}V{b + (-2 if down else 2):g}"
            place = ((start + end) / 2, bend)
        else:
            right = x + w <= u
            low, high = max(y, v), min(y + h, v + m)
            middle = (low + high) / 2
            a, b = (x + w, u) if right else (x, u + k)
            path = f"M{a:g} {middle:g}H{b + (-2 if right else 2):g}"
            place = ((a + b) / 2 - (4 if right else -4), middle - 12)
        label = ""
        if text:
            room = 6.2 * len(text) + 6
            label = (f'<rect class="back" x="{place[0] - room / 2:g}" y="{place[1] - 8:g}"'
                     f' width="{room:g}" height="16" opacity="0.85"/>'
                     f'<text class="small" x="{place[0]:g}" y="{place[1] + 4:g}">{html.escape(text)}</text>')
        return f'<path class="line" d="{path}" marker-end="url(#a)"/>{label}'


def cells(column, row, width, height):
    """The rectangle of some cells."""
    column, row, width, height = float(column), float(row), float(width), float(height)
    return (MARGIN + 10 + column * (CELL_WIDTH + GAP_X), MARGIN + 24 + row * (CELL_HEIGHT + GAP_Y),
            width * CELL_WIDTH + (width - 1) * GAP_X, height * CELL_HEIGHT + (height - 1) * GAP_Y)


def drawings():
    for source in sorted(FOLDER.glob("*.txt")):
        yield source.with_suffix(".svg"), Drawing(source.read_text(encoding="utf-8")).svg()


def on_pre_build(config):
    for picture, text in drawings():
        if not picture.exists() or picture.read_text(encoding="utf-8") != text:
            raise SystemExit(f"{picture} is stale: run python3 {__file__}")


if __name__ == "__main__":
    for picture, text in drawings():
        picture.write_text(text, encoding="utf-8")
        print(picture, file=sys.stderr)
