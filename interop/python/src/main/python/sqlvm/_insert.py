"""Objects of a program into a table: Connection.insert_all."""

import json
import sys
from itertools import islice

from sqlvm import _adapt, _errors
from sqlvm._errors import ProgrammingError

# Rows that go to the database with one call.
_ROWS = 4000

_CONFLICTS = ("ABORT", "IGNORE", "REPLACE", "FAIL", "ROLLBACK")

# How a column of a new table is declared, by the type of a data class's field or of a value.
_TYPES = {
    int: "INTEGER", bool: "INTEGER", float: "REAL", str: "TEXT", bytes: "BLOB",
    "int": "INTEGER", "bool": "INTEGER", "float": "REAL", "str": "TEXT", "bytes": "BLOB",
}


def insert_all(database, table, objects, columns, conflict, create, progress, add_columns, is_json,
               flatten):
    """Inserts rows, all or none. Gives how many were inserted."""
    if not isinstance(table, str):
        raise TypeError("insert_all() argument 1 must be str, not " + type(table).__name__)
    if conflict is not None:
        conflict = str(conflict).upper()
        if conflict not in _CONFLICTS:
            raise ValueError("conflict is one of " + ", ".join(_CONFLICTS))
    names = None if columns is None else _names(columns)
    if add_columns or is_json:
        return _of_members(database, table, objects, {
            "columns": names, "conflict": conflict, "create": create, "progress": progress,
            "addColumns": add_columns, "json": is_json, "flatten": flatten})
    if isinstance(objects, dict):
        batches, first, names = _of_columns(objects, names)
        form = None
    else:
        if isinstance(objects, (str, bytes, bytearray)) or not hasattr(objects, "__iter__"):
            raise TypeError("not a list of rows: " + type(objects).__name__)
        plain = not _adapt.overridden and (bool, _adapt.PrepareProtocol) not in _adapt.adapters
        if plain and names is None:
            return _of_rows(database, table, objects, names, conflict, create, progress)
        rows = iter(objects)
        first = list(islice(rows, _ROWS))
        if not first:
            return 0
        form = _Form(first[0], names)
        names = form.names
        batches = form.batches(rows, first)
    types = None
    if create:
        if names is None:
            raise ValueError("rows without names do not say what columns a table has")
        types = form.types() if form is not None else [_type_of(each) for each in first]
    insertion = _call(database.insertion, table, names, types, None, conflict)
    ended = False
    try:
        if form is not None and form.width != insertion.width:
            raise ProgrammingError(
                "%d values for %d columns" % (form.width, insertion.width))
        done = 0
        for count, lists in batches:
            _add(insertion, lists, count, done, names)
            done += count
            if progress is not None:
                progress(done)
        count = _named(insertion, insertion.end)
        ended = True
        return int(count)
    finally:
        if not ended:
            insertion.fail()


def _of_members(database, table, objects, options):
    """Rows that have members of their own each."""
    if isinstance(objects, (str, bytes, bytearray)) or not hasattr(objects, "__iter__"):
        raise TypeError("not a list of rows: " + type(objects).__name__)

    def adapt(value, row, member):
        try:
            if isinstance(value, (dict, list, tuple)) and type(value) not in _adapted():
                return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_plain)
            try:
                return _adapt.bound(value, member)
            except ProgrammingError:
                if not _is_data(value):
                    raise
                return json.dumps(_plain(value), ensure_ascii=False, separators=(",", ":"),
                                  default=_plain)
        except Exception as error:
            error.add_note("row %d, %s" % (row, member))
            raise

    if not options["json"]:
        if isinstance(objects, dict):
            batches, _, names = _of_columns(objects, None)
            objects = (dict(zip(names, row)) for _, lists in batches for row in zip(*lists))
        objects = _dicts(objects, options["flatten"])
        options["adapt"] = adapt
    return int(_call(database.insertAll, table, _source(objects), options))


def _adapted():
    """The types that have adapters."""
    if "datetime" in sys.modules:
        from sqlvm import _dates  # Registers the default adapters.
    return {kind for kind, _ in _adapt.adapters}


def _dicts(objects, flatten):
    """The members of rows, as dicts."""
    adapts = _adapt.overridden or (bool, _adapt.PrepareProtocol) in _adapt.adapters
    for number, row in enumerate(objects, 1):
        members = row if type(row) is dict else _members_of(row)
        if members is None:
            raise ProgrammingError("row %d: a row without names of its members: %s" % (
                number, type(row).__name__))
        if flatten:
            flat = {}
            _flatten(members, "", flat, number, (row,))
            members = flat
        if adapts:
            members = {name: value if isinstance(value, (dict, list, tuple))
                       else _adapt.bound(value, name) for name, value in members.items()}
        yield members


def _flatten(members, prefix, flat, number, within):
    """Puts members into flat, and those of the objects that they are.

    within are the objects around these members."""
    for name, value in members.items():
        name = prefix + str(name)
        if isinstance(value, dict) or _is_data(value):
            if any(outer is value for outer in within):
                raise ValueError("row %d, %s: circular reference detected" % (number, name))
            inner = value if isinstance(value, dict) else _members_of(value)
            _flatten(inner, name + ".", flat, number, (*within, value))
        elif name in flat:
            raise ProgrammingError("row %d: two members are one column: %s" % (number, name))
        else:
            flat[name] = value


def _is_data(value):
    """Whether a value is of a data class."""
    return hasattr(type(value), "__dataclass_fields__")


def _members_of(row):
    """The members of an object; None if it has none."""
    if isinstance(row, dict):
        return dict(row)
    fields = getattr(row, "_fields", None)
    if fields is not None and isinstance(row, tuple):
        return dict(zip(fields, row))
    if row is None or isinstance(row, (tuple, list, int, float, str, bytes, bytearray)):
        return None
    return {name: getattr(row, name) for name in _members(row)}


def _plain(value):
    """Returns the value to convert to JSON for an object within a row."""
    return _members_of(value) if _is_data(value) else _adapt.bound(value, 0)


def _of_rows(database, table, rows, names, conflict, create, progress):
    """Has the database read the rows: its loop is compiled together with what gives them."""
    form = None

    def names_of(row):
        nonlocal form
        form = _Form(row, names)
        return form.names

    def types_of(row):
        return form.types()

    def adapt(value, row, member):
        try:
            return _adapt.bound(value, member + 1)
        except Exception as error:
            error.add_note("row %d, %s" % (row, form.names[member] if form.names is not None
                                           else "value %d" % (member + 1)))
            raise

    return int(_call(database.insertAll, table, _source(rows), {
        "conflict": conflict, "create": create, "progress": progress, "names": names_of,
        "types": types_of if create else None, "adapt": adapt}))


def _source(rows):
    """Returns the object that the database reads rows from. Python itself goes through an iterator:
    a call of each turn from outside would have to search the stack for the exception that is being
    handled."""
    if isinstance(rows, (list, tuple)):
        return rows
    iterator = iter(rows)

    def more():
        batch = []
        for row in iterator:
            batch.append(row)
            if len(batch) == _ROWS:
                break
        return batch

    return more


def _names(names):
    if isinstance(names, str):
        names = names.replace(",", " ").split()
    return [str(each) for each in names]


def _call(function, *arguments):
    return _errors.call(function, *arguments)


def _named(insertion, function, *arguments):
    """Calls the database; the error names the row."""
    try:
        return function(*arguments)
    except BaseException as error:
        made = _errors.translated(error)
        if made is error:
            raise
        row = int(insertion.row)
        if row:
            made.args = ("row %d: %s" % (row, made.args[0]),) + made.args[1:]
        raise made


def _add(insertion, lists, count, done, names):
    """Gives a batch to the database. Values that it does not know are adapted, row by row."""
    at = 0
    add = insertion.add
    known = not _adapt.overridden and (bool, _adapt.PrepareProtocol) not in _adapt.adapters
    while at < count:
        if known:
            at = int(_named(insertion, add, at, count, *lists))
            if at == count:
                break
        row = []
        for place, values in enumerate(lists):
            try:
                row.append([_adapt.bound(values[at], place + 1)])
            except Exception as error:
                what = names[place] if names is not None else "value %d" % (place + 1)
                error.add_note("row %d, %s" % (done + at + 1, what))
                raise
        if int(_named(insertion, add, 0, 1, *row)) == 0:
            raise ProgrammingError("row %d: no values of SQL" % (done + at + 1))
        at += 1


def _of_columns(columns, names):
    """A dict of columns, as batches."""
    if names is None:
        names = [str(key) for key in columns]
        values = list(columns.values())
    else:
        values = [columns[name] for name in names]
    if not values:
        raise ValueError("there are no columns")
    lengths = {len(each) for each in values}
    if len(lengths) > 1:
        raise ValueError("columns of different lengths: %s" % ", ".join(
            "%s %d" % (name, len(each)) for name, each in zip(names, values)))
    length, = lengths

    def batches():
        for at in range(0, length, _ROWS):
            lists = []
            for each in values:
                part = each[at:at + _ROWS]
                if type(part) is not list:
                    part = part.tolist() if hasattr(part, "tolist") else list(part)
                lists.append(part)
            yield len(lists[0]), lists

    return batches(), [each[0] if length else None for each in values], names


def _type_of(value):
    return _TYPES.get(type(value), "")


class _Form:
    """A kind of rows: moves the values of their members into lists. The code that does it is made
    for the names, once, so that none is looked up for a row."""

    def __init__(self, row, names):
        self.row = row
        kind = type(row)
        self.kind = kind
        self.single = False
        self.known = None  # The members that a row may have; None if it may have any.
        fields = getattr(row, "_fields", None)
        if isinstance(row, dict):
            self.names = names or [str(key) for key in row]
            keys = list(row) if names is None else names
            self.code = ["row.get(%r)" % (key,) for key in keys]
            self.check = None if names else "row.keys() <= known"
            self.known = set(keys)
        elif isinstance(row, (tuple, list)):
            known = list(fields) if fields is not None and isinstance(row, tuple) else None
            if names is not None and known is not None:
                self.code = ["row[%d]" % known.index(name) for name in names]
            else:
                self.code = ["row[%d]" % place for place in range(len(row))]
            self.names = names if names is not None else known
            if names is not None and known is None and len(names) != len(row):
                raise ValueError("%d values for %d columns" % (len(row), len(names)))
            self.check = "len(row) == %d" % len(row)
        elif row is None or isinstance(row, (int, float, str, bytes, bytearray)):
            self.names = names
            self.code = ["row"]
            self.check = None
            self.single = True
        else:
            self.names = names or _members(row)
            for name in self.names:
                if not name.isidentifier():
                    raise ValueError("no member of an object: %r" % name)
            self.code = ["row.%s" % name for name in self.names]
            self.check = None
            if not names:
                self.known = set(self.names)
                # A class with other attributes than those of its fields or slots has a __dict__.
                fixed = hasattr(kind, "__dataclass_fields__") or not hasattr(row, "__dict__")
                self.check = ("type(row) is kind" if fixed else "len(row.__dict__) == %d" % len(
                    self.known)) + " or known.issuperset(members(row))"
        self.width = len(self.code)
        if not self.width:
            raise ValueError("rows have no members")
        lists = ", ".join("[%s for row in rows]" % each for each in self.code)
        scope = {}
        exec("def read(rows):\n    return (%s,)" % lists, scope)
        self.read = scope["read"]
        self.checks = None
        if self.check is not None:
            scope = {"known": self.known, "kind": kind, "members": _members}
            exec("def checks(rows):\n    return all([%s for row in rows])" % self.check, scope)
            self.checks = scope["checks"]

    def types(self):
        """How the columns of a new table are declared."""
        hints = getattr(self.kind, "__annotations__", {})
        types = []
        values = self.read([self.row])
        for name, value in zip(self.names, values):
            hint = hints.get(name)
            types.append(_TYPES[hint] if hint in _TYPES else _type_of(value[0]))
        return types

    def batches(self, rows, first):
        done = 0
        while first:
            try:
                lists = self.read(first)
                ok = self.checks is None or self.checks(first)
            except Exception:
                lists, ok = None, False
            if not ok:
                self._blame(first, done)
                lists = self.read(first)
            yield len(first), lists
            done += len(first)
            first = list(islice(rows, _ROWS))

    def _refuse(self, row):
        """Raises the error of a row that is not like the first one."""
        if self.known is not None:
            for name in row if isinstance(row, dict) else _members(row):
                if name not in self.known:
                    raise ProgrammingError("the first row had no member %s" % name)
        raise ProgrammingError("the row has %d values, not %d" % (len(row), self.width))

    def _blame(self, rows, done):
        """Raises the error of the first row that is not like the others."""
        for place, row in enumerate(rows, done + 1):
            try:
                self.read([row])
                if self.checks is not None and not self.checks([row]):
                    self._refuse(row)
            except Exception as error:
                error.add_note("row %d" % place)
                raise


def _members(row):
    """The names of an object's attributes."""
    fields = getattr(type(row), "__dataclass_fields__", None)
    if fields is None:
        fields = getattr(row, "__dict__", None)
    if fields is None:
        slots = getattr(type(row), "__slots__", ())
        fields = (slots,) if isinstance(slots, str) else slots
    return [name for name in fields if not name.startswith("_")]
