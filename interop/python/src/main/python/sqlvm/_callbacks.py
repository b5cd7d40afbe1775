"""The parts of a connection's SQL that a program adds: functions, collations, tables, and handlers
that are called while statements run."""

from _operator import index

from sqlvm._constants import SQLITE_DENY, SQLITE_LIMIT_LENGTH
from sqlvm._errors import (BUSY, DataError, InterfaceError, NotSupportedError, OperationalError,
                           ProgrammingError, call, coded, unraisable)

_NO_EXTENSIONS = (
    "extensions in C cannot be loaded: register functions with create_function, create_aggregate, "
    "create_window_function and create_collation; they are compiled with the query")


class _NoChange:
    """The type of no_change."""

    def __repr__(self):
        return "<sqlvm.no_change>"


# For vtab_config, as apsw has them.
SQLITE_VTAB_CONSTRAINT_SUPPORT = 1
SQLITE_VTAB_INNOCUOUS = 2
SQLITE_VTAB_DIRECTONLY = 3
SQLITE_VTAB_USES_ALL_SCHEMAS = 4

# The value apsw.no_change: a value that an UPDATE does not change, see create_module.
no_change = _NoChange()


class Callbacks:
    """The callbacks of a connection to an embedded database, its _database."""

    # SQLITE_ABORT, see vtab_on_conflict.
    _on_conflict = None

    # The settings of vtab_config for the table that a module makes; None while none does.
    _vtab_config = None

    def create_function(self, name, narg, func, /, *, deterministic=False):
        """func(arguments) is the function of that name; None removes it."""
        self._check()
        options = ("deterministic",) if deterministic else ()
        self._register(self._database.createFunction, OperationalError, "Error creating function",
                       name, narg, func, *options)

    def create_aggregate(self, name, n_arg, aggregate_class, /):
        """An object of the class takes step(arguments) for each row, and gives finalize()."""
        self._check()
        self._register(self._database.createAggregate, OperationalError,
                       "Error creating aggregate", name, n_arg, aggregate_class, "null_if_empty")

    def create_window_function(self, name, num_params, aggregate_class, /):
        """An aggregate that has inverse(arguments) and value(), too."""
        self._check()
        self._register(self._database.createWindowFunction, ProgrammingError,
                       "Error creating window function", name, num_params, aggregate_class,
                       "null_if_empty")

    def _register(self, method, kind, message, name, count, function, *options):
        if isinstance(name, str):
            name.encode("utf-8")
        try:
            self._replace(method, name, count, function, *options)
        except InterfaceError as error:
            raise coded(kind(message), error.sqlite_errorcode, error.sqlite_errorname)

    def _replace(self, method, *arguments):
        """Calls a method that the database refuses while a statement runs. If it is refused, ends
        the statements whose rows the program has dropped, and tries once more."""
        try:
            call(method, *arguments)
        except OperationalError as error:
            if error.sqlite_errorcode != BUSY or not self._running or not self._sweep(True):
                raise
            call(method, *arguments)

    def create_collation(self, name, callback, /):
        """callback(left, right) is negative, zero or positive; None removes the collation."""
        self._check()
        if not isinstance(name, str):
            raise TypeError("create_collation() argument 1 must be str, not "
                            + type(name).__name__)
        name = str.__str__(name)
        name.encode("utf-8")
        if callback is not None and not callable(callback):
            raise TypeError("parameter must be callable")
        call(self._database.createCollation, name, callback)

    def create_rtree_query(self, name, function, /):
        """WHERE id MATCH name(…) searches an R-Tree with function(box, parameters, level); None
        removes it.

        box has the lower and upper bound of each dimension in turn, parameters are the arguments in
        SQL as numbers, and level is 0 for an entry, and more for a box around others. The function
        returns whether the box is wanted, or a number: those with the smallest come first. sqlite3
        has no such method.
        """
        self._check()
        if not isinstance(name, str):
            raise TypeError("create_rtree_query() argument 1 must be str, not "
                            + type(name).__name__)
        if function is not None and not callable(function):
            raise TypeError("parameter must be callable")
        self._replace(self._database.createRtreeQuery, str.__str__(name), function)

    def use_geopackage(self, on=True):
        """Makes the functions that triggers of GeoPackages call: ST_IsEmpty, ST_MinX, ST_MaxX, ST_MinY
        and ST_MaxY; or removes them. sqlite3 has no such method."""
        self._check()
        self._replace(self._database.setGeoPackage, bool(on))

    def register_fts5_tokenizer(self, name, tokenizer_factory):
        """Makes a tokenizer for full-text tables: USING fts5(…, tokenize = 'name words'), as apsw's
        method of that name.

        tokenizer_factory(connection, words) returns a function tokenizer(utf8, flags, locale), which
        gives tokens: a str, or a tuple of str, the others synonyms; or a tuple that begins with two
        integers, where the token is in utf8. sqlite3 has no such method.
        """
        self._check()
        from sqlvm import _search

        self._replace(_search.register_tokenizer, self, self._database, name, tokenizer_factory)

    def register_fts5_function(self, name, function):
        """function(match, values…) is a function of the rows that full-text queries find, as apsw's
        method of that name. match is an FTS5ExtensionApi. sqlite3 has no such method."""
        self._check()
        from sqlvm import _search

        self._replace(_search.register_function, self._database, name, function)

    def create_table(self, name, rows, columns=None):
        """Makes a table that SQL can read, of a list, a function or a frame. None removes the table.

        The rows of a list are tuples, dicts, objects or single values; each query reads the list
        again. A function returns such rows, or is a generator of them; its parameters are arguments
        of the table. A frame is what has __arrow_c_stream__, which is read now, another data frame, or
        a dict of columns. columns are the names of the columns; a function may have them in its attribute
        columns instead. sqlite3 has no such method.
        """
        self._check()
        from sqlvm import _table

        self._replace(_table.create, self._database, name, rows, columns, self._frames)

    def insert_all(self, table, objects, *, columns=None, conflict=None, create=False,
                   progress=None, add_columns=False, json=False, flatten=False):
        """Inserts rows into a table, all or none, and gives how many were inserted.

        Rows are data classes, other objects, dicts, tuples, named tuples or single values, of any
        iterable; or objects is a dict of columns, each a sequence. The first row says which members
        there are. They are one transaction, or a savepoint in the one that there is. columns are the
        names of the members that are inserted; conflict is the word behind OR; create makes the
        table if there is none; progress(count) is called now and then.

        With add_columns each row says which members it has, and those that are no columns become
        columns. With json rows are texts of JSON, an object each. With flatten the members of dicts
        within a row are members of the row, as a.b; else they are stored as JSON. sqlite3 has no
        such method.
        """
        self._check()
        from sqlvm import _insert

        return _insert.insert_all(self._database, table, objects, columns, conflict, create,
                                  progress, add_columns, json, flatten)

    def use_variables(self, on=True):
        """Looks up names of missing tables among the variables of the function that runs the
        statement: lists, functions and frames, as create_table takes them. sqlite3 has no such
        method.
        """
        self._check()
        if not on:
            if "_statement" in self.__dict__:
                self.__dict__.pop("_statement").__self__.forget()
        elif "_statement" not in self.__dict__:
            from sqlvm import _variables

            self._statement = _variables.Finder(self).statement

    def create_module(self, name, datasource, *, use_bestindex_object=False, use_no_change=False,
                      iVersion=1, eponymous=False, eponymous_only=False, read_only=False):
        """Registers what CREATE VIRTUAL TABLE … USING name makes a table of. None removes it.

        datasource has apsw's methods Create and Connect, or connect(schema, table, arguments) as
        the reference says. The keywords are apsw's. With use_no_change cursors are asked by
        ColumnNoChange for what an UPDATE does not change, and may give no_change. sqlite3 has no
        such method.
        """
        self._check()
        if iVersion not in (1, 2, 3, 4):
            raise ValueError("%d is not a valid iVersion - should be 1, 2, 3, or 4" % iVersion)
        from sqlvm import _module

        options = {"eponymous": eponymous, "eponymous_only": eponymous_only,
                   "read_only": read_only, "index_object": use_bestindex_object,
                   "no_change": use_no_change}
        self._replace(_module.create, self, self._database, name, datasource, options)

    def drop_modules(self, keep):
        """Drops all modules but those whose names are in keep, an iterable; all if that is None, as
        apsw's method of that name. So no statement can use csv, for example. sqlite3 has no such
        method."""
        self._check()
        names = [] if keep is None else list(keep)
        for place, name in enumerate(names):
            if not isinstance(name, str):
                raise TypeError("Expected sequence item #%d to be str, not %s"
                                % (place, type(name).__name__))
        self._replace(self._database.dropModules, [str.__str__(name) for name in names])

    def vtab_config(self, op, val=0):
        """For a module's Create and Connect: what the table is, by SQLITE_VTAB_CONSTRAINT_SUPPORT
        with 1 or 0, SQLITE_VTAB_INNOCUOUS, SQLITE_VTAB_DIRECTONLY or SQLITE_VTAB_USES_ALL_SCHEMAS,
        as apsw's method of that name. sqlite3 has no such method."""
        if self._vtab_config is None:
            raise ProgrammingError("You can only call vtab_config while in a virtual table "
                                   "Create/Connect call")
        op, val = index(op), index(val)
        if not SQLITE_VTAB_CONSTRAINT_SUPPORT <= op <= SQLITE_VTAB_USES_ALL_SCHEMAS:
            raise ValueError("Unknown sqlite3_vtab_config op %d" % op)
        if op in (SQLITE_VTAB_INNOCUOUS, SQLITE_VTAB_DIRECTONLY):  # One goes for the other.
            self._vtab_config.pop(SQLITE_VTAB_INNOCUOUS + SQLITE_VTAB_DIRECTONLY - op, None)
        self._vtab_config[op] = val

    def overload_function(self, name, nargs):
        """Makes a function known that only virtual tables have, as apsw's method of that name: for
        all else it raises an error. sqlite3 has no such method."""
        self._check()
        if not isinstance(name, str):
            raise TypeError("overload_function() argument 1 must be str, not "
                            + type(name).__name__)
        self._replace(self._database.overloadFunction, str.__str__(name), nargs)

    def vtab_on_conflict(self):
        """For a module's table that is being changed: what the OR of the statement says, as
        apsw.SQLITE_ROLLBACK (1), SQLITE_IGNORE (2), SQLITE_FAIL (3), SQLITE_ABORT (4) or
        SQLITE_REPLACE (5). sqlite3 has no such method."""
        if self._on_conflict is None:
            raise ProgrammingError("You can only call vtab_on_conflict while in a virtual table "
                                   "Update call")
        return self._on_conflict

    def set_authorizer(self, authorizer_callback):
        """authorizer_callback(action, first, second, database, source) allows, denies, ignores."""
        self._check()
        callback = authorizer_callback

        def authorize(action, first, second, database, source):
            try:
                verdict = callback(int(action), *(
                    None if text is None else str(text)
                    for text in (first, second, database, source)))
            except BaseException as error:
                unraisable(error, callback)
                return SQLITE_DENY
            if isinstance(verdict, int) and -(1 << 31) <= verdict < 1 << 31:
                return verdict
            return SQLITE_DENY

        self._database.host.setAuthorizer(None if callback is None else authorize)

    def set_progress_handler(self, progress_handler, n):
        """progress_handler() is called every n instructions; true ends the statement."""
        self._check()

        def stops():
            try:
                return bool(progress_handler())
            except BaseException as error:
                unraisable(error, progress_handler)
                return True

        handler = None if progress_handler is None else stops
        self._database.host.setProgressHandler(n, handler)

    def set_trace_callback(self, trace_callback):
        """trace_callback(sql) is called for every statement that begins to run."""
        self._check()

        def trace(sql):
            try:
                sql = str(sql)
                if sql.startswith("-- "):
                    return
                trace_callback(self._traceable(sql))
            except BaseException as error:
                unraisable(error, trace_callback)

        self._database.host.setTraceListener(None if trace_callback is None else trace)

    def _traceable(self, sql):
        """Without the values if they make it too long."""
        if len(sql.encode("utf-8")) <= self.getlimit(SQLITE_LIMIT_LENGTH):
            return sql
        unraisable(
            DataError("Expanded SQL string exceeds the maximum string length"), self)
        for statement in self._statements.values():
            if statement.busy and statement not in self._running:
                return statement.sql
        return sql

    def enable_load_extension(self, enable, /):
        self._check()
        if enable:
            raise NotSupportedError(_NO_EXTENSIONS)

    def load_extension(self, name, /, *, entrypoint=None):
        self._check()
        raise NotSupportedError(_NO_EXTENSIONS)
