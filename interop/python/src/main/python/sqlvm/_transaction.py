"""When transactions begin and end: isolation_level, autocommit, commit, rollback and `with`, as
PEP 249 and sqlite3 have them."""

from ._constants import LEGACY_TRANSACTION_CONTROL as LEGACY

_LEVELS = ("", "DEFERRED", "IMMEDIATE", "EXCLUSIVE")


def checked_level(level):
    """An isolation_level in capitals, or None."""
    if level is None:
        return None
    if not isinstance(level, str):
        raise TypeError("isolation_level must be str or None")
    if str.upper(level) not in _LEVELS:
        raise ValueError(
            "isolation_level string must be '', 'DEFERRED', 'IMMEDIATE', or 'EXCLUSIVE'")
    return str.upper(level)


def checked_autocommit(value):
    """True, False or LEGACY."""
    if value is True or value is False or (type(value) is int and value == LEGACY):
        return value
    raise ValueError(
        "autocommit must be True, False, or sqlite3.LEGACY_TRANSACTION_CONTROL")


class Transactions:
    """The transactions of a connection, which has _check(), _script(sql), and _in_transaction():
    whether SQL has begun one."""

    _level = ""
    _autocommit = LEGACY

    # The SQL that begins a transaction before a statement changes rows; None if none does.
    _begin_sql = None

    def _control(self, level, autocommit):
        """Sets both, which have been checked."""
        self._level = level
        self._autocommit = autocommit
        self._begin_sql = None if level is None or autocommit != LEGACY else "BEGIN " + level

    @property
    def in_transaction(self):
        self._check()
        return self._in_transaction()

    @property
    def isolation_level(self):
        self._check()
        return self._level

    @isolation_level.setter
    def isolation_level(self, level):
        level = checked_level(level)
        self._check()
        if level is None:
            self.commit()
        self._control(level, self._autocommit)

    @property
    def autocommit(self):
        self._check()
        return self._autocommit

    @autocommit.setter
    def autocommit(self, value):
        value = checked_autocommit(value)
        self._check()
        if value is True:
            if self._in_transaction():
                self._script("COMMIT")
        elif value is False and not self._in_transaction():
            self._script("BEGIN")
        self._control(self._level, value)

    def commit(self):
        self._end("COMMIT")

    def rollback(self):
        self._end("ROLLBACK")

    def _end(self, how):
        """Ends the transaction. With autocommit=False the next one begins at once."""
        self._check()
        if self._autocommit is True:
            return
        ends = self._in_transaction()
        if self._autocommit is False:
            self._scripts(*[how, "BEGIN"] if ends else ["BEGIN"])
        elif ends:
            self._script(how)

    def _scripts(self, *texts):
        """Runs statements; a subclass may have a faster way."""
        for text in texts:
            self._script(text)

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, kind, value, traceback, /):
        if kind is not None:
            self.rollback()
            return False
        try:
            self.commit()
        except BaseException:
            self.rollback()
            raise
        return False
