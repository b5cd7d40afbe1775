"""Modules for CREATE VIRTUAL TABLE: apsw's classes as the database wants them."""

# What sqlite3.h calls SQLITE_INDEX_CONSTRAINT_….
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


# The conditions that only BestIndexObject is told of; they stand behind the others.
_COUNTS = ("LIMIT", "OFFSET")

# Conflict modes, as sqlite3.h numbers them.
_ABORT = 4
_REPLACE = 5


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
                 index_object):
        self._connection = connection
        self._name = name
        self._source = source
        self._read_only = read_only
        self._index_object = index_object
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
        return hasattr(self._source, "ShadowName") and bool(self._source.ShadowName(str(suffix)))

    def _table(self, make, schema, table, arguments):
        declaration, made = make(self._connection, self._name, str(schema), str(table),
                                 *[str(each) for each in arguments])
        writable = not self._read_only and hasattr(made, "UpdateInsertRow")
        table = (_WritableTable if writable else _Table)(
            self._connection, declaration, made, str(schema), str(table))
        if self._index_object:
            table.planRequest = table.planned  # The database's name.
        return table


def _column_count(declaration):
    import sqlvm

    with sqlvm.connect(":memory:") as scratch:
        start = declaration.index("(")
        scratch.execute("CREATE TABLE x " + declaration[start:])
        count = len(scratch.execute("PRAGMA table_info(x)").fetchall())
    scratch.close()
    return count


class _Plan:
    rows = 25
    whole = ()

    def __init__(self, arguments, exact, index, text, ordered, cost):
        self.arguments = arguments
        self.exact = exact
        self.index = index
        self.text = text
        self.sorted = ordered
        self.cost = cost


class IndexInfo:
    """What apsw.IndexInfo is: what a query wants, and what a table answers."""

    def __init__(self, conditions, order, grouped, columns):
        self._conditions = [(int(each[0]), _operator(each), str(each[2]), bool(each[3]))
                            for each in conditions]
        self._order = [(int(each[0]), bool(each[1])) for each in order]
        self._places = [0] * len(self._conditions)
        self._omitted = [False] * len(self._conditions)
        self._whole = [False] * len(self._conditions)
        self.nConstraint = len(self._conditions)
        self.nOrderBy = len(self._order)
        self.colUsed = {column for column in range(64) if columns >> column & 1}
        self.distinct = 1 if grouped else 0
        self.estimatedCost = 1e6
        self.estimatedRows = 25
        self.idxFlags = 0
        self.idxNum = 0
        self.idxStr = None
        self.orderByConsumed = False

    def get_aConstraint_iColumn(self, which):
        return self._conditions[which][0]

    def get_aConstraint_op(self, which):
        return self._conditions[which][1]

    def get_aConstraint_collation(self, which):
        return self._conditions[which][2]

    def get_aConstraint_usable(self, which):
        """Always: conditions that cannot be used are not among them."""
        return self._conditions[which] is not None

    def get_aConstraint_rhs(self, which):
        """None: values are not known before the table is read."""
        self._conditions[which]

    def get_aConstraintUsage_argvIndex(self, which):
        return self._places[which]

    def set_aConstraintUsage_argvIndex(self, which, place):
        self._places[which] = place

    def get_aConstraintUsage_omit(self, which):
        return self._omitted[which]

    def set_aConstraintUsage_omit(self, which, omit):
        self._omitted[which] = bool(omit)

    def get_aConstraintUsage_in(self, which):
        """Whether the values of IN could come together."""
        return self._conditions[which][3]

    def set_aConstraintUsage_in(self, which, filter_all):
        if not self._conditions[which][3]:
            raise ValueError("constraint %d is not an IN that can be taken as a whole" % which)
        self._whole[which] = bool(filter_all)

    def get_aOrderBy_iColumn(self, which):
        return self._order[which][0]

    def get_aOrderBy_desc(self, which):
        return self._order[which][1]

    def plan(self):
        """The answer as the database wants it."""
        used = [which for which in range(self.nConstraint) if self._places[which] > 0]
        used.sort(key=self._places.__getitem__)
        plan = _Plan(used, [which for which in used if self._omitted[which]], self.idxNum,
                     self.idxStr or "", bool(self.orderByConsumed), self.estimatedCost)
        plan.whole = [which for which in used if self._whole[which]]
        plan.rows = self.estimatedRows
        return plan


class _Table:
    rowids = True

    def __init__(self, connection, declaration, table, schema, name):
        self._connection = connection
        self._schema = schema
        self._name = name
        self.declaration = declaration
        self._apsw = table
        self._count = _column_count(declaration)

    def plan(self, conditions, order):
        conditions = [(int(each[0]), _operator(each)) for each in conditions
                      if str(each[1]) not in _COUNTS]
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

    def planned(self, conditions, order, grouped, columns):
        """With BestIndexObject, for a module that wants it."""
        info = IndexInfo(conditions, order, grouped, int(columns))
        return info.plan() if self._apsw.BestIndexObject(info) else None

    def rows(self, index, text, arguments):
        cursor = self._apsw.Open()
        try:
            cursor.Filter(index, str(text) or None, tuple([
                set(each) if isinstance(each, list) else each for each in arguments]))
            while not cursor.Eof():
                row = [cursor.Column(column) for column in range(self._count)]
                row.append(cursor.Rowid())
                yield row
                cursor.Next()
        finally:
            cursor.Close()

    def findFunction(self, name, count):  # The database's name.
        method = getattr(self._apsw, "FindFunction", None)
        found = None if method is None else method(str(name), count)
        if found is None or callable(found):
            return found
        operator, function = found
        if not _FUNCTION <= operator <= 255:
            raise ValueError("FindFunction gave operator %d, which is not between %d and 255"
                             % (operator, _FUNCTION))
        return [operator, function]

    def checkIntegrity(self, quick):  # The database's name.
        method = getattr(self._apsw, "Integrity", None)
        return None if method is None else method(self._schema, self._name, int(quick))

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

    def replace(self, rowid, values):
        return self._replacing(self.insert, rowid, values)

    def updateReplacing(self, key, new_key, values):  # The database's name.
        self._replacing(self.update, key, new_key, values)

    def _replacing(self, change, *arguments):
        """For OR REPLACE, of which the table learns by Connection.vtab_on_conflict."""
        connection = self._connection
        connection._on_conflict = _REPLACE
        try:
            return change(*arguments)
        finally:
            connection._on_conflict = _ABORT

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
