"""Notebooks: Markdown files whose blocks of code are run in turn, and whose outputs stand below them.

    sqlvm run notebook.md

A block that is marked ``sql`` runs on one connection, ``python`` in one namespace, where ``db`` is
that connection. Functions of Python are functions of the SQL below them; a result of SQL is the
variable ``_``, and one of its own if the block says ``sql name=orders``: a list of dicts, which the
next statement may name as a table. Other languages run where they are installed; in JavaScript the
variables are global, and its functions are functions of SQL and Python.
"""

import argparse
import ast
import contextlib
import inspect
import io
import json
import os
import re
import sys
import tempfile
import traceback
from urllib.parse import quote

import sqlvm

_FENCE = re.compile(r"^(?P<indent> {0,3})(?P<fence>`{3,}|~{3,})[ \t]*(?P<info>[^`\n]*)$")
_NAME = re.compile(r"\bname=([A-Za-z_]\w*)")
_DATABASE = re.compile(r"<!--\s*sqlvm:\s*database=(\S+)\s*-->")
_PYTHON = ("python", "py")
_JAVASCRIPT = ("js", "javascript")
_OTHERS = ("ruby", "r", "llvm", "wasm")
_LANGUAGES = ("sql", *_PYTHON, *_JAVASCRIPT, *_OTHERS)
_OUTPUT = "output"
_ROWS_MAX = 50
_WIDTH_MAX = 60
_NUMBERS = (int, float)
# Before each answer of a kernel: what else is in its output is not one.
_ANSWER = "\x01sqlvm "
_ANSWER_MAX = 1 << 20


class Cell:
    """A block of code: its language, its words behind that, its text, and its output, or None."""

    def __init__(self, fence, language, info, text):
        self.fence = fence
        self.language = language
        self.info = info
        self.text = text
        self.output = None

    def lines(self):
        """The block with its output, as they stand in the file."""
        yield self.fence + self.info
        yield from self.text
        yield self.fence
        if self.output:
            fence = "`" * max(3, 1 + _longest_fence(self.output))
            yield ""
            yield fence + _OUTPUT
            yield from self.output.rstrip("\n").split("\n")
            yield fence


def _longest_fence(text):
    return max((len(run) for run in re.findall("`+", text)), default=0)


def parse(text):
    """The parts of a notebook in turn: lines that are kept as they are, and cells."""
    lines = text.split("\n")
    parts = []
    at = 0
    while at < len(lines):
        begin = _FENCE.match(lines[at])
        if begin is None:
            parts.append(lines[at])
            at += 1
            continue
        end = _end(lines, at, begin["fence"])
        info = begin["info"].strip()
        language = info.split(" ", 1)[0].lower()
        if language in _LANGUAGES and begin["indent"] == "":
            cell = Cell(begin["fence"], language, info, lines[at + 1:end])
            at, cell.output = _old_output(lines, end + 1)
            parts.append(cell)
        else:
            parts.extend(lines[at:end + 1])
            at = end + 1
    return parts


def _end(lines, begin, fence):
    """The line that ends a block."""
    for at in range(begin + 1, len(lines)):
        line = lines[at].strip()
        if line.startswith(fence) and not line.strip(fence[0]):
            return at
    return len(lines)


def _old_output(lines, at):
    """Where what is behind a cell's output begins, and the output; None if it has none."""
    begin = at
    while begin < len(lines) and not lines[begin].strip():
        begin += 1
    fence = _FENCE.match(lines[begin]) if begin < len(lines) else None
    if fence is None or fence["info"].strip() != _OUTPUT:
        return at, None
    end = _end(lines, begin, fence["fence"])
    return end + 1, "\n".join(lines[begin + 1:end])


def unparse(parts):
    """The text of a notebook."""
    lines = []
    for part in parts:
        if isinstance(part, Cell):
            lines.extend(part.lines())
        else:
            lines.append(part)
    return "\n".join(lines)


class Notebook:
    """Runs cells, each of which finds what those before it have left."""

    def __init__(self, database=":memory:", rows_max=_ROWS_MAX, read_only=False):
        if read_only:
            path = database if database.startswith("file:") else "file:" + quote(database)
            mark = "&" if "?" in path else "?"
            self.db = sqlvm.connect(path + mark + "mode=ro", isolation_level=None, uri=True)
        else:
            self.db = sqlvm.connect(database, isolation_level=None)
        self.db.use_variables()
        self._rows_max = rows_max
        self._functions = {}
        self._javascript = None
        self._namespace = {"__name__": "__main__", "__builtins__": __builtins__, "db": self.db}
        # Variables are looked up where a statement is run: in the namespace.
        exec("def _run(execute, sql): return execute(sql)", self._namespace)
        self._run = self._namespace.pop("_run")

    def close(self):
        self.db.close()

    def run(self, cell):
        """Runs a cell, and keeps its output; gives whether it has come to its end."""
        out = io.StringIO()
        failed = False
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            try:
                self._dispatch(cell)
            except SystemExit:
                raise
            except sqlvm.Error as error:
                print("Error: %s" % error)
                failed = True
            except BaseException as error:  # KeyboardInterrupt ends the notebook, too.
                print(_trace(error), end="")
                failed = True
        cell.output = out.getvalue()
        return not failed

    def _dispatch(self, cell):
        text = "\n".join(cell.text)
        if cell.language == "sql":
            self._sql(text, cell.info)
        elif cell.language in _PYTHON:
            self._python(text)
        elif cell.language in _JAVASCRIPT:
            if self._javascript is None:
                self._javascript = _JavaScript(self._namespace)
            self._result(self._javascript.run(text))
            for name, function, count in self._javascript.functions():
                self._namespace[name] = function
                self.db.create_function(name, count, function)
        else:
            self._result(_polyglot(cell.language)(text))

    def _sql(self, text, info):
        self._register()
        between = ""
        for sql in _statements(text):
            cursor = self._run(self.db.execute, sql)
            if cursor.description is None:
                continue
            names = [column[0] for column in cursor.description]
            rows = cursor.fetchall()
            result = [dict(zip(names, row)) for row in rows]
            self._namespace["_"] = result
            name = _NAME.search(info)
            if name is not None:
                self._namespace[name[1]] = result
            print(between + _table(names, rows, self._rows_max))
            between = "\n"

    def _register(self):
        """Functions and aggregates of the namespace become those of SQL."""
        for name, value in list(self._namespace.items()):
            if name.startswith("_") or getattr(value, "__module__", None) != "__main__":
                continue
            if self._functions.get(name) is value:
                continue
            if inspect.isfunction(value):
                self.db.create_function(name, _count(value), value)
            elif inspect.isclass(value) and hasattr(value, "step") and hasattr(value, "finalize"):
                self.db.create_aggregate(name, _count(value.step, 1), value)
            else:
                continue
            self._functions[name] = value

    def _python(self, text):
        tree = ast.parse(text, "<cell>")
        last = None
        if tree.body and isinstance(tree.body[-1], ast.Expr):
            last = ast.Expression(tree.body.pop().value)
        exec(compile(tree, "<cell>", "exec"), self._namespace)
        if last is not None:
            self._result(eval(compile(last, "<cell>", "eval"), self._namespace))

    def _result(self, value):
        if value is not None:
            self._namespace["_"] = value
            print(_shown(value, self._rows_max))


def _polyglot(language):
    """A function that runs a text in another language of the process."""
    import polyglot

    return lambda text: polyglot.eval(string=text, language=language)


class _JavaScript:
    """Programs of JavaScript that share variables with a namespace of Python: plain values as copies,
    and functions."""

    _PREPARE = """(function(show, known, value) {
        const global = globalThis;
        const print = (...all) => show(
            all.map((one) => (typeof one === "string" ? one : JSON.stringify(one) ?? String(one))).join(" "));
        global.console = {log: print, info: print, warn: print, error: print, debug: print};
        global.print = print;
        const own = new Set(Object.getOwnPropertyNames(global));
        const lent = new Set();
        return {
            // Names of Python are read when they are used.
            lend() {
                for (const name of JSON.parse(known())) {
                    if (own.has(name) || (Object.hasOwn(global, name) && !lent.has(name))) {
                        continue;
                    }
                    lent.add(name);
                    Object.defineProperty(global, name, {
                        configurable: true,
                        enumerable: true,
                        get() {
                            const text = value(name, true);
                            return text === null ? value(name, false) : JSON.parse(text);
                        },
                        set(given) {
                            lent.delete(name);
                            Object.defineProperty(
                                global, name, {value: given, configurable: true, enumerable: true, writable: true});
                        },
                    });
                }
            },
            functions() {
                return JSON.stringify(Object.getOwnPropertyNames(global)
                    .filter((name) => !own.has(name) && !lent.has(name) && typeof global[name] === "function")
                    .map((name) => [name, global[name].length]));
            },
            get: (name) => global[name],
            text: (given) => (typeof given === "function" ? null : JSON.stringify(given) ?? null),
        };
    })"""

    def __init__(self, namespace):
        self._namespace = namespace
        self._eval = _polyglot("js")
        self._given = {}
        self._host = self._eval(self._PREPARE)(print, self._names, self._value)

    def _names(self):
        return json.dumps([name for name in self._namespace
                           if name == "_" or not name.startswith("_") and name not in self._given])

    def _value(self, name, as_json):
        value = self._namespace.get(name)
        if not as_json:
            return value
        try:
            return json.dumps(value, default=_json)
        except (TypeError, ValueError):
            return None

    def run(self, text):
        """Runs a program; gives its last value."""
        self._host.lend()
        return self._plain(self._eval(text))

    def _plain(self, value):
        """A value as one of Python's: what is no plain value is what JSON makes of it."""
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        text = self._host.text(value)
        return None if text is None else json.loads(text)

    def functions(self):
        """New functions: their names, what calls them, and how many arguments they take."""
        for name, count in json.loads(self._host.functions()):
            function = self._host.get(name)
            if name in self._given and self._given[name] == function:
                continue
            self._given[name] = function
            yield name, self._caller(function), count

    def _caller(self, function):
        def call(*arguments):
            value = self._plain(function(*arguments))
            return json.dumps(value) if isinstance(value, (list, dict)) else value
        return call


def _json(value):
    """Replaces a value that JSON has no form for: a BLOB is its hexadecimal digits."""
    if isinstance(value, bytes):
        return value.hex()
    raise TypeError(type(value).__name__)


def _count(function, bound=0):
    """How many arguments a function takes; -1 for any number."""
    parameters = list(inspect.signature(function).parameters.values())[bound:]
    fixed = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if all(one.kind in fixed and one.default is one.empty for one in parameters):
        return len(parameters)
    return -1


def _statements(text):
    """The statements of a text, one by one."""
    begin = 0
    for match in re.finditer(";", text):
        if sqlvm.complete_statement(text[begin:match.end()]):
            yield text[begin:match.end()]
            begin = match.end()
    rest = text[begin:]
    if re.sub(r"--[^\n]*|/\*.*?\*/", "", rest, flags=re.S).strip():
        yield rest


def _trace(error):
    """An exception with the lines of cells, and not with those of this module."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__)
              if frame.filename == "<cell>"]
    lines = ["Traceback (most recent call last):\n"] if frames else []
    lines.extend('  line %d, in %s\n' % (frame.lineno, frame.name) for frame in frames)
    lines.extend(traceback.format_exception_only(type(error), error))
    return "".join(lines)


def _shown(value, rows_max):
    if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        names = list(value[0])
        return _table(names, [[row.get(name) for name in names] for row in value], rows_max)
    return repr(value)


def _text(value):
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        text = "x'%s'" % value.hex()
    else:
        text = str(value).replace("\n", "\\n")
    return text if len(text) <= _WIDTH_MAX else text[:_WIDTH_MAX - 1] + "…"


def _table(names, rows, rows_max):
    """Rows below their names; numbers stand at the right."""
    shown = [[_text(value) for value in row] for row in rows[:rows_max]]
    widths = [max([len(name)] + [len(row[i]) for row in shown]) for i, name in enumerate(names)]
    right = [all(row[i] is None or isinstance(row[i], _NUMBERS) for row in rows[:rows_max])
             and bool(shown) for i in range(len(names))]

    def line(cells):
        padded = (cell.rjust(width) if is_right else cell.ljust(width)
                  for cell, width, is_right in zip(cells, widths, right))
        return "  ".join(padded).rstrip()

    lines = [line(names), "  ".join("-" * width for width in widths), *map(line, shown)]
    if len(rows) > rows_max:
        lines.append("… %d rows more" % (len(rows) - rows_max))
    return "\n".join(lines)


def _write(path, text):
    """Replaces a file as a whole."""
    folder = os.path.dirname(os.path.abspath(path))
    handle, fresh = tempfile.mkstemp(dir=folder, suffix=".md")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
            out.write(text)
        if os.path.exists(path):
            os.chmod(fresh, os.stat(path).st_mode & 0o777)
        else:
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(fresh, 0o666 & ~mask)
        os.replace(fresh, path)
    except BaseException:
        os.unlink(fresh)
        raise


def _database(options, text, folder):
    if options.database is not None:
        return options.database
    named = _DATABASE.search(text)
    if named is None:
        return ":memory:"
    return named[1] if named[1].startswith((":", "file:")) else os.path.join(folder, named[1])


def serve(notebook, source, target):
    """Runs cells that another program sends: each is a line of JSON, and so is its answer."""
    while True:
        try:
            line = source.readline()
            if not line:
                return
            request = json.loads(line)
            info = request["info"].strip()
            cell = Cell("```", info.split(" ", 1)[0].lower(), info, request["text"].split("\n"))
            ended = notebook.run(cell)
            output = cell.output
            if len(output) > _ANSWER_MAX:
                output = output[:_ANSWER_MAX] + "\n… %d characters more" % (len(output) - _ANSWER_MAX)
            answer = {"output": output, "ended": ended}
        except KeyboardInterrupt:
            # It came between two cells.
            continue
        target.write(_ANSWER + json.dumps(answer) + "\n")
        target.flush()


def _serve(options):
    """For the console: cells come by standard input, which those of a cell do not see."""
    source, sys.stdin = sys.stdin, io.StringIO()
    sys.path.insert(0, "")
    try:
        notebook = Notebook(options.database or ":memory:", options.rows, options.read_only)
    except sqlvm.Error as error:
        print("sqlvm run: %s" % error, file=sys.stderr)
        return 1
    try:
        serve(notebook, source, sys.stdout)
    finally:
        notebook.close()
    return 0


def main(arguments=None):
    """Runs a notebook; gives the exit code."""
    parser = argparse.ArgumentParser(
        prog="sqlvm run", description="Runs the blocks of SQL and Python of a Markdown file, and "
        "writes their outputs below them.")
    parser.add_argument("file", nargs="?", help="the notebook")
    parser.add_argument("--kernel", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--read-only", action="store_true", help="the database is not written")
    parser.add_argument("--database", help="the database; in memory if neither this nor a line "
                        "<!-- sqlvm: database=FILE --> of the notebook names one")
    parser.add_argument("--output", help="writes the notebook with its outputs there, - for standard "
                        "output, and leaves the file as it is")
    parser.add_argument("--check", action="store_true",
                        help="writes nothing; fails if an output is not what the file says")
    parser.add_argument("--rows", type=int, default=_ROWS_MAX, help="the most rows of an output")
    options = parser.parse_args(arguments)
    if options.kernel:
        return _serve(options)
    if options.file is None:
        parser.error("the following arguments are required: file")
    try:
        with open(options.file, encoding="utf-8", newline="") as source:
            text = source.read().replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as error:
        print("sqlvm run: %s" % error, file=sys.stderr)
        return 1
    parts = parse(text)
    folder = os.path.dirname(options.file)
    sys.path.insert(0, folder)
    try:
        notebook = Notebook(
            _database(options, text, folder), options.rows, options.read_only)
    except sqlvm.Error as error:
        print("sqlvm run: %s" % error, file=sys.stderr)
        return 1
    differs = failed = False
    try:
        for cell in (part for part in parts if isinstance(part, Cell)):
            before = (cell.output or "").rstrip("\n")
            failed = not notebook.run(cell)
            if options.check and cell.output.rstrip("\n") != before:
                differs = True
                print("sqlvm run: %s is not the output of\n%s\nbut\n%s"
                      % (before or "nothing", "\n".join(cell.text), cell.output), file=sys.stderr)
            if failed:
                print("sqlvm run: %s" % cell.output.rstrip("\n").rpartition("\n")[2],
                      file=sys.stderr)
                break
    finally:
        notebook.close()
    result = unparse(parts)
    if options.check:
        return int(differs or failed)
    if options.output == "-":
        sys.stdout.write(result)
    elif options.output is not None or result != text:
        _write(options.output or options.file, result)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
