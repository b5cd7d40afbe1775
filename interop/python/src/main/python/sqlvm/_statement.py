"""Statements of a connection: compiled once, run by one cursor at a time."""

from _weakref import ref

from sqlvm._binding import Parameters, changes, checked, rest
from sqlvm._errors import ProgrammingError, call
from sqlvm._rows import row

# The language whose lists rows come in; one without such lists has them made by its functions.
VIEW = "python"


class Statement(Parameters):
    """runs, from the database, has the method start, which runs the statement with values for its
    parameters; direct takes what the caller gave, and gives False if it must become values first.

    They give the first rows, as lists of their values, and behind these what Rows.more says; or a
    list of the only row; None if there are none. Of a statement without columns that changes rows
    they give how many, and the rowid of the last row inserted.
    """

    def names(self):
        """Returns the names of the columns."""
        return [str(name) for name in self.source.columns]

    def types(self):
        """As the columns are declared."""
        return [str(name) for name in self.source.types]

    def hold(self, rows):
        """The cursor holds it until its last row, or until no program refers to the rows."""
        self.busy = True
        self.connection._running[self] = ref(rows)

    def release(self, rows):
        """Its run has ended."""
        self.busy = False
        self.connection._running.pop(self, None)

    def next_batch(self, rows):
        try:
            return call(self.runs.more)
        except BaseException:
            self.release(rows)
            raise

    def close(self):
        """Ends its run."""
        self.release(None)
        call(self.runs.close)

    def names_of_parameters(self):
        if self.parameters is None:
            self.parameters = [str(name) for name in self.source.parameters]
        return self.parameters


def prepare(connection, sql, converting):
    """Compiles the one statement of a text."""
    checked(sql, connection._sql_limit)
    made = object.__new__(Statement)
    made.connection = connection
    made.sql = sql
    made.busy = False
    made.parameters = None
    made.converting = converting
    begin = rest(sql)
    source = None if begin < 0 else call(connection._database.prepareFirst, sql, 0)
    made.source = source
    made.empty = source is None
    made.changes = False
    made.count = 0
    made.warned = False
    made.gives = False  # Columns.
    if source is not None:
        if rest(sql, int(source.end)) >= 0:
            raise ProgrammingError("You can only execute one statement at a time.")
        made.changes = changes(sql, begin)
        made.count = len(source.parameters)
        made.gives = len(source.columns) > 0
        if made.count:
            made.warned = any(name and name[0] != "?" for name in made.names_of_parameters())
        _open(made)
    return made


def _open(made):
    runs = made.source.runs(VIEW, made.converting)
    if runs is None:
        runs = made.source.runs(_raw_column if made.converting else _column, row)
    made.runs = runs
    made.direct = runs.direct


def run_to_end(result):
    """Ends a statement that may have a row: a PRAGMA that is set tells its value."""
    if result is not None:
        for _ in result:
            pass


# Where the database cannot make lists of Python itself it calls these, for each column of a batch.


def _column(*values):
    return [_value(value) for value in values]


def _raw_column(*values):
    return [(value.encode("utf-8"),) if isinstance(value, str) else _value(value)
            for value in values]


def _value(value):
    if value is None:
        return None
    return value if isinstance(value, (int, float, str)) else bytes(
        [byte & 255 for byte in value])
