"""Rows of a result, a batch at a time."""

from sqlvm._conversion import Conversion, undecodable


def row(*values):
    return values


class Rows:
    """An iterator over rows as tuples. One subclass for each number of columns, so that a loop
    over rows compiles to reading from the batch's lists.

    more is True as long as the statement may have rows that are not in the lists, False if it has
    none, and otherwise what comes behind them: an exception, or the index of a text that cannot be
    decoded.

    No __slots__ here: in a compiled loop a slot takes longer to write than an attribute.
    """

    def __init__(self, cursor, statement, lists):
        self.cursor = cursor
        self.statement = statement
        self._hold(lists)
        self.at = 0
        self.length = len(lists[0])

    def __iter__(self):
        return self

    def _take(self, lists):
        self._hold(lists)
        self.at = 0
        self.length = len(lists[0])
        if self.more is not True:
            self.statement.release(self)

    def _advance(self):
        """The first row of the next batch."""
        if self.cursor._rows is not self:
            # The cursor has been executed again: its rows go on.
            return self.cursor.__next__()
        more = self.more
        if more is True:
            self.statement.connection._check_thread()
        self.length = 0
        self.more = False
        if more is False:
            raise StopIteration
        if more is True:
            lists = self.statement.next_batch(self)
            if lists is None:
                self.statement.release(self)
                raise StopIteration
            self._take(lists)
            return self._first()
        if isinstance(more, BaseException):
            self.more = more
            raise more
        column, text = more
        self.statement.close()
        raise undecodable(self.statement.names()[column], text)

    def next_lists(self):
        """Takes the next batch, of which no row is read; whether there is one."""
        if self.more is not True:
            if self.more is not False:
                self._advance()  # Raises what is wrong.
            return False
        self.statement.connection._check_thread()
        lists = self.statement.next_batch(self)
        if lists is None:
            self.more = False
            self.length = 0
            self.statement.release(self)
            return False
        self._take(lists)
        return True

    def look_ahead(self):
        """The last row of a batch has been read on its own, and perhaps no other will be: a
        statement that is at its end ends, and its locks with it."""
        self.at = self.length = 0
        try:
            lists = self.statement.next_batch(self)
        except BaseException as error:  # Of the next row, not of this one.
            self.more = error
            return
        if lists is None:
            self.more = False
            self.statement.release(self)
        else:
            self._take(lists)

    def end(self, more=False):
        """There are no more rows than those that have been taken."""
        if self.more is True:
            self.statement.close()
        self.length = 0
        self.more = more


_TEMPLATE = """
class Rows{count}(Rows):
    def _hold(self, lists):
        {targets} self.more = lists

    def __next__(self):
        at = self.at
        if at < self.length:
            self.at = at + 1
            return ({values})
        return self._advance()

    def lists(self):
        return [{values_all}]

    # Not by __next__: the compiler takes a recursion for a reason to inline less.
    def _first(self):
        at = 0
        self.at = 1
        return ({values})
"""

_UNROLLED_MAX = 64
_classes = {}


class WideRows(Rows):
    def _hold(self, lists):
        *self.columns, self.more = lists

    def __next__(self):
        at = self.at
        if at >= self.length:
            return self._advance()
        self.at = at + 1
        return tuple([column[at] for column in self.columns])

    def _first(self):
        return self.__next__()

    def lists(self):
        """The lists of the batch."""
        return self.columns


class ConvertedRows(WideRows):
    """For a connection with converters, or with a text_factory: texts come as tuples of bytes."""

    def __init__(self, cursor, statement, lists):
        super().__init__(cursor, statement, lists)
        self.converted = Conversion(cursor, statement)

    def __next__(self):
        at = self.at
        if at >= self.length:
            return self._advance()
        self.at = at + 1
        return self.converted([column[at] for column in self.columns])

    def lists(self):
        """Values as the database has them, whatever converters there are."""
        return [[value[0].decode("utf-8", "replace") if type(value) is tuple else value
                 for value in column] for column in self.columns]


def rows_class(count):
    """Returns the class for rows of this number of columns."""
    made = _classes.get(count)
    if made is None:
        made = WideRows if count > _UNROLLED_MAX else _unrolled(count)
        _classes[count] = made
    return made


def _unrolled(count):
    names = ["c%d" % i for i in range(count)]
    namespace = {"Rows": Rows, "__name__": __name__, "__package__": __package__}
    exec(
        _TEMPLATE.format(
            count=count,
            values_all=", ".join("self.%s" % name for name in names),
            targets="".join("self.%s, " % name for name in names),
            values="".join("self.%s[at], " % name for name in names),
        ),
        namespace,
    )
    return namespace["Rows%d" % count]
