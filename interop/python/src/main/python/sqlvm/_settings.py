"""Limits and settings of a connection, as sqlite3_limit and sqlite3_db_config have them."""

from sqlvm import _constants
from sqlvm._errors import NotSupportedError, OperationalError, ProgrammingError, call
from sqlvm._statement import run_to_end

# A setting of sqlite3_db_config as a PRAGMA; or what it is for ever.
_SETTINGS = {
    _constants.SQLITE_DBCONFIG_ENABLE_FKEY: "foreign_keys",
    _constants.SQLITE_DBCONFIG_ENABLE_TRIGGER: True,
    _constants.SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER: False,
    _constants.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION: False,
    _constants.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE: False,
    _constants.SQLITE_DBCONFIG_ENABLE_QPSG: False,
    _constants.SQLITE_DBCONFIG_TRIGGER_EQP: False,
    _constants.SQLITE_DBCONFIG_RESET_DATABASE: False,
    _constants.SQLITE_DBCONFIG_WRITABLE_SCHEMA: "writable_schema",
    _constants.SQLITE_DBCONFIG_LEGACY_ALTER_TABLE: "legacy_alter_table",
    _constants.SQLITE_DBCONFIG_DQS_DML: True,
    _constants.SQLITE_DBCONFIG_DQS_DDL: True,
    _constants.SQLITE_DBCONFIG_ENABLE_VIEW: True,
    _constants.SQLITE_DBCONFIG_LEGACY_FILE_FORMAT: False,
    _constants.SQLITE_DBCONFIG_TRUSTED_SCHEMA: "trusted_schema",
}


class Settings:
    """The settings of a connection to an embedded database, its _database."""

    _defensive = False

    def getlimit(self, category, /):
        return self.setlimit(category, -1)

    def setlimit(self, category, limit, /):
        """Gives what the limit was; a negative one changes nothing."""
        self._check()
        if not 0 <= category <= _constants.SQLITE_LIMIT_WORKER_THREADS:
            raise ProgrammingError("'category' is out of bounds")
        before = int(call(self._database.limit, category, limit))
        if category == _constants.SQLITE_LIMIT_SQL_LENGTH:
            self._sql_limit = int(self._database.limit(category))
        return before

    def _setting(self, op):
        self._check()
        if op not in _SETTINGS:
            raise ValueError("unknown config 'op': %d" % op)
        return _SETTINGS[op]

    def getconfig(self, op, /):
        """A setting of the connection, SQLITE_DBCONFIG_…"""
        if op == _constants.SQLITE_DBCONFIG_DEFENSIVE:
            return self._defensive
        setting = self._setting(op)
        if isinstance(setting, bool):
            return setting
        return bool(self._value("PRAGMA " + setting))

    def setconfig(self, op, enable=True, /):
        if op == _constants.SQLITE_DBCONFIG_DEFENSIVE:
            self._check()
            call(self._database.setDefensive, bool(enable))
            self._defensive = bool(enable)
            return
        setting = self._setting(op)
        if isinstance(setting, bool):
            if bool(enable) != setting:
                raise NotSupportedError("this setting is always %s"
                                        % ("on" if setting else "off"))
            return
        run_to_end(call(self._database.execute, "PRAGMA %s = %d" % (setting, bool(enable))))
        if self.getconfig(op) != bool(enable):
            raise OperationalError("Unable to set config")
