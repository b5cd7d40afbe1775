"""Cursors of connections to a server."""

from collections import deque
from itertools import islice

from . import _columns
from ._conversion import RECURSIVE, Conversion, undecodable
from ._cursor_base import CursorBase, text_of
from ._errors import ProgrammingError
from ._served_statement import NO_ROWS, Run, script

# Rows of parameters that go to the server with one message, if they are short.
_ROWS = 8192


class Cursor(CursorBase):
    """Runs statements and holds the rows of the last one."""

    # An iterator over the rows that have come; each cursor may have the one that is at its end.
    _NO_ROWS = iter(())

    # The same rows before anything is made of them.
    _source = _NO_ROWS

    _run = None

    def _finish(self):
        """The statement that it runs ends."""
        self._drop_rows()
        self._columns = None
        self._statement = None
        self.rowcount = -1

    def _drop_rows(self):
        if self._run is not None:
            self._run.end()
            self._run = None
        # A loop may have this iterator: then it has no more rows.
        deque(self._source, 0)
        self._rows = self._source = self._NO_ROWS

    # Running statements.

    def execute(self, sql, parameters=(), /):
        """Runs one statement with values for its parameters, a sequence or a mapping."""
        connection = self._check()
        sql = text_of(sql, "execute")
        with connection._lock:
            statement = connection._statement(sql)
            self._finish()
            if statement.empty:
                if parameters:
                    statement.values(parameters)
                return self
            self._barred = RECURSIVE
            try:
                self._execute(connection, statement, parameters)
            finally:
                self._barred = None
        return self

    def _execute(self, connection, statement, parameters):
        messages = []
        if not statement.prepared:
            if statement.single and type(parameters) in (tuple, list):
                messages.append(statement.prepare())
            else:
                connection._prepare(statement)
                if statement.empty:
                    return
        columns = statement.row(parameters)
        begins = statement.changes and connection._wants_begin()
        if connection._trace is not None:
            connection._traced(connection._begin_sql if begins else "", statement.sql)
        if statement.warned and not hasattr(parameters, "keys"):
            statement.warn()
        if begins:
            messages.append(script(connection._begin_sql))
        flags = 0 if statement.changes else connection._run_flags
        messages.append(statement.execute(columns, flags=flags))
        wire = connection._wire
        answer = connection._send(messages)
        if statement.changes:
            wire.finish(answer)
        else:
            while not answer.done and not answer.batches:
                wire.pump()
            wire.pump_received()
        if not statement.prepared:
            connection._learn(statement, answer)
            if len(columns) != statement.count:
                raise statement._miscounted(len(columns))
            if statement.warned:
                statement.warn()
        else:
            statement.learn(answer, wire)
        if answer.error is not None and not answer.batches:
            raise answer.error
        if statement.gives:
            self._statement = statement
            self._run = Run(connection, statement, answer)
            if not flags and not answer.batches and answer.done and not answer.suspended:
                self._run.over()
                self._run = None
        if statement.changes:
            self.rowcount = wire.changes
            self.lastrowid = wire.last_rowid

    def executemany(self, sql, seq_of_parameters, /):
        """Runs INSERT, UPDATE, DELETE or REPLACE with each of the parameters. Some thousand rows go
        to the server at a time, and while it runs them the next ones are taken."""
        connection = self._check()
        sql = text_of(sql, "executemany")
        rows = iter(seq_of_parameters)
        with connection._lock:
            statement = connection._statement(sql)
            self._finish()
            if not statement.prepared and not statement.empty:
                connection._prepare(statement)
            if not statement.changes:
                raise ProgrammingError("executemany() can only execute DML statements.")
            self._barred = RECURSIVE
            statement.busy = True
            try:
                self.rowcount = self._run_many(connection, statement, rows)
            finally:
                statement.busy = False
                self._barred = None
        return self

    def _run_many(self, connection, statement, rows):
        count = 0
        running = None
        begun = False
        problem = None
        while problem is None:
            some = []
            try:
                some.extend(islice(rows, _ROWS))
            except Exception as error:
                problem = error
            if not some:
                break
            if not begun:
                begun = True
                if statement.warned and not hasattr(some[0], "keys"):
                    statement.warn()
                if connection._wants_begin():
                    connection._script(connection._begin_sql)
            for columns, size, refused in self._portions(connection, statement, some):
                problem = refused or problem
                if running is not None:
                    count += connection._counted(*running)
                    running = None
                if size and connection._trace is not None:
                    connection._traced(*[statement.sql] * size)
                if size:
                    running = connection._send(
                        [statement.execute(columns, size, NO_ROWS)]), size
                if refused is not None:
                    break
        if running is not None:
            count += connection._counted(*running)
        if problem is not None:
            raise problem
        return count

    def _portions(self, connection, statement, rows):
        """Columns of values with the number of their rows, such that each is short enough for a
        message; and an exception for the row behind them, or None."""
        columns, size, refused = statement.rows(rows)
        if size <= 1 or sum(map(len, columns)) < connection._wire.message_size_max - 1024:
            yield columns, size, refused
            return
        middle = size // 2
        yield from self._portions(connection, statement, rows[:middle])
        yield from self._portions(connection, statement, rows[middle:])

    # Rows.

    def _refill(self):
        """Whether more rows have come."""
        connection = self._check()
        run = self._run
        if run is None:
            return False
        with connection._lock:
            if self._run is None:
                return False
            try:
                columns = run.batch()
            except BaseException:
                if run.statement is None:
                    self._run = None
                raise
            if columns is None:
                self._run = None
                return False
            self._rows = self._source = zip(*columns)
            if connection._converting:
                self._rows = map(Conversion(self, self._statement), self._source)
            elif _columns.Undecoded in map(type, columns):
                self._rows = map(self._decoded, self._source)
        return True

    def _decoded(self, row):
        for place, value in enumerate(row):
            if type(value) is _columns.Undecodable:
                raise undecodable(self._statement.names()[place], value.raw)
        return row

    def _all(self):
        """An iterator over the rows that are left, past the cursor."""
        self._connection._loops[id(self)] = self
        while True:
            rows = self._rows
            yield from rows
            if self._rows is rows and not self._refill():
                return

    def __iter__(self):
        self._check()
        return self._all() if self.row_factory is None else self

    def __next__(self):
        self._check()
        for row in self._rows:
            break
        else:
            if self._run is None or not self._refill():
                raise StopIteration
            row = next(self._rows)
        factory = self.row_factory
        return row if factory is None else factory(self, row)

    def fetchone(self):
        """The next row, or None."""
        # Not next(self): a subclass may have a method of its own there, which calls this one.
        try:
            return Cursor.__next__(self)
        except StopIteration:
            return None

    def fetchmany(self, size=None):
        """The next rows, at most size (arraysize)."""
        self._check()
        if size is None:
            size = self.arraysize
        rows = self._all() if size < 0 else islice(self._all(), size)
        return self._made(rows)

    def fetchall(self):
        """All rows that are left."""
        self._check()
        if self.row_factory is not None:
            return self._made(self._all())
        made = []
        while True:
            rows = self._rows
            made.extend(rows)
            if self._rows is rows and not self._refill():
                return made

    def _made(self, rows):
        factory = self.row_factory
        return list(rows) if factory is None else [factory(self, row) for row in rows]
