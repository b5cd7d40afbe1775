"""Texts of SQL and the values of their parameters, before they go to a database."""

from . import _adapt
from ._errors import DataError, ProgrammingError, warn

# How statements begin that change rows, as CPython's sqlite3 has it: WITH is not among them.
_CHANGES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


def changes(sql, begin):
    """Whether the statement whose first word is at begin begins a transaction."""
    return sql[begin:begin + 7].upper().startswith(_CHANGES)


def rest(sql, at=0):
    """Where the first word behind blanks and comments begins; -1 if there is none. These are the
    blanks and comments of CPython's sqlite3."""
    end = len(sql)
    while at < end:
        c = sql[at]
        if c in " \t\f\n\r":
            at += 1
        elif sql.startswith("--", at):
            at = sql.find("\n", at)
            if at < 0:
                return -1
        elif sql.startswith("/*", at):
            at = sql.find("*/", at + 2)
            if at < 0:
                return -1
            at += 2
        else:
            return at
    return -1


def whole_text(statement):
    """The argument of complete_statement()."""
    if not isinstance(statement, str):
        raise TypeError("complete_statement() argument 'statement' must be str, not "
                        + type(statement).__name__)
    if "\0" in statement:
        raise ValueError("embedded null character")
    return statement


def checked(sql, limit):
    """SQL as the database takes it."""
    if (len(sql) if sql.isascii() else len(sql.encode("utf-8"))) > limit:
        raise DataError("query string is too large")
    if "\0" in sql:
        raise ProgrammingError("the query contains a null character")


class Parameters:
    """A statement's parameters. The statement has their count, and gives names_of_parameters(). The
    program has it for its identity alone: it neither makes nor calls one."""

    def __new__(cls, *arguments):
        raise TypeError("cannot create '%s.%s' instances" % (cls.__module__, cls.__qualname__))

    def __call__(self):
        raise TypeError("a statement is executed by a cursor")

    def values(self, parameters):
        """Values for the parameters, by position."""
        kind = type(parameters)
        if kind is tuple or kind is list:
            if len(parameters) != self.count:
                raise self._miscounted(len(parameters))
            plain = _adapt.plain
            for value in parameters:
                if type(value) not in plain:
                    break
            else:
                return parameters
        elif isinstance(parameters, dict) or not hasattr(parameters, "__getitem__") or (
                not hasattr(parameters, "__len__") or _is_mapping(parameters)):
            return self._named(parameters)
        count = len(parameters)
        if count != self.count:
            raise self._miscounted(count)
        return [_adapt.bound(parameters[place], place + 1) for place in range(count)]

    def warn(self):
        """Named parameters have been given by position."""
        if not self.count:
            return
        for place, name in enumerate(self.names_of_parameters(), 1):
            if name and name[0] != "?":
                warn("Binding %d ('%s') is a named parameter, but you supplied a sequence which "
                     "requires nominal (qmark) placeholders. Starting with Python 3.14 an "
                     "sqlite3.ProgrammingError will be raised." % (place, name))

    def _miscounted(self, count):
        return ProgrammingError(
            "Incorrect number of bindings supplied. The current statement uses %d, and there are "
            "%d supplied." % (self.count, count))

    def _named(self, parameters):
        if not _is_mapping(parameters):
            raise ProgrammingError("parameters are of unsupported type")
        values = []
        for name in self.names_of_parameters():
            if not name or name[0] == "?":
                raise ProgrammingError(
                    "Binding %d has no name, but you supplied a dictionary (which has only "
                    "names)." % (len(values) + 1))
            try:
                value = parameters[name[1:]]
            except LookupError:
                raise ProgrammingError(
                    "You did not supply a value for binding parameter :%s." % name[1:]) from None
            values.append(_adapt.bound(value, "'%s'" % name))
        return values


def _is_mapping(parameters):
    return isinstance(parameters, dict) or hasattr(parameters, "keys") or (
        hasattr(parameters, "__getitem__") and not hasattr(parameters, "__len__"))
