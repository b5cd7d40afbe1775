package org.sqlvm.jdbc.error;

import java.util.HashMap;
import java.util.Map;

/**
 * SQLite's result codes (sqlite.org/rescode.html) with the names and the words that sqlite-jdbc
 * begins its messages with. Programs look for them there.
 */
public enum ResultCode {
    OK(0, "Successful result"),
    ERROR(1, "SQL error or missing database"),
    INTERNAL(2, "Internal logic error in SQLite"),
    PERM(3, "Access permission denied"),
    ABORT(4, "Callback routine requested an abort"),
    BUSY(5, "The database file is locked"),
    LOCKED(6, "A table in the database is locked"),
    NOMEM(7, "A malloc() failed"),
    READONLY(8, "Attempt to write a readonly database"),
    INTERRUPT(9, "Operation terminated by sqlite3_interrupt()"),
    IOERR(10, "Some kind of disk I/O error occurred"),
    CORRUPT(11, "The database disk image is malformed"),
    NOTFOUND(12, "NOT USED. Table or record not found"),
    FULL(13, "Insertion failed because database is full"),
    CANTOPEN(14, "Unable to open the database file"),
    PROTOCOL(15, "NOT USED. Database lock protocol error"),
    EMPTY(16, "Database is empty"),
    SCHEMA(17, "The database schema changed"),
    TOOBIG(18, "String or BLOB exceeds size limit"),
    CONSTRAINT(19, "Abort due to constraint violation"),
    MISMATCH(20, "Data type mismatch"),
    MISUSE(21, "Library used incorrectly"),
    NOLFS(22, "Uses OS features not supported on host"),
    AUTH(23, "Authorization denied"),
    FORMAT(24, "Auxiliary database format error"),
    RANGE(25, "2nd parameter to sqlite3_bind out of range"),
    NOTADB(26, "File opened that is not a database file"),
    NOTICE(27, "Notifications from sqlite3_log()"),
    WARNING(28, "Warnings from sqlite3_log()"),
    ROW(100, "sqlite3_step() has another row ready"),
    DONE(101, "sqlite3_step() has finished executing"),
    ABORT_ROLLBACK(
            516,
            "The transaction that was active when the SQL statement first started was rolled back"),
    AUTH_USER(
            279,
            "An operation was attempted on a database for which the logged in user lacks"
                    + " sufficient authorization"),
    BUSY_RECOVERY(
            261, "Another process is busy recovering a WAL mode database file following a crash"),
    BUSY_SNAPSHOT(517, "Another database connection has already written to the database"),
    BUSY_TIMEOUT(
            773,
            "A blocking Posix advisory file lock request in the VFS layer failed due to a timeout"),
    CANTOPEN_CONVPATH(1038, "cygwin_conv_path() system call failed while trying to open a file"),
    CANTOPEN_DIRTYWAL(1294, "Not used"),
    CANTOPEN_FULLPATH(
            782, "The operating system was unable to convert the filename into a full pathname"),
    CANTOPEN_ISDIR(526, "The file is really a directory"),
    CANTOPEN_NOTEMPDIR(270, "No longer used"),
    CANTOPEN_SYMLINK(1550, "The file is a symbolic link but SQLITE_OPEN_NOFOLLOW flag is used"),
    CONSTRAINT_CHECK(275, "A CHECK constraint failed"),
    CONSTRAINT_COMMITHOOK(531, "A commit hook callback returned non-zero"),
    CONSTRAINT_DATATYPE(
            3091,
            "An insert or update attempted to store a value inconsistent with the column's"
                    + " declared type in a table defined as STRICT"),
    CONSTRAINT_FOREIGNKEY(787, "A foreign key constraint failed"),
    CONSTRAINT_FUNCTION(1043, "Error reported by extension function"),
    CONSTRAINT_NOTNULL(1299, "A NOT NULL constraint failed"),
    CONSTRAINT_PINNED(
            2835,
            "An UPDATE trigger attempted to delete the row that was being updated in the middle of"
                    + " the update"),
    CONSTRAINT_PRIMARYKEY(1555, "A PRIMARY KEY constraint failed"),
    CONSTRAINT_ROWID(2579, "rowid is not unique"),
    CONSTRAINT_TRIGGER(
            1811, "A RAISE function within a trigger fired, causing the SQL statement to abort"),
    CONSTRAINT_UNIQUE(2067, "A UNIQUE constraint failed"),
    CONSTRAINT_VTAB(2323, "Error reported by application-defined virtual table"),
    CORRUPT_INDEX(779, "SQLite detected an entry is or was missing from an index"),
    CORRUPT_SEQUENCE(523, "the schema of the sqlite_sequence table is corrupt"),
    CORRUPT_VTAB(267, "Content in the virtual table is corrupt"),
    ERROR_MISSING_COLLSEQ(
            257,
            "An SQL statement could not be prepared because a collating sequence named in that SQL"
                    + " statement could not be located"),
    ERROR_RETRY(513, "used internally"),
    ERROR_SNAPSHOT(769, "the historical snapshot is no longer available"),
    IOERR_ACCESS(3338, "I/O error within the xAccess"),
    IOERR_AUTH(7178, "reserved for use by extensions"),
    IOERR_BEGIN_ATOMIC(
            7434,
            "the underlying operating system reported and error on the"
                    + " SQLITE_FCNTL_BEGIN_ATOMIC_WRITE file-control"),
    IOERR_BLOCKED(2826, "no longer used"),
    IOERR_CHECKRESERVEDLOCK(3594, "I/O error within xCheckReservedLock"),
    IOERR_CLOSE(4106, "I/O error within xClose"),
    IOERR_COMMIT_ATOMIC(
            7690,
            "the underlying operating system reported and error on the"
                    + " SQLITE_FCNTL_COMMIT_ATOMIC_WRITE file-control"),
    IOERR_CONVPATH(6666, "cygwin_conv_path() system call failed"),
    IOERR_CORRUPTFS(
            8458,
            "I/O error in the VFS layer, a seek or read failure was due to the request not falling"
                    + " within the file's boundary rather than an ordinary device failure"),
    IOERR_DATA(
            8202,
            "I/O error in the VFS shim, the checksum on a page of the database file is incorrect"),
    IOERR_DELETE(2570, "I/O error within xDelete"),
    IOERR_DELETE_NOENT(5898, "The file being deleted does not exist"),
    IOERR_DIR_CLOSE(4362, "no longer used"),
    IOERR_DIR_FSYNC(
            1290, "I/O error in the VFS layer while trying to invoke fsync() on a directory"),
    IOERR_FSTAT(1802, "I/O error in the VFS layer while trying to invoke fstat()"),
    IOERR_FSYNC(
            1034, "I/O error in the VFS layer while trying to flush previously written content"),
    IOERR_GETTEMPPATH(
            6410, "Unable to determine a suitable directory in which to place temporary files"),
    IOERR_LOCK(3850, "I/O error in the advisory file locking logic"),
    IOERR_MMAP(6154, "I/O error while trying to map or unmap part of the database file"),
    IOERR_NOMEM(3082, "Unable to allocate sufficient memory"),
    IOERR_RDLOCK(2314, "I/O error within xLock"),
    IOERR_READ(266, "I/O error in the VFS layer while trying to read from a file on disk"),
    IOERR_ROLLBACK_ATOMIC(
            7946,
            "the underlying operating system reported and error on the"
                    + " SQLITE_FCNTL_ROLLBACK_ATOMIC_WRITE file-control"),
    IOERR_SEEK(5642, "I/O error while trying to seek a file descriptor"),
    IOERR_SHMLOCK(5130, "no longer used"),
    IOERR_SHMMAP(5386, "I/O error within xShmMap while trying to map a shared memory segment"),
    IOERR_SHMOPEN(
            4618, "I/O error within xShmMap while trying to open a new shared memory segment"),
    IOERR_SHMSIZE(
            4874,
            "I/O error within xShmMap while trying to resize an existing shared memory segment"),
    IOERR_SHORT_READ(522, "The VFS layer was unable to obtain as many bytes as was requested"),
    IOERR_TRUNCATE(
            1546, "I/O error in the VFS layer while trying to truncate a file to a smaller size"),
    IOERR_UNLOCK(2058, "I/O error within xUnlock"),
    IOERR_VNODE(6922, "reserved for use by extensions"),
    IOERR_WRITE(778, "I/O error in the VFS layer while trying to write to a file on disk"),
    LOCKED_SHAREDCACHE(
            262, "Contention with a different database connection that shares the cache"),
    LOCKED_VTAB(518, "reserved for use by extensions"),
    NOTICE_RECOVER_ROLLBACK(539, "a hot journal is rolled back"),
    NOTICE_RECOVER_WAL(283, "a WAL mode database file is recovered"),
    OK_LOAD_PERMANENTLY(
            256,
            "the extension remains loaded into the process address space after the database"
                    + " connection closes"),
    READONLY_CANTINIT(
            1288, "the current process does not have write permission on the shared memory region"),
    READONLY_CANTLOCK(520, "The shared-memory file associated with that database is read-only"),
    READONLY_DBMOVED(1032, "The database file has been moved since it was opened"),
    READONLY_DIRECTORY(
            1544,
            "Process does not have permission to create a journal file in the same directory as"
                    + " the database and the creation of a journal file is a prerequisite for"
                    + " writing"),
    READONLY_RECOVERY(264, "The database file needs to be recovered"),
    READONLY_ROLLBACK(776, "Hot journal needs to be rolled back"),
    WARNING_AUTOINDEX(284, "automatic indexing is used");

    private static final Map<Integer, ResultCode> BY_CODE = new HashMap<>();

    static {
        for (ResultCode code : values()) {
            BY_CODE.put(code.code, code);
        }
    }

    private final int code;
    private final String text;

    ResultCode(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /** A message for an error of the engine; a code without a name has that of its primary one. */
    public static String message(int code, String message) {
        ResultCode known = BY_CODE.getOrDefault(code, BY_CODE.get(code & 0xff));
        return known == null ? message : known + " (" + message + ")";
    }

    @Override
    public String toString() {
        return "[SQLITE_" + name() + "] " + text;
    }
}
