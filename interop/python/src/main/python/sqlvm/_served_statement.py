"""Statements that a server has compiled, their runs, and the messages for both."""

import struct

from . import _adapt, _columns
from ._binding import Parameters, changes, rest
from ._errors import ProgrammingError
from ._wire import message

# After this number of bytes of rows the server waits until the next are requested.
_BYTES = 1 << 18

# No message has more: rows take some bytes, or there are few.
_ROWS_MAX = 1 << 20

# Flags of Prepared and of Execute.
_EXISTS = 1
NO_ROWS = 2
_ALL_BOUND = 4
KEEP_ROWS = 8

_EXECUTE = struct.Struct(">iBiiiii")
_FETCH = struct.Struct(">iii")
_NUMBER = struct.Struct(">i")


def script(sql):
    return message(b"Q", b"\0\0\0\0", sql.encode())


def reset(number):
    return message(b"R", _NUMBER.pack(number))


def close(number):
    return message(b"C", _NUMBER.pack(number))


def memory(number):
    """Asks for all rows of a run in a memory file."""
    return message(b"M", _NUMBER.pack(number))


class Statement(Parameters):
    """A statement of a connection. Its description is known after it has been prepared, which the
    first run does by the way, if it can."""

    @classmethod
    def of(cls, number, sql, later):
        self = object.__new__(cls)
        self._open(number, sql, later)
        return self

    def _open(self, number, sql, later):
        self.number = number
        # The session's messages without an awaited answer.
        self._later = later
        # The server has been asked to compile it.
        self._is_sent = False
        self.sql = sql
        begin = rest(sql)
        self.empty = begin < 0
        self.changes = not self.empty and changes(sql, begin)
        # A text that may have a second statement: that is known before anything of it runs.
        self.single = ";" not in sql.rstrip("; \t\f\n\r")
        self.prepared = False
        # It is in a run.
        self.busy = False
        self.count = 0
        self.parameters = []
        self.warned = False
        self.gives = False
        # Name and declared type of each column.
        self.columns = ()

    def names(self):
        """Returns the names of the columns."""
        return [name for name, _ in self.columns]

    def types(self):
        """As the columns are declared."""
        return [declared for _, declared in self.columns]

    def names_of_parameters(self):
        return self.parameters

    # Messages.

    def prepare(self):
        self._is_sent = True
        return message(b"P", struct.pack(">ii", self.number, 0), self.sql.encode())

    def execute(self, columns, count=1, flags=0):
        """Runs it with columns of values, count times."""
        # A statement that changes rows gives its result at once: a pending one would block a COMMIT.
        limit = 0 if self.changes else _BYTES
        return message(b"E", _EXECUTE.pack(self.number, flags | _ALL_BOUND, 0, 0, limit, count,
                                           len(columns)), *columns)

    def fetch(self):
        return message(b"F", _FETCH.pack(self.number, 0, _BYTES))

    def __del__(self):
        # Neither the connection nor a cursor nor the program has it any more.
        if self._is_sent:
            self._later.append(close(self.number))

    # Answers.

    def learn(self, answer, wire):
        """Takes the server's description of the statement."""
        try:
            end = self._learn(answer)
        except (IndexError, ValueError, struct.error):
            raise wire.broken() from None
        if end is not None:
            if rest(self.sql, end) >= 0:
                raise ProgrammingError("You can only execute one statement at a time.")
            self.prepared = True

    def _learn(self, answer):
        """Gives where it ends in its text, if that is told."""
        end = None
        body = answer.prepared
        if body is not None:
            end, flags, count = struct.unpack_from(">iBi", body)
            if not 0 <= end <= len(self.sql):
                raise ValueError("a statement that ends at %d" % end)
            at = 9
            names = []
            for _ in range(count):
                name, at = _columns.read_text(body, at)
                names.append(name)
            self.parameters = names
            self.count = count
            self.warned = any(name and name[0] != "?" for name in names)
            self.empty = not flags & _EXISTS
            self._learn_columns(body, at)
        if answer.columns is not None:
            self._learn_columns(answer.columns, 0)
        return end

    def _learn_columns(self, body, at):
        count, = _NUMBER.unpack_from(body, at)
        at += 4
        columns = []
        for _ in range(count):
            texts = []
            for _ in range(5):
                text, at = _columns.read_text(body, at)
                texts.append(text)
            columns.append((texts[0] or "", texts[1] or ""))
        self.columns = columns
        self.gives = bool(columns)

    # Values.

    def row(self, parameters):
        """The columns of one row of parameters."""
        if self.prepared:
            values = self.values(parameters)
        else:
            values = parameters
        try:
            return [_columns.write((value,)) for value in values]
        except _columns.Unplain:
            return [_columns.write_bound((_adapt.bound(values[place], place + 1),))
                    for place in range(len(values))]

    def rows(self, rows):
        """The columns of many rows of parameters, how many of them there are, and None; or an
        exception because of which there are fewer."""
        kinds = set(map(type, rows))
        if kinds <= {tuple, list} and set(map(len, rows)) == {self.count}:
            try:
                return [_columns.write(values) for values in zip(*rows)], len(rows), None
            except _columns.Unplain:
                pass
        made = []
        problem = None
        for parameters in rows:
            try:
                made.append([_adapt.bound(value, place)
                             for place, value in enumerate(self.values(parameters), 1)])
            except Exception as error:
                problem = error
                break
        return [_columns.write_bound(values) for values in zip(*made)], len(made), problem


class Run:
    """Rows of a statement, which come from the server as they are read.

    The rows of an answer that says that there are more are read while the server computes those:
    from the second answer on, because many programs read only the first rows.
    """

    def __init__(self, connection, statement, answer):
        self.connection = connection
        # The session that it is in, whatever becomes of the connection.
        self.wire = connection._wire
        self.later = connection._later
        self.statement = statement
        self.answer = answer
        self.more = None
        self.is_read = False
        statement.busy = True

    def batch(self):
        """The columns of the next rows, as many as came in one message; None behind the last."""
        wire = self.wire
        while True:
            answer = self.answer
            if answer.batches:
                if self.is_read and answer.done and answer.suspended and self.more is None:
                    self.more = wire.send(self.statement.fetch())
                return self._columns(answer.batches.popleft())
            if not answer.done:
                wire.pump()
            elif answer.error is not None:
                self.over()
                raise answer.error
            elif answer.suspended:
                self.is_read = True
                self.answer = self.more or wire.send(self.statement.fetch())
                self.more = None
            else:
                self.over()
                return None

    def _columns(self, body):
        if self.answer.columns is not None:
            self.statement.learn(self.answer, self.wire)
            self.answer.columns = None
        raw = self.connection._converting
        at = 4
        columns = []
        try:
            count, = _NUMBER.unpack_from(body)
            if not 0 < count <= _ROWS_MAX:
                raise ValueError("a batch of %d rows" % count)
            for _ in self.statement.columns:
                values, at = _columns.read(body, at, count, raw)
                columns.append(values)
        except (KeyError, IndexError, ValueError, struct.error):
            raise self.wire.broken() from None
        return columns

    def over(self):
        """The server has ended it."""
        if self.statement is not None:
            self.statement.busy = False
            self.statement = None

    def end(self):
        """Ends the run, since its rows are not wanted any more."""
        statement = self.statement
        if statement is None:
            return
        self.over()
        last = self.more or self.answer
        if last.suspended or not last.done:
            self.later.append(reset(statement.number))
            self.connection._send_later(self.wire)
        # Perhaps they are still to come.
        self.answer.batches.clear()

    def __del__(self):
        self.end()
