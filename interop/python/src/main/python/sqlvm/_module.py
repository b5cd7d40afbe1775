"""Modules for CREATE VIRTUAL TABLE: apsw's classes as the database wants them."""

# What sqlite3.h calls SQLITE_INDEX_CONSTRAINT_….
_OPERATORS = {
    "EQ": 2, "GT": 4, "LE": 8, "LT": 16, "GE": 32, "MATCH": 64, "LIKE": 65, "GLOB": 66,
    "REGEXP": 67, "NE": 68, "IS_NOT": 69, "IS_NOT_NULL": 70, "IS_NULL": 71, "IS": 72,
}


def create(connection, database, name, source, eponymous, read_only):
    """Calls the database's createModule for what Connection.create_module was given."""
    if not isinstance(name, str):
        raise TypeError("create_module() argument 1 must be str, not " + type(name).__name__)
    name = str.__str__(name)
    if source is None:
        database.createModule(name, None)
    elif hasattr(source, "connect"):
        database.createModule(name, source)
    elif hasattr(source, "Connect") or hasattr(source, "Create"):
        database.createModule(name, _Module(connection, name, source, eponymous, read_only))
    else:
        raise TypeError("a module has a method connect, or Create and Connect as apsw's")


class _Module:
    def __init__(self, connection, name, source, eponymous, read_only):
        self._connection = connection
        self._name = name
        self._source = source
        self._read_only = read_only
        self.eponymous = eponymous

    def connect(self, schema, table, arguments):
        source = self._source
        return self._table(getattr(source, "Connect", None) or source.Create, schema, table,
                           arguments)

    def create(self, schema, table, arguments):
        source = self._source
        return self._table(getattr(source, "Create", None) or source.Connect, schema, table,
                           arguments)

    def _table(self, make, schema, table, arguments):
        declaration, made = make(self._connection, self._name, str(schema), str(table),
                                 *[str(each) for each in arguments])
        writable = not self._read_only and hasattr(made, "UpdateInsertRow")
        return (_WritableTable if writable else _Table)(declaration, made)


def _column_count(declaration):
    import sqlvm

    with sqlvm.connect(":memory:") as scratch:
        start = declaration.index("(")
        scratch.execute("CREATE TABLE x " + declaration[start:])
        count = len(scratch.execute("PRAGMA table_info(x)").fetchall())
    scratch.close()
    return count


class _Plan:
    def __init__(self, arguments, exact, index, text, ordered, cost):
        self.arguments = arguments
        self.exact = exact
        self.index = index
        self.text = text
        self.sorted = ordered
        self.cost = cost


class _Table:
    rowids = True

    def __init__(self, declaration, table):
        self.declaration = declaration
        self._apsw = table
        self._count = _column_count(declaration)

    def plan(self, conditions, order):
        conditions = [(int(each[0]), _OPERATORS[str(each[1])]) for each in conditions]
        order = [(int(each[0]), bool(each[1])) for each in order]
        answer = self._apsw.BestIndex(conditions, order) if hasattr(self._apsw, "BestIndex") else None
        used, index, text, ordered, cost = (list(answer or ()) + [None] * 5)[:5]
        wanted = {}
        exact = []
        for place, use in enumerate(used or ()):
            if use is None:
                continue
            argument, omit = use if isinstance(use, tuple) else (use, True)
            wanted[argument] = place
            if omit:
                exact.append(place)
        arguments = [wanted[each] for each in sorted(wanted)]
        return _Plan(arguments, exact, index or 0, text or "", bool(ordered),
                     1e6 if cost is None else cost)

    def rows(self, index, text, arguments):
        cursor = self._apsw.Open()
        try:
            cursor.Filter(index, str(text) or None, tuple(arguments))
            while not cursor.Eof():
                row = [cursor.Column(column) for column in range(self._count)]
                row.append(cursor.Rowid())
                yield row
                cursor.Next()
        finally:
            cursor.Close()

    def rename(self, name):
        self._tell("Rename", str(name))

    def destroy(self):
        self._tell("Destroy")

    def disconnect(self):
        self._tell("Disconnect")

    def _tell(self, method, *arguments):
        method = getattr(self._apsw, method, None)
        if method is not None:
            method(*arguments)


class _WritableTable(_Table):
    def insert(self, rowid, values):
        given = self._apsw.UpdateInsertRow(rowid, tuple(values))
        return rowid if given is None else given

    def update(self, key, new_key, values):
        self._apsw.UpdateChangeRow(key, new_key, tuple(values))

    def delete(self, key):
        self._apsw.UpdateDeleteRow(key)

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
