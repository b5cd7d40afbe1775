"""Uses the console's page in Chromium as people do: journeys.py LINK AXE [FOLDER]."""

import importlib.util
import pathlib
import re
import sqlite3
import sys
import tempfile
import time
import types

from playwright.sync_api import expect, sync_playwright

LINK, AXE = sys.argv[1:3]
SHOTS = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 and sys.argv[3] else None
ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"
MILLION = (
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1000000)"
    " SELECT x, x * x AS square, 'text ' || x AS t, x / 7.0 AS r FROM c"
)
SCROLL = """async () => {
    const grid = document.querySelector(".grid");
    const times = [];
    const begun = performance.now();
    let last = begun;
    return await new Promise((resolve) => {
        const frame = (now) => {
            times.push(now - last);
            last = now;
            grid.scrollTop += 977;
            if (now - begun < 3000) {
                requestAnimationFrame(frame);
            } else {
                times.sort((a, b) => a - b);
                resolve({frames: times.length / 3, median: times[times.length >> 1]});
            }
        };
        requestAnimationFrame(frame);
    });
}"""


# Cells of the grid that are too narrow for what is in them.
CUT = """() => Array.from(document.querySelectorAll(".grid-body .grid-row > div"))
    .filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)"""


class Console:
    """The page, and what is done on it."""

    def __init__(self, page):
        self.page = page
        self.errors = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("dialog", lambda dialog: self.errors.append(f"dialog: {dialog.message}"))
        page.on("console", self._log)

    def _log(self, message):
        # Statements that are refused or canceled are answers with an error's status.
        if message.type == "error" and not re.search("status of (4|504)", message.text):
            self.errors.append(message.text)

    def write(self, sql):
        self.page.get_by_role("textbox", name="Statements").click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(sql)

    def run(self, sql, pattern, keys="Control+Enter"):
        self.write(sql)
        self.page.keyboard.press(keys)
        self.says(pattern)

    def says(self, pattern):
        status = self.page.locator(".results .status")
        expect(status).to_have_text(re.compile(pattern), timeout=120_000)
        return status.inner_text()

    def press(self, name, exact=True):
        self.page.get_by_role("button", name=name, exact=exact).last.click()

    def cell(self, row, column):
        return self.page.locator(f'.grid-body [data-row="{row}"] [data-column="{column}"]')

    def open_table(self, name):
        item = self.page.locator(".tree li > details", has_text=name).first
        item.locator("summary").first.click()
        item.get_by_role("button", name="Show rows").click()

    def shot(self, name):
        if SHOTS is not None:
            time.sleep(0.3)
            SHOTS.mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=str(SHOTS / f"{name}.png"))


def opens(console):
    begun = time.time()
    console.page.goto(LINK)
    console.page.wait_for_selector(".tree li")
    print(f"usable after {time.time() - begun:.2f} s")
    assert "#" not in console.page.url
    expect(console.page.locator(".tree")).to_contain_text("odd <b>name</b>")


def runs(console):
    console.run("SELECT id, name, 9007199254740993 AS big, NULL AS n, pic, doc FROM people", "^5,000 rows")
    expect(console.cell(0, 2)).to_have_text("9007199254740993")
    expect(console.cell(0, 3)).to_have_text("NULL")
    expect(console.cell(0, 4)).to_have_text("BLOB, 4 B")
    expect(console.page.locator(".cm-tooltip-autocomplete")).to_have_count(0)
    console.shot("result")


def completes(console):
    console.write("SELECT height FROM peo")
    console.page.keyboard.press("Control+Space")
    expect(console.page.locator(".cm-tooltip-autocomplete")).to_contain_text("people")
    console.page.keyboard.press("Escape")


def formats(console):
    console.write("select a,b from t where a=1 and b=2")
    console.press("Format")
    expect(console.page.locator(".cm-content")).to_contain_text("SELECT")
    assert console.page.locator(".cm-line").count() > 4


def marks_errors(console):
    console.run("SELECT 1;\nSELECT nosuch FROM people;", "^no such column: nosuch")
    expect(console.page.locator(".cm-lintRange-error")).to_have_text("nosuch")
    console.shot("error")


def keeps_transactions(console):
    console.run("BEGIN; UPDATE keyed SET b = 5;", "^2 rows changed", "Control+Shift+Enter")
    expect(console.page.locator(".transaction")).to_contain_text("A transaction is open.")
    console.press("Roll back")
    expect(console.page.locator(".transaction")).to_have_text("")
    console.run("SELECT b FROM keyed", "^2 rows")
    expect(console.cell(0, 0)).to_have_text("9007199254740993")


def cancels(console):
    console.write(ENDLESS)
    console.page.keyboard.press("Control+Enter")
    time.sleep(1)
    console.press("Cancel")
    console.says("^Canceled")
    console.run("SELECT 2 AS two", "^1 row,")


def scrolls(console):
    begun = time.time()
    console.run(MILLION, "^1,000,000 rows,")
    print(f"a million rows after {time.time() - begun:.2f} s")
    speed = console.page.evaluate(SCROLL)
    print(f"{speed['frames']:.0f} frames a second, median {speed['median']:.1f} ms")
    heap = console.page.evaluate("performance.memory.usedJSHeapSize") / 1e6
    print(f"{heap:.0f} MB in the page")
    assert heap < 400
    console.page.evaluate("document.querySelector('.grid').scrollTop = 1e9")
    expect(console.cell(999_999, 0)).to_have_text("1000000")
    cut = console.page.evaluate(CUT)
    assert cut == [], cut
    console.shot("million")
    console.page.locator(".grid-head > div").nth(2).click()
    console.says("sorted by square, least first")


def shows_markup_as_text(console):
    console.open_table("odd")
    console.says("^1 row,")
    expect(console.page.locator(".grid-head")).to_contain_text("x<script>alert(1)</script>")
    expect(console.page.locator(".grid-body")).to_contain_text("<img src=x onerror=alert(1)>")


def changes_rows(console):
    console.open_table("people")
    console.says("^5,000 rows")
    console.cell(1, 1).dblclick()
    console.page.locator("textarea").fill("O'Neil")
    console.press("OK")
    console.shot("change")
    console.press("Look at the changes", exact=False)
    expect(console.page.locator("dialog pre")).to_have_text(
        'UPDATE "main"."people" SET "name" = \'O\'\'Neil\' WHERE "id" = 2 AND "name" = \'name 2\';'
    )
    console.shot("statements")
    console.press("Write them")
    console.says("^Written")
    expect(console.cell(1, 1)).to_have_text("O'Neil")
    console.cell(2, 1).click()
    console.press("Delete the row")
    console.press("Discard")
    console.run("SELECT count(*) FROM people", "^1 row")
    expect(console.cell(0, 0)).to_have_text("5000")


def shows_values(console):
    console.run("SELECT doc FROM people", "^5,000 rows")
    console.cell(0, 0).click()
    console.page.keyboard.press("Enter")
    expect(console.page.locator("dialog details").first).to_be_visible()
    console.shot("value")
    console.page.keyboard.press("Escape")


def plots(console):
    console.run("SELECT id, height FROM people WHERE id <= 200", "^200 rows")
    console.page.get_by_role("tab", name="Chart").click()
    expect(console.page.locator(".plot canvas")).to_be_visible()
    console.shot("chart")
    console.page.get_by_role("tab", name="Result").click()


def plans(console):
    sql = "SELECT p.name FROM people p JOIN keyed k ON p.id = k.b WHERE p.height > 160"
    console.write(sql)
    console.press("Plan")
    expect(console.page.locator(".plan")).to_contain_text("SCAN")
    console.press("Profile")
    expect(console.page.locator(".plan")).to_contain_text("ms in the engine")
    expect(console.page.locator(".plan-program")).to_contain_text("OpenRead")
    console.shot("plan")


def shows_progress(console):
    console.write(ENDLESS)
    console.press("Profile")
    step = console.page.locator(".plan-tree .step").filter(has_text="SCAN c").last
    expect(step).to_contain_text("rows", timeout=60_000)
    first = step.inner_text()
    expect(step).not_to_have_text(first, timeout=60_000)
    expect(console.page.locator(".results .status")).to_contain_text("row by row")
    console.shot("progress")
    console.press("Cancel")
    console.says("^Canceled")


def drops(console):
    console.page.evaluate("""() => {
        const data = new DataTransfer();
        data.items.add(new File(["city,people\\nOslo,700000\\nBergen,290000\\n"], "cities.csv"));
        for (const kind of ["dragover", "drop"]) {
            document.body.dispatchEvent(new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer: data}));
        }
    }""")
    expect(console.page.locator(".message")).to_have_text("Table cities has 2 rows.")
    expect(console.page.locator(".message.error")).to_have_count(0)
    expect(console.page.locator(".tree")).to_contain_text("cities")
    console.run("SELECT sum(people) FROM cities", "^1 row")
    expect(console.cell(0, 0)).to_have_text("990000")


DROP = """([name, bytes]) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], name));
    for (const kind of ["dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer: data}));
    }
}"""
NOTEBOOK = """# Prices

```sql
SELECT 1.0 AS a, NULL AS n, 1e20 AS r, 1e-7 AS s, -0.00012 AS t, 1e15 AS u, 1e16 AS v, x'00ff' AS b
```

```output
old
```

text
```SQL name=x
SELECT name, id FROM people WHERE id < 3; SELECT 'x
y' AS "two lines"
```
~~~python
print("```")
~~~
"""


def opens_databases(console):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "other.db"
        with sqlite3.connect(path) as other:
            other.executescript("CREATE TABLE parts(id, name); INSERT INTO parts VALUES (1, 'bolt'), (2, 'nut')")
        other.close()
        console.page.evaluate(DROP, ["my <b>shop</b>.db", list(path.read_bytes())])
    expect(console.page.locator(".message")).to_have_text("Database my <b>shop</b> is open, to be read.")
    expect(console.page.locator(".tree .database")).to_contain_text("parts")
    console.open_table("parts")
    console.says("^2 rows")
    console.shot("database")
    console.cell(0, 1).dblclick()
    expect(console.page.locator("textarea")).to_have_count(0)
    console.page.keyboard.press("Escape")
    console.run('SELECT count(*) FROM people JOIN "my <b>shop</b>".parts USING (id)', "^1 row")
    expect(console.cell(0, 0)).to_have_text("2")
    console.press("Close the database my <b>shop</b>")
    expect(console.page.locator(".tree .database")).to_have_count(0)


def runs_notebooks(console):
    console.page.evaluate(DROP, ["prices.md", list(NOTEBOOK.encode())])
    console.press("Run all")
    expect(console.page.locator(".notebook .status")).to_contain_text("Languages other than SQL are off")
    expect(console.page.locator(".output").nth(1)).to_contain_text("two lines")
    console.shot("notebook")
    with console.page.expect_download() as download:
        console.press("Save as Markdown")
    assert download.value.suggested_filename == "prices.md"
    saved = pathlib.Path(download.value.path()).read_text()
    table = notebook_module()._table
    rows = [[1.0, None, 1e20, 1e-7, -0.00012, 1e15, 1e16, b"\x00\xff"]]
    first = table(list("anrstuvb"), rows, 50)
    second = table(["name", "id"], [["name 1", 1], ["O'Neil", 2]], 50) + "\n\n" + table(["two lines"], [["x\ny"]], 50)
    expected = NOTEBOOK.replace("old", first).replace('lines"\n```', f'lines"\n```\n\n```output\n{second}\n```')
    assert saved == expected, saved
    console.press("Close prices.md")


def notebook_module():
    """The module that runs notebooks in a terminal, without its database."""
    sys.modules.setdefault("sqlvm", types.ModuleType("sqlvm"))
    root = pathlib.Path(__file__).resolve().parents[3]
    path = root / "interop/python/src/main/python/sqlvm/notebook.py"
    spec = importlib.util.spec_from_file_location("notebook", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def writes_notebooks_as_the_terminal_does(console):
    module = notebook_module()
    root = pathlib.Path(__file__).resolve().parents[3]
    texts = [path.read_text() for path in sorted((root / "docs").rglob("*.md"))]
    texts += [NOTEBOOK, "", "```sql", "```sql\n```", "~~~~py\n~~~\n~~~~\n\n\n```output\n```\nend", "a\r\n```js\r\n1\r\n```"]
    for text in texts:
        theirs = console.page.evaluate(
            "async (text) => { const {parse, unparse} = await import('/markdown.js'); return unparse(parse(text)); }", text)
        assert theirs == module.unparse(module.parse(text.replace("\r\n", "\n"))), text


def draws_maps(console):
    console.run(
        "WITH c AS (SELECT id FROM people WHERE id <= 500)"
        " SELECT id, 10 + 8 * sin(id) AS longitude, 52 + 4 * cos(id) AS latitude FROM c", "^500 rows")
    console.page.get_by_role("tab", name="Chart").click()
    console.page.locator(".chart select").first.select_option("map")
    assert console.page.locator(".chart select").nth(1).input_value() == "1"
    assert console.page.locator(".chart select").nth(2).input_value() == "2"
    expect(console.page.locator(".plot canvas")).to_be_visible()
    console.shot("map")
    console.page.locator(".chart select").first.select_option("line")
    console.page.get_by_role("tab", name="Result").click()
    with console.page.expect_download() as download:
        console.press("Download ▾")
        console.press("Parquet")
    content = pathlib.Path(download.value.path()).read_bytes()
    assert content[:4] == content[-4:] == b"PAR1", content[:40]


def looks_inside(console):
    console.run("SELECT avg(height) FROM people", "^1 row")
    console.press("Inside")
    expect(console.page.locator(".facts")).to_contain_text("journal_mode")
    expect(console.page.locator(".inside")).to_contain_text("people_name")
    expect(console.page.locator(".map .square").nth(2)).to_be_visible()
    console.shot("inside")
    console.page.locator(".top [role=tab]").first.click()
    console.write(ENDLESS)
    console.page.keyboard.press("Control+Enter")
    console.press("Inside")
    expect(console.page.locator(".inside")).to_contain_text("WITH RECURSIVE", timeout=20_000)
    console.press("Cancel")
    console.page.locator(".top [role=tab]").first.click()
    console.says("^interrupted")


def copies(console):
    console.run("SELECT id, name FROM people ORDER BY id LIMIT 2", "^2 rows")
    console.press("Copy ▾")
    console.press("Copy as Markdown")
    console.says("^Copied")
    text = console.page.evaluate("navigator.clipboard.readText()")
    assert text == "| id | name |\n| --- | --- |\n| 1 | name 1 |\n| 2 | O'Neil |", text
    with console.page.expect_download() as download:
        console.press("Download ▾")
        console.press("CSV")
    text = pathlib.Path(download.value.path()).read_text()
    assert text == "id,name\n1,name 1\n2,O'Neil\n", text


def keeps_tabs(console):
    names = console.page.locator(".top [role=tab]").all_inner_texts()
    time.sleep(1.5)
    console.page.reload()
    console.page.wait_for_selector(".tree li")
    assert console.page.locator(".top [role=tab]").all_inner_texts() == names
    console.press("History")
    expect(console.page.locator(".history")).to_contain_text("Canceled.")
    expect(console.page.locator(".history")).to_contain_text("SELECT id, name FROM people ORDER BY id LIMIT 2")
    console.shot("history")
    console.page.keyboard.press("Escape")


def is_accessible(console):
    """Without serious findings of axe, in both colours and in a narrow window."""
    source = pathlib.Path(AXE).read_text()
    for theme in ("light", "dark"):
        console.page.emulate_media(color_scheme=theme)
        console.run("SELECT id, name FROM people", "^5,000 rows")
        console.page.evaluate(source)
        report = console.page.evaluate("axe.run()")
        found = [
            f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:120]}"
            for one in report["violations"]
            if one["impact"] in ("serious", "critical")
        ]
        assert not found, "\n".join(found)
        console.shot(f"theme-{theme}")
    console.page.set_viewport_size({"width": 420, "height": 800})
    console.shot("narrow")
    console.page.set_viewport_size({"width": 1280, "height": 800})


def refuses_the_second_use(console):
    other = console.page.context.browser.new_context().new_page()
    other.goto(LINK)
    expect(other.locator("main.refused")).to_contain_text("needs a link")


def main():
    journeys = [
        opens, runs, completes, formats, marks_errors, keeps_transactions, cancels, scrolls, shows_markup_as_text,
        changes_rows, shows_values, plots, plans, shows_progress, drops, opens_databases,
        runs_notebooks, writes_notebooks_as_the_terminal_does, draws_maps, looks_inside, copies, keeps_tabs, is_accessible, refuses_the_second_use,
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        console = Console(context.new_page())
        for journey in journeys:
            journey(console)
            assert not console.errors, (journey.__name__, console.errors)
            print(f"ok {journey.__name__}", flush=True)
        browser.close()


main()
