"""Cursors: they run statements and hold the rows of the last one."""

from sqlvm import _adapt
from sqlvm._conversion import RECURSIVE
from sqlvm._cursor_base import CLOSED, CursorBase, text_of
from sqlvm._errors import ProgrammingError
from sqlvm._rows import ConvertedRows, rows_class


class Cursor(CursorBase):
    """Runs statements and holds the rows of the last one.

    A point query is a dozen calls of Python even so: what each execute and fetch goes through is
    written out here, and not in methods of their own.
    """

    # The only row of a result; None after it has been read.
    _only = None

    def _finish(self):
        """The statement that it runs ends."""
        rows = self._rows
        if rows is not None:
            self._rows = None
            rows.end()
        # An unchanged value is not written again: in a compiled loop a write takes longer.
        if self._columns is not None:
            self._columns = None
        if self._only is not None:
            self._only = None
        if self._statement is not None:
            self._statement = None
        if self.rowcount != -1:
            self.rowcount = -1

    def execute(self, sql, parameters=(), /):
        """Runs one statement with values for its parameters, a sequence or a mapping."""
        connection = self._check()
        if type(sql) is not str:
            sql = text_of(sql, "execute")
        statement = connection._statement(sql)
        if self._statement is not None or self.rowcount != -1 or self._columns is not None:
            self._finish()
        if statement.empty:
            if parameters:
                statement.values(parameters)
            return self
        self._barred = RECURSIVE
        try:
            # Then they most likely are values already.
            direct = type(parameters) is tuple and not _adapt.overridden and not statement.warned
            values = parameters
            if not direct:
                values = statement.values(parameters)
                if statement.warned and not hasattr(parameters, "keys"):
                    statement.warn()
            changes = statement.changes
            if changes:
                connection._begin()
            got = self._start(statement, direct, values)
            if got is False:
                got = self._start(statement, False, statement.values(parameters))
            if statement.gives:
                self._statement = statement
                if type(got) is list:
                    self._only, = got
                elif got is not None:
                    self._keep(statement, got)
                if changes:
                    self.rowcount = int(statement.runs.changes)
                    self.lastrowid = int(connection._database.lastInsertRowid)
            elif changes:
                self.rowcount, self.lastrowid = got
        finally:
            self._barred = None
        return self

    def _start(self, statement, direct, values):
        """Starts a statement. Gives what it gives, see there."""
        statement.busy = True
        try:
            return statement.direct(*values) if direct else statement.runs.start(*values)
        except BaseException as error:
            self._fail(statement, error, values)
            return self._start(statement, direct, values)
        finally:
            statement.busy = False

    def _fail(self, statement, error, values):
        """Raises the exception for what running a statement has thrown. Returns if the statement may
        be run again: statements whose rows the program has dropped held a lock, and are closed now."""
        statement.busy = False
        made = self._connection._failed(error, statement, values)
        if made is error:
            raise
        if made is not None:
            raise made

    def _keep(self, statement, lists):
        """The rows of a query, of which these are the first."""
        if statement.converting:
            rows = ConvertedRows(self, statement, lists)
        else:
            rows = rows_class(len(lists) - 1)(self, statement, lists)
        if rows.more is True:
            statement.hold(rows)
        self._rows = rows

    def _values(self, statement, parameters):
        """The parameters as values; None if they most likely are values already."""
        if type(parameters) is tuple and not _adapt.overridden and not statement.warned:
            return None
        return statement.values(parameters)

    def _run(self, statement, parameters, values):
        """Starts a statement with what _values has given. Gives what it gives, see there."""
        if values is None:
            got = self._start(statement, True, parameters)
            if got is not False:
                return got
            values = statement.values(parameters)
        return self._start(statement, False, values)

    def executemany(self, sql, seq_of_parameters, /):
        """Runs INSERT, UPDATE, DELETE or REPLACE with each of the parameters."""
        connection = self._check()
        if type(sql) is not str:
            sql = text_of(sql, "executemany")
        rows = seq_of_parameters
        listed = type(rows) is list or type(rows) is tuple
        if not listed:
            rows = iter(rows)
        statement = connection._statement(sql)
        self._finish()
        if not statement.changes:
            raise ProgrammingError("executemany() can only execute DML statements.")
        self._barred = RECURSIVE
        try:
            if listed and not statement.gives and not statement.warned:
                self.rowcount = self._run_list(statement, rows)
                return self
            self.rowcount = self._run_each(statement, rows)
        finally:
            self._barred = None
        return self

    def _run_each(self, statement, rows):
        """Runs a statement with each row of an iterator, which may look at what the rows before have
        done. Gives how many rows that has changed."""
        count = 0
        begun = False
        each = statement.runs.each
        plain = not statement.warned and not statement.gives
        try:
            for parameters in rows:
                if plain and begun and not _adapt.overridden:
                    try:
                        changed = each(parameters)
                    except BaseException as error:
                        self._fail(statement, error, parameters)
                        changed = False
                    if changed is not False:
                        count += changed
                        continue
                # The first one, and one that the database does not take as it is.
                if not begun:
                    if statement.warned and not hasattr(parameters, "keys"):
                        statement.warn()
                    self._connection._begin()
                    begun = True
                count += self._run_one(statement, parameters)
                statement.busy = True
        finally:
            statement.busy = False
        return count

    def _run_one(self, statement, parameters):
        """Runs a statement to its end, and drops the rows that it may return. Gives the number of
        rows that it has changed."""
        got = self._run(statement, parameters, self._values(statement, parameters))
        if not statement.gives:
            return got[0]
        count = int(statement.runs.changes)
        statement.close()
        return count

    def _run_list(self, statement, rows):
        """Runs a statement with each row of a list. Gives how many rows that has changed."""
        count = at = 0
        while at < len(rows):
            if at and not _adapt.overridden:
                at, changed = self._run_many(statement, rows, at)
                count += changed
                if at >= len(rows):
                    break
            # The first one, and one that the database does not take as it is.
            parameters = rows[at]
            values = self._values(statement, parameters)
            if not at:
                self._connection._begin()
            count += self._run(statement, parameters, values)[0]
            at += 1
        return count

    def _run_many(self, statement, rows, at):
        """Runs a statement with the rows of a list from an index on. Returns the next index,
        and how many rows have been changed."""
        statement.busy = True
        try:
            return statement.runs.many(rows, at)
        except BaseException as error:
            at = int(statement.runs.place)
            self._fail(statement, error, rows[at] if at < len(rows) else ())
            return at, int(statement.runs.total)
        finally:
            statement.busy = False

    def __iter__(self):
        self._check()
        # A loop reads the rows themselves, past the cursor.
        if self.row_factory is None and self._rows is not None:
            return self._rows
        return self

    def __next__(self):
        self._check()
        row = self._only
        if row is not None:
            self._only = None
        else:
            rows = self._rows
            if rows is None:
                raise StopIteration
            row = rows.__next__()
            if rows.at >= rows.length and rows.more is True:
                rows.look_ahead()
        factory = self.row_factory
        return row if factory is None else factory(self, row)

    def fetchone(self):
        """The next row, or None."""
        self._check()
        row = self._only
        if row is not None:
            self._only = None
        else:
            rows = self._rows
            if rows is None:
                return None
            try:
                row = rows.__next__()
            except StopIteration:
                self._rows = None
                return None
            if rows.at >= rows.length and rows.more is True:
                rows.look_ahead()
        factory = self.row_factory
        return row if factory is None else factory(self, row)

    def fetchmany(self, size=None):
        """The next rows, at most size (arraysize)."""
        self._check()
        rows = []
        if size is None:
            size = self.arraysize
        while size < 0 or len(rows) < size:
            try:
                rows.append(self.__next__())
            except StopIteration:
                break
        return rows

    def fetchall(self):
        """All rows that are left."""
        self._check()
        return list(self)

    def to_columns(self):
        """The rest of the result, as columns in memory (sqlvm's own): see _frame.Columns."""
        from sqlvm import _frame

        self._check()
        if self._statement is None or not self._statement.gives:
            raise ProgrammingError("there is no result to have as columns")
        return _frame.columns(self, self._lists())

    def _lists(self):
        """The rest of the result: the begin and end index of its rows, and a list for each column."""
        only = self._only
        if only is not None:
            self._only = None
            yield 0, 1, [[value] for value in only]
        rows = self._rows
        while rows is not None:
            if rows.at < rows.length:
                at = rows.at
                rows.at = rows.length
                yield at, rows.length, rows.lists()
            if not rows.next_lists():
                self._rows = None
                break

    def __arrow_c_stream__(self, requested_schema=None):
        """The rest of the result, for libraries that speak Apache Arrow (sqlvm's own)."""
        return self.to_columns().__arrow_c_stream__(requested_schema)

    def to_arrow(self):
        """The rest of the result as a pyarrow.Table (sqlvm's own)."""
        return self.to_columns().to_arrow()

    def to_pandas(self):
        """The rest of the result as a pandas.DataFrame (sqlvm's own)."""
        return self.to_columns().to_pandas()

    def to_polars(self):
        """The rest of the result as a polars.DataFrame (sqlvm's own)."""
        return self.to_columns().to_polars()

    def _drop_rows(self):
        rows = self._rows
        if rows is not None and self._connection._barred is None:
            rows.end(ProgrammingError(CLOSED))


Cursor.__module__ = "sqlvm"
