"""Modules for CREATE VIRTUAL TABLE: apsw's classes as the database wants them."""

from sqlvm import _index_info
from sqlvm._callbacks import (SQLITE_VTAB_CONSTRAINT_SUPPORT, SQLITE_VTAB_DIRECTONLY,
                              SQLITE_VTAB_INNOCUOUS, SQLITE_VTAB_USES_ALL_SCHEMAS, no_change)
from sqlvm._errors import show_unraisable

# The names of sqlite3.h's SQLITE_INDEX_CONSTRAINT_….
_OPERATORS = {
    "EQ": 2, "GT": 4, "LE": 8, "LT": 16, "GE": 32, "MATCH": 64, "LIKE": 65, "GLOB": 66,
    "REGEXP": 67, "NE": 68, "IS_NOT": 69, "IS_NOT_NULL": 70, "IS_NULL": 71, "IS": 72,
    "LIMIT": 73, "OFFSET": 74,
}

# SQLITE_INDEX_CONSTRAINT_FUNCTION: operators from here on are functions of tables.
_FUNCTION = 150


def _operator(condition):
    """Its number: of a call of a function that the table has of its own, that one's."""
    name = str(condition[1])
    return int(condition[4]) if name == "FUNCTION" else _OPERATORS[name]


def _condition(given):
    column = 0 if str(given[1]) in _COUNTS else int(given[0])
    return _index_info.Condition(column, _operator(given), str(given[2]), bool(given[3]),
                                 bool(given[5]), given[6])


# The conditions that only BestIndexObject is told of; they stand behind the others.
_COUNTS = ("LIMIT", "OFFSET")

# Conflict modes, as sqlite3.h numbers them.
_CONFLICTS = {"ROLLBACK": 1, "IGNORE": 2, "FAIL": 3, "ABORT": 4, "DEFAULT": 4, "REPLACE": 5}


def create(connection, database, name, source, options):
    """Calls the database's createModule for what Connection.create_module was given."""
    if not isinstance(name, str):
        raise TypeError("create_module() argument 1 must be str, not " + type(name).__name__)
    name = str.__str__(name)
    if source is None:
        database.createModule(name, None)
    elif hasattr(source, "connect"):
        database.createModule(name, source)
    elif hasattr(source, "Connect") or hasattr(source, "Create"):
        database.createModule(
            name, _Module(connection, name, source, **options))
    else:
        raise TypeError("a module has a method connect, or Create and Connect as apsw's")


class _Module:
    def __init__(self, connection, name, source, eponymous, eponymous_only, read_only,
                 index_object, no_change):
        self._connection = connection
        self._name = name
        self._source = source
        self._read_only = read_only
        self._index_object = index_object
        self._no_change = no_change
        self.eponymous = eponymous
        self.eponymousOnly = eponymous_only  # The database's name.

    def connect(self, schema, table, arguments):
        source = self._source
        return self._table(getattr(source, "Connect", None) or source.Create, schema, table,
                           arguments)

    def create(self, schema, table, arguments):
        source = self._source
        return self._table(getattr(source, "Create", None) or source.Connect, schema, table,
                           arguments)

    def isShadow(self, suffix):  # The database's name.
        """An error means no, as in apsw: a statement that makes a table does not see it."""
        method = getattr(self._source, "ShadowName", None)
        if method is None:
            return False
        try:
            shadow = method(str(suffix))
            if shadow is not None and not isinstance(shadow, bool):
                raise TypeError("Expected a bool from ShadowName not %s" % type(shadow).__name__)
            return bool(shadow)
        except BaseException as error:
            show_unraisable(error, method)
            return False

    def _table(self, make, schema, table, arguments):
        connection = self._connection
        around = connection._vtab_config
        connection._vtab_config = config = {}
        try:
            made = make(connection, self._name, str(schema), str(table),
                        *[str(each) for each in arguments])
        finally:
            connection._vtab_config = around
        if not hasattr(type(made), "__getitem__") or len(made) != 2:
            raise TypeError("Expected two values - a string with the table schema and a vtable "
                            "object implementing it")
        implementation = made[1]
        declaration = made[0]
        if not isinstance(declaration, str):
            raise TypeError("Expected string for schema not %s" % type(declaration).__name__)
        kind = _Table if self._read_only else _WritableTable
        table = kind(self._connection, declaration, implementation, str(schema), str(table))
        if self._index_object:
            table.planRequest = table.planned  # The database's name, as those below.
        table.keepsUnchanged = self._no_change
        table.supportsConstraints = bool(config.get(SQLITE_VTAB_CONSTRAINT_SUPPORT))
        table.innocuous = SQLITE_VTAB_INNOCUOUS in config
        table.directOnly = SQLITE_VTAB_DIRECTONLY in config
        table.usesAllSchemas = SQLITE_VTAB_USES_ALL_SCHEMAS in config
        return table


class _Table:
    def __init__(self, connection, declaration, table, schema, name):
        self._connection = connection
        self._schema = schema
        self._name = name
        self.declaration = declaration
        self._apsw = table

    def plan(self, conditions, order):
        conditions = tuple((int(each[0]), _operator(each)) for each in conditions
                           if str(each[1]) not in _COUNTS)
        order = tuple((int(each[0]), bool(each[1])) for each in order)
        answer = self._apsw.BestIndex(conditions, order)
        return _index_info.plan_of(answer, len(conditions), self._name)

    def planned(self, conditions, order, distinct, columns):
        """With BestIndexObject, for a module that wants it."""
        info = _index_info.IndexInfo(
            [_condition(each) for each in conditions],
            [(int(each[0]), bool(each[1])) for each in order], int(distinct), int(columns))
        try:
            possible = self._apsw.BestIndexObject(info)
        finally:
            info._end()
        if not isinstance(possible, bool):
            raise TypeError("Expected bool result, not %s" % type(possible).__name__)
        return info._plan(self._name) if possible else None

    def open(self):
        return _Cursor(self._apsw.Open())

    def findFunction(self, name, count):  # The database's name.
        """An error means that the table has no such function, as in apsw: SQLite takes none."""
        method = getattr(self._apsw, "FindFunction", None)
        if method is None:
            return None
        try:
            return self._function(method(str(name), int(count)))
        except BaseException as error:
            show_unraisable(error, method)
            return None

    @staticmethod
    def _function(found):
        """Returns the result of FindFunction in the form that the database takes."""
        if found is None or callable(found):
            return found
        if not isinstance(found, (list, tuple)) or len(found) != 2:
            raise TypeError("Expected FindFunction to return None, a Callable, or "
                            "Sequence[int, Callable]")
        operator, function = found
        if not isinstance(operator, int) or not callable(function):
            raise TypeError("Expected FindFunction sequence to be [int, Callable]")
        if not _FUNCTION <= operator <= 255:
            raise ValueError("Expected FindFunction sequence [int, Callable] to have int between "
                             "SQLITE_INDEX_CONSTRAINT_FUNCTION and 255, not %d" % operator)
        return [operator, function]

    def checkIntegrity(self, quick):  # The database's name.
        method = getattr(self._apsw, "Integrity", None)
        found = None if method is None else method(self._schema, self._name, int(quick))
        if found is not None and not isinstance(found, str):
            raise TypeError("Expected None or a str not %s" % type(found).__name__)
        return found

    def rename(self, name):
        self._tell("Rename", str(name))

    def destroy(self):
        self._tell("Destroy")

    def disconnect(self):
        try:
            self._tell("Disconnect")
        except BaseException as error:  # As SQLite, which takes no error there.
            show_unraisable(error, self._apsw)

    def _tell(self, method, *arguments):
        method = getattr(self._apsw, method, None)
        if method is not None:
            method(*arguments)


class _Cursor:
    """Reads a column when the database asks for it."""

    def __init__(self, cursor):
        self._apsw = cursor

    def filter(self, index, text, arguments):
        self._apsw.Filter(index, None if text is None else str(text), tuple([
            set(each) if isinstance(each, list) else each for each in arguments]))
        return not self._apsw.Eof()

    def next(self):
        self._apsw.Next()
        return not self._apsw.Eof()

    def column(self, column):
        return self._checked(self._apsw.Column(column))

    def columnToKeep(self, column):  # The database's name.
        value = self._apsw.ColumnNoChange(column)
        return None if value is no_change else [self._checked(value)]

    @staticmethod
    def _checked(value):
        if value is not None and not isinstance(
                value, (int, float, str, bytes, bytearray, memoryview)) \
                and not hasattr(type(value), "__buffer__"):
            raise TypeError("Value from Column is not supported: %s" % type(value).__name__)
        return value

    def rowid(self):
        return _rowid(int(self._apsw.Rowid()))

    def close(self):
        try:
            self._apsw.Close()
        except BaseException as error:  # As SQLite, which takes no error there.
            show_unraisable(error, self._apsw)


def _rowid(value):
    if not isinstance(value, int):
        raise TypeError("Expected an int for the rowid, not %s" % type(value).__name__)
    if not -1 << 63 <= value < 1 << 63:
        raise OverflowError("Python int too large to convert to C long long")
    return value


class _WritableTable(_Table):
    def insert(self, rowid, values):
        given = self._apsw.UpdateInsertRow(rowid, tuple(values))
        return _rowid(given) if rowid is None else rowid

    def update(self, key, new_key, values):
        self._apsw.UpdateChangeRow(key, new_key, tuple(values))

    def updateKeeping(self, key, new_key, values, kept):  # The database's name.
        kept = set(kept)
        self.update(key, new_key, [no_change if place in kept else value
                                   for place, value in enumerate(values)])

    def delete(self, key):
        self._apsw.UpdateDeleteRow(key)

    def conflict(self, action):
        """Notes the action of the statement's OR, which the table reads with
        Connection.vtab_on_conflict. None behind the change."""
        self._connection._on_conflict = None if action is None else _CONFLICTS[str(action)]

    def begin(self):
        self._tell("Begin")

    def sync(self):
        self._tell("Sync")

    def commit(self):
        self._tell("Commit")

    def rollback(self):
        self._tell("Rollback")

    def savepoint(self, number):
        self._tell("Savepoint", number)

    def release(self, number):
        self._tell("Release", number)

    def rollbackTo(self, number):  # The database's name.
        self._tell("RollbackTo", number)
