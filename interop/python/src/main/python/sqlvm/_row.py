"""Row, which knows the names of its columns."""

# The classes of cursors whose rows may become one of these.
cursors = []


class Names:
    """The names of a result's columns, and where they are."""

    __slots__ = ("names", "places", "folded")

    def __init__(self, names):
        self.names = names
        self.places = {name: place for place, name in reversed(list(enumerate(names)))}
        self.folded = None

    def place(self, name):
        found = self.places.get(name)
        if found is None:
            if self.folded is None:
                self.folded = {_folded(name): place
                               for place, name in reversed(list(enumerate(self.names)))}
            found = self.folded.get(_folded(name))
            if found is None:
                raise IndexError("No item with that key")
        return found


def _folded(name):
    """As SQLite folds names: the letters of ASCII."""
    return name.lower() if name.isascii() else "".join(
        [c.lower() if c.isascii() else c for c in name])


class Row:
    """A row whose values are found by index and by column name, in any case."""

    __slots__ = ("_names", "_values")

    def __new__(cls, cursor, values, /):
        if not issubclass(type(cursor), tuple(cursors)):
            raise TypeError("Row() argument 1 must be sqlite3.Cursor, not "
                            + type(cursor).__name__)
        if not isinstance(values, tuple):
            raise TypeError("Row() argument 2 must be tuple, not " + type(values).__name__)
        self = object.__new__(cls)
        self._names = cursor._names()
        self._values = values
        return self

    def keys(self):
        """The names of the columns."""
        return list(self._names.names)

    def __getitem__(self, key):
        if type(key) is int:
            return self._values[key]
        if isinstance(key, str):
            return self._values[self._names.place(key)]
        if isinstance(key, (int, slice)):
            return self._values[key]
        raise IndexError("Index must be int or string")

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def __eq__(self, other):
        if not isinstance(other, Row):
            return NotImplemented
        return self._names.names == other._names.names and self._values == other._values

    def __hash__(self):
        return hash((self._names.names, self._values))


Row.__module__ = __package__
