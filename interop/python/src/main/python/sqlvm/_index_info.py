"""The class apsw.IndexInfo: a query's questions to a virtual table, and the table's answers."""

from sqlvm._errors import ProgrammingError

_INT_MAX = (1 << 31) - 1
_LONG_MAX = (1 << 63) - 1


def integer(value, most=_INT_MAX):
    """As C takes an argument of a type whose largest value is given."""
    if not isinstance(value, int):
        raise TypeError("Expected an int, not %s" % type(value).__name__)
    if not -most - 1 <= value <= most:
        raise OverflowError("Python int too large to convert to C int")
    return int(value)


def boolean(value):
    """As apsw takes one: no value of another type but int."""
    if not isinstance(value, int):
        raise TypeError("Expected a bool, not %s" % type(value).__name__)
    return bool(value)


def text(value):
    if value is not None and not isinstance(value, str):
        raise TypeError("Expected None or str, not %s" % type(value).__name__)
    return value


def number(value):
    """Converts what Python's float() accepts, except texts."""
    if isinstance(value, (str, bytes, bytearray)) or not hasattr(type(value), "__float__") \
            and not hasattr(type(value), "__index__"):
        raise TypeError("must be real number, not %s" % type(value).__name__)
    return float(value)


def _given(name, check=None):
    """A property that is there while the table is asked; with a check it can be set."""
    field = "_" + name

    def get(self):
        self._check()
        return getattr(self, field)

    def put(self, value):
        self._check()
        setattr(self, field, check(value))

    return property(get, put if check else None)


class Condition:
    """On one column. known() is the value if the statement has it, else None."""

    def __init__(self, column, operator, collation, is_list, usable, known):
        self.column = column
        self.operator = operator
        self.collation = collation
        self.is_list = is_list
        self.usable = usable
        self.known = known


class IndexInfo:
    """Members and methods are named as in sqlite3_index_info. It is valid during the call of
    BestIndexObject."""

    def __init__(self, conditions, order, distinct, columns):
        self._valid = True
        self._conditions = conditions
        self._order = order
        self._places = [0] * len(conditions)
        self._omitted = [False] * len(conditions)
        self._whole = [False] * len(conditions)
        self._nConstraint = len(conditions)
        self._nOrderBy = len(order)
        self._colUsed = {column for column in range(64) if columns >> column & 1}
        self._distinct = distinct
        self._estimatedCost = 5e98
        self._estimatedRows = 25
        self._idxFlags = 0
        self._idxNum = 0
        self._idxStr = None
        self._orderByConsumed = False

    nConstraint = _given("nConstraint")
    nOrderBy = _given("nOrderBy")
    colUsed = _given("colUsed")
    distinct = _given("distinct")
    estimatedCost = _given("estimatedCost", number)
    estimatedRows = _given("estimatedRows", lambda value: integer(value, _LONG_MAX))
    idxFlags = _given("idxFlags", integer)
    idxNum = _given("idxNum", integer)
    idxStr = _given("idxStr", text)
    orderByConsumed = _given("orderByConsumed", boolean)

    def _check(self):
        if not self._valid:
            raise ProgrammingError("IndexInfo is out of scope (BestIndex call has finished)")

    def _place(self, which, count):
        self._check()
        which = integer(which)
        if not 0 <= which < count:
            raise IndexError("which parameter (%d) is out of range - should be >=0 and <%d"
                             % (which, count))
        return which

    def _condition(self, which):
        return self._conditions[self._place(which, self._nConstraint)]

    def get_aConstraint_iColumn(self, which):
        return self._condition(which).column

    def get_aConstraint_op(self, which):
        return self._condition(which).operator

    def get_aConstraint_collation(self, which):
        return self._condition(which).collation

    def get_aConstraint_usable(self, which):
        """Whether the value is known in the order of the tables that is tried."""
        return self._condition(which).usable

    def get_aConstraint_rhs(self, which):
        """The value if it is a literal, else None. The plan is then for this literal alone."""
        return self._condition(which).known()

    def get_aConstraintUsage_argvIndex(self, which):
        return self._places[self._place(which, self._nConstraint)]

    def set_aConstraintUsage_argvIndex(self, which, argvIndex):
        argvIndex = integer(argvIndex)
        self._places[self._place(which, self._nConstraint)] = argvIndex

    def get_aConstraintUsage_omit(self, which):
        return self._omitted[self._place(which, self._nConstraint)]

    def set_aConstraintUsage_omit(self, which, omit):
        omit = boolean(omit)
        self._omitted[self._place(which, self._nConstraint)] = omit

    def get_aConstraintUsage_in(self, which):
        """Whether the values of IN could come together."""
        return self._condition(which).is_list

    def set_aConstraintUsage_in(self, which, filter_all):
        filter_all = boolean(filter_all)
        if not self._condition(which).is_list:
            raise ValueError("Constraint %d is not an 'in' which can be set" % which)
        self._whole[which] = filter_all

    def get_aOrderBy_iColumn(self, which):
        return self._order[self._place(which, self._nOrderBy)][0]

    def get_aOrderBy_desc(self, which):
        return self._order[self._place(which, self._nOrderBy)][1]

    def _end(self):
        """The call has finished: only _plan() may be called."""
        self._valid = False

    def _plan(self, table):
        """The answer as the database wants it."""
        plan = Plan(table, self._places, self._omitted)
        plan.whole = [which for which in plan.arguments if self._whole[which]]
        plan.index = self._idxNum
        plan.text = self._idxStr
        plan.sorted = self._orderByConsumed
        plan.cost = self._estimatedCost
        plan.rows = self._estimatedRows
        return plan


class Plan:
    """How a table is read, as the database wants it."""

    rows = 25
    index = 0
    text = None
    sorted = False
    cost = 5e98
    whole = ()

    def __init__(self, table, places, omitted):
        """For each condition, `places` has the number of the argument that its value is, or 0."""
        used = [which for which, place in enumerate(places) if place > 0]
        used.sort(key=places.__getitem__)
        if [places[which] for which in used] != list(range(1, len(used) + 1)):
            from sqlvm._errors import OperationalError

            raise OperationalError("%s.xBestIndex malfunction" % table)
        self.arguments = used
        self.exact = [which for which in used if omitted[which]]


def plan_of(answer, count, table):
    """The plan for what BestIndex has given for a number of conditions.

    @throws TypeError, ValueError with apsw's words if that is none
    """
    if answer is None:
        return Plan(table, (), ())
    items = _sequence(answer)
    if items is None or len(items) > 5:
        raise TypeError("Bad result from BestIndex.  It should be a sequence of up to 5 items")
    given, index, name, ordered, cost = items + [None] * (5 - len(items))
    places = [0] * count
    omitted = [False] * count
    if given is not None:
        uses = _sequence(given)
        if uses is None or len(uses) != count:
            raise TypeError(
                "Bad constraints (item 0 in BestIndex return).  It should be a sequence the same "
                "length as the constraints passed in (%d) items" % count)
        for which, use in enumerate(uses):
            if use is not None:
                places[which], omitted[which] = _use(use, which + 1)
    plan = Plan(table, places, omitted)
    if index is not None:
        if not isinstance(index, int):
            raise TypeError("idxnum must be an integer not %s" % type(index).__name__)
        plan.index = integer(index)
    if name is not None:
        if not isinstance(name, str):
            raise TypeError("Expected a string for idxStr not %s" % type(name).__name__)
        plan.text = name
    if ordered is not None:
        plan.sorted = boolean(ordered)
    if cost is not None:
        plan.cost = float(cost)
    return plan


def _sequence(value):
    """A list of what a sequence has, read as a sequence is; None if it is none."""
    if not hasattr(type(value), "__getitem__") or not hasattr(type(value), "__len__") \
            or isinstance(value, dict):
        return None
    return [value[place] for place in range(len(value))]


def _use(use, place):
    """Returns the argument number of one condition's value, and whether it needs no test."""
    omit = False
    if not isinstance(use, int):
        pair = None if isinstance(use, str) else _sequence(use)
        if pair is None or len(pair) != 2:
            raise TypeError("Bad constraint (#%d) - it should be one of None, an integer or a "
                            "tuple of an integer and a boolean" % place)
        use, omit = pair
        if not isinstance(use, int):
            raise TypeError("argvindex for constraint #%d should be an integer" % place)
        omit = boolean(omit)
    if not 0 <= use < _INT_MAX:
        raise ValueError("constraint value is out of integer range")
    return use + 1, omit
