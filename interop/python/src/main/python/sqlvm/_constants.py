"""The numbers of SQLite: result codes (sqlite.org/rescode.html), actions of an authorizer, limits,
and settings of a connection, as sqlite3 has them."""

_PRIMARY = (
    "OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND "
    "FULL CANTOPEN PROTOCOL EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT "
    "RANGE NOTADB NOTICE WARNING"
).split()

# The extended codes of each primary one, from 1 on; a dot where SQLite, or sqlite3, has none.
_EXTENDED = {
    "OK": "LOAD_PERMANENTLY SYMLINK",
    "ERROR": "MISSING_COLLSEQ RETRY SNAPSHOT",
    "ABORT": ". ROLLBACK",
    "BUSY": "RECOVERY SNAPSHOT TIMEOUT",
    "LOCKED": "SHAREDCACHE VTAB",
    "READONLY": "RECOVERY CANTLOCK ROLLBACK DBMOVED CANTINIT DIRECTORY",
    "IOERR": "READ SHORT_READ WRITE FSYNC DIR_FSYNC TRUNCATE FSTAT UNLOCK RDLOCK DELETE BLOCKED "
    "NOMEM ACCESS CHECKRESERVEDLOCK LOCK CLOSE DIR_CLOSE SHMOPEN SHMSIZE SHMLOCK SHMMAP SEEK "
    "DELETE_NOENT MMAP GETTEMPPATH CONVPATH VNODE AUTH BEGIN_ATOMIC COMMIT_ATOMIC "
    "ROLLBACK_ATOMIC DATA CORRUPTFS",
    "CORRUPT": "VTAB SEQUENCE INDEX",
    "CANTOPEN": "NOTEMPDIR ISDIR FULLPATH CONVPATH DIRTYWAL SYMLINK",
    "CONSTRAINT": "CHECK COMMITHOOK FOREIGNKEY FUNCTION NOTNULL PRIMARYKEY TRIGGER UNIQUE VTAB "
    "ROWID PINNED .",
    "AUTH": "USER",
    "NOTICE": "RECOVER_WAL RECOVER_ROLLBACK",
    "WARNING": "AUTOINDEX",
}

_LIMITS = (
    "LENGTH SQL_LENGTH COLUMN EXPR_DEPTH COMPOUND_SELECT VDBE_OP FUNCTION_ARG ATTACHED "
    "LIKE_PATTERN_LENGTH VARIABLE_NUMBER TRIGGER_DEPTH WORKER_THREADS"
).split()

_ACTIONS = (
    "CREATE_INDEX CREATE_TABLE CREATE_TEMP_INDEX CREATE_TEMP_TABLE CREATE_TEMP_TRIGGER "
    "CREATE_TEMP_VIEW CREATE_TRIGGER CREATE_VIEW DELETE DROP_INDEX DROP_TABLE DROP_TEMP_INDEX "
    "DROP_TEMP_TABLE DROP_TEMP_TRIGGER DROP_TEMP_VIEW DROP_TRIGGER DROP_VIEW INSERT PRAGMA READ "
    "SELECT TRANSACTION UPDATE ATTACH DETACH ALTER_TABLE REINDEX ANALYZE CREATE_VTABLE "
    "DROP_VTABLE FUNCTION SAVEPOINT RECURSIVE"
).split()

_SETTINGS = (
    "ENABLE_FKEY ENABLE_TRIGGER ENABLE_FTS3_TOKENIZER ENABLE_LOAD_EXTENSION NO_CKPT_ON_CLOSE "
    "ENABLE_QPSG TRIGGER_EQP RESET_DATABASE DEFENSIVE WRITABLE_SCHEMA LEGACY_ALTER_TABLE DQS_DML "
    "DQS_DDL ENABLE_VIEW LEGACY_FILE_FORMAT TRUSTED_SCHEMA"
).split()


def _codes():
    codes = {"ROW": 100, "DONE": 101, "DENY": 1, "IGNORE": 2}
    for code, name in enumerate(_PRIMARY):
        codes[name] = code
        for number, suffix in enumerate(_EXTENDED.get(name, "").split(), 1):
            if suffix != ".":
                codes["%s_%s" % (name, suffix)] = code | number << 8
    for number, name in enumerate(_LIMITS):
        codes["LIMIT_" + name] = number
    for number, name in enumerate(_ACTIONS, 1):
        codes[name] = number
    for number, name in enumerate(_SETTINGS, 1002):
        codes["DBCONFIG_" + name] = number
    return {"SQLITE_" + name: code for name, code in codes.items()}


globals().update(_codes())


def _code_names():
    names = {}
    for code, name in enumerate(_PRIMARY):
        names[code] = "SQLITE_" + name
        for number, suffix in enumerate(_EXTENDED.get(name, "").split(), 1):
            if suffix != ".":
                names[code | number << 8] = "SQLITE_%s_%s" % (name, suffix)
    return names


# The names of result codes; other numbers have the same values.
_names = _code_names()

PARSE_DECLTYPES = 1
PARSE_COLNAMES = 2
LEGACY_TRANSACTION_CONTROL = -1

__all__ = [name for name in globals() if not name.startswith("_")]
