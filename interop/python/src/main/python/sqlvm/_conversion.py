"""Values of rows as a program wants them: converters by declared types and names of columns, and
text_factory."""

from . import _adapt
from ._constants import PARSE_COLNAMES, PARSE_DECLTYPES
from ._errors import OperationalError

# Why a cursor cannot be used while a callback of the program runs for it.
RECURSIVE = "Recursive use of cursors not allowed."


def undecodable(name, text):
    """The exception for a TEXT that is no UTF-8, in the column of that name."""
    return OperationalError("Could not decode to UTF-8 column '%s' with text '%s'" % (
        name, text.decode("utf-8", "replace")))


def converters_of(statement, detect_types):
    """A converter, or None, for each column of a statement."""
    names = statement.names()
    found = [None] * len(names)
    if detect_types & PARSE_DECLTYPES:
        for place, declared in enumerate(statement.types()):
            word = declared.replace("(", " ").split(" ", 1)[0]
            found[place] = _adapt.converters.get(word.upper()) if word else None
    if detect_types & PARSE_COLNAMES:
        for place, name in enumerate(names):
            begin = name.find("[")
            end = name.find("]", begin)
            if 0 <= begin < end:
                converter = _adapt.converters.get(name[begin + 1:end].upper())
                if converter is not None:
                    found[place] = converter
    return found


class Conversion:
    """Makes a row for a program of one whose texts are tuples of bytes."""

    def __init__(self, cursor, statement):
        self.cursor = cursor
        self.statement = statement
        self.converters = converters_of(statement, cursor._connection._detect_types)

    def __call__(self, row):
        cursor = self.cursor
        cursor._barred = RECURSIVE
        try:
            return tuple([self._value(place, value, converter) for place, (value, converter)
                          in enumerate(zip(row, self.converters))])
        finally:
            cursor._barred = None

    def _value(self, place, value, converter):
        if value is None:
            return None
        connection = self.cursor._connection
        if converter is not None:
            if type(value) is tuple:
                value = value[0]
            elif type(value) is int:
                value = b"%d" % value
            elif type(value) is float:
                value = connection._text_of(value)
            return converter(value) if value else None
        if type(value) is not tuple:
            return value
        value = value[0]
        factory = connection._text_factory
        if factory is bytes:
            return value
        if factory is not str:
            return factory(value)
        try:
            return value.decode("utf-8")
        except UnicodeDecodeError:
            raise undecodable(self.statement.names()[place], value) from None
