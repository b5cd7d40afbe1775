"""Tables of a program's own: lists, and functions that give rows."""

from sqlvm import _frame
from sqlvm._errors import ProgrammingError


def create(database, name, rows, columns, frames):
    """Calls the database's createTable for what Connection.create_table was given.

    frames has the names of those tables that are frames."""
    if not isinstance(name, str):
        raise TypeError("create_table() argument 1 must be str, not " + type(name).__name__)
    name = str.__str__(name)
    name.encode("utf-8")
    module = None
    if hasattr(rows, "__arrow_c_stream__"):
        if columns is not None:
            raise TypeError("a frame has columns of its own")
        module = _frame.module(database, rows)
    if name in frames:
        _frame.install(database, name, None)
        frames.discard(name)
    if rows is None or module is not None:
        database.createTable(name, None)
    if module is not None:
        _frame.install(database, name, module)
        frames.add(name)
    if rows is None or module is not None:
        return
    lists = None if columns is not None else _frame.lists(rows)
    if lists is not None:
        columns = list(lists)
        rows = list(zip(*lists.values(), strict=True))
    if columns is None:
        columns = getattr(rows, "columns", None)
    if columns is not None:
        columns = _names(columns)
    if not callable(rows):
        _check_rows(name, rows, columns)
        database.createTable(name, rows, columns)
        return
    if columns is None:
        raise TypeError("a function as a table needs columns: create_table(name, function, columns),"
                        " or an attribute of the function")
    parameters, needed = _parameters(rows)
    database.createTable(name, _with_defaults(name, rows, parameters, needed), columns, parameters)


def _check_rows(name, rows, columns):
    """Raises what Python raises for such arguments; the database would have one error for all."""
    if isinstance(rows, (str, bytes, bytearray, dict)) or not hasattr(rows, "__iter__"):
        raise TypeError("table %s is not a list of rows" % name)
    if hasattr(rows, "__next__"):
        raise TypeError("table %s can be read only once: a list is needed, or a function" % name)
    if columns is None and hasattr(rows, "__len__") and not len(rows):
        raise ValueError("table %s has no rows that could say what its columns are" % name)


def _names(names):
    """A list of names that a caller gave, as a list of str or in one text."""
    if isinstance(names, str):
        names = names.replace(",", " ").split()
    names = [str(each) for each in names]
    seen = set()
    for each in names:
        if each.lower() in seen:
            raise ValueError("column %s is there twice" % each)
        seen.add(each.lower())
    return names


def _parameters(function):
    """The names of what a function can be called with, and of those, what it cannot do without."""
    import inspect

    names = []
    needed = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            raise TypeError("a function as a table has a fixed number of parameters, and %s has *%s"
                            % (getattr(function, "__name__", function), parameter.name))
        if parameter.kind is parameter.POSITIONAL_ONLY:
            raise TypeError("parameter %s of %s must have a name that it can be called with"
                            % (parameter.name, getattr(function, "__name__", function)))
        names.append(parameter.name)
        if parameter.default is parameter.empty:
            needed.append(parameter.name)
    return names, needed


def _with_defaults(table, function, parameters, needed):
    """The function for values in the order of its parameters, None for those that the query does not
    give."""

    def rows(*values):
        given = {name: value for name, value in zip(parameters, values) if value is not None}
        for name in needed:
            if name not in given:
                raise ProgrammingError("table %s needs a value for %s" % (table, name))
        return function(**given)

    return rows
