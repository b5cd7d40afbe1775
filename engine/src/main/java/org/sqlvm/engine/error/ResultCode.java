package org.sqlvm.engine.error;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;

/**
 * SQLite's result codes, primary and extended (sqlite.org/rescode.html). An extended code carries
 * its primary code in the low byte.
 */
public final class ResultCode {
    public static final int OK = 0;
    public static final int ERROR = 1;
    public static final int INTERNAL = 2;
    public static final int PERM = 3;
    public static final int ABORT = 4;
    public static final int BUSY = 5;
    public static final int LOCKED = 6;
    public static final int NOMEM = 7;
    public static final int READONLY = 8;
    public static final int INTERRUPT = 9;
    public static final int IOERR = 10;
    public static final int CORRUPT = 11;
    public static final int NOTFOUND = 12;
    public static final int FULL = 13;
    public static final int CANTOPEN = 14;
    public static final int PROTOCOL = 15;
    public static final int SCHEMA = 17;
    public static final int TOOBIG = 18;
    public static final int CONSTRAINT = 19;
    public static final int MISMATCH = 20;
    public static final int MISUSE = 21;
    public static final int AUTH = 23;
    public static final int RANGE = 25;
    public static final int NOTADB = 26;

    public static final int ERROR_MISSING_COLLSEQ = ERROR | (1 << 8);
    public static final int ERROR_SNAPSHOT = ERROR | (3 << 8);
    public static final int BUSY_RECOVERY = BUSY | (1 << 8);
    public static final int BUSY_SNAPSHOT = BUSY | (2 << 8);
    public static final int LOCKED_SHAREDCACHE = LOCKED | (1 << 8);
    public static final int LOCKED_VTAB = LOCKED | (2 << 8);
    public static final int ABORT_ROLLBACK = ABORT | (2 << 8);
    public static final int CANTOPEN_ISDIR = CANTOPEN | (2 << 8);
    public static final int CONSTRAINT_COMMITHOOK = CONSTRAINT | 2 << 8;
    public static final int CONSTRAINT_CHECK = CONSTRAINT | (1 << 8);
    public static final int CONSTRAINT_FOREIGNKEY = CONSTRAINT | (3 << 8);
    public static final int CONSTRAINT_NOTNULL = CONSTRAINT | (5 << 8);
    public static final int CONSTRAINT_PRIMARYKEY = CONSTRAINT | (6 << 8);
    public static final int CONSTRAINT_TRIGGER = CONSTRAINT | (7 << 8);
    public static final int CONSTRAINT_UNIQUE = CONSTRAINT | (8 << 8);
    public static final int CONSTRAINT_ROWID = CONSTRAINT | (10 << 8);
    public static final int CONSTRAINT_PINNED = CONSTRAINT | (11 << 8);
    public static final int CONSTRAINT_DATATYPE = CONSTRAINT | (12 << 8);
    public static final int CORRUPT_VTAB = CORRUPT | (1 << 8);
    public static final int CORRUPT_SEQUENCE = CORRUPT | (2 << 8);
    public static final int CORRUPT_INDEX = CORRUPT | (3 << 8);
    public static final int IOERR_READ = IOERR | (1 << 8);
    public static final int IOERR_SHORT_READ = IOERR | (2 << 8);
    public static final int IOERR_WRITE = IOERR | (3 << 8);
    public static final int IOERR_FSYNC = IOERR | (4 << 8);
    public static final int IOERR_TRUNCATE = IOERR | (6 << 8);
    public static final int IOERR_DIR_FSYNC = IOERR | (5 << 8);
    public static final int IOERR_FSTAT = IOERR | (7 << 8);
    public static final int IOERR_DELETE = IOERR | (10 << 8);
    public static final int IOERR_DELETE_NOENT = IOERR | (23 << 8);
    public static final int IOERR_LOCK = IOERR | (15 << 8);
    public static final int READONLY_RECOVERY = READONLY | (1 << 8);
    public static final int READONLY_ROLLBACK = READONLY | (3 << 8);
    public static final int READONLY_DBMOVED = READONLY | (4 << 8);
    public static final int READONLY_DIRECTORY = READONLY | (6 << 8);

    /** Every code's name, of the constants above. */
    private static final Map<Integer, String> NAMES = names();

    private ResultCode() {}

    private static Map<Integer, String> names() {
        Map<Integer, String> names = new HashMap<>();
        for (Field constant : ResultCode.class.getFields()) {
            try {
                names.put(constant.getInt(null), "SQLITE_" + constant.getName());
            } catch (IllegalAccessException e) {
                throw new AssertionError(constant.getName(), e);
            }
        }
        return Map.copyOf(names);
    }

    /** SQLite's name of a code, or of its primary code if it is not among these. */
    public static String name(int code) {
        String name = NAMES.get(code);
        return name != null ? name : NAMES.getOrDefault(primary(code), "SQLITE_ERROR");
    }

    /** The code of that name; ERROR if there is none. */
    public static int named(String name) {
        return NAMES.entrySet().stream()
                .filter(entry -> entry.getValue().equals(name))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(ERROR);
    }

    /** The primary code of a primary or extended code. */
    public static int primary(int code) {
        return code & 0xff;
    }
}
