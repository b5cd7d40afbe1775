package org.sqlvm.shell;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/** The functions of libsqlite3 that the tests call, loaded from the operating system. */
@SuppressWarnings("restricted")
final class NativeSqlite {
    private static final String LIBRARY = "libsqlite3.so.0";
    private static final MemoryLayout POINTER = ValueLayout.ADDRESS;
    private static final MemoryLayout INT = ValueLayout.JAVA_INT;
    private static final MemoryLayout LONG = ValueLayout.JAVA_LONG;
    private static final MemoryLayout DOUBLE = ValueLayout.JAVA_DOUBLE;

    private static final SymbolLookup SYMBOLS = load();

    static final MethodHandle OPEN =
            function("sqlite3_open_v2", INT, POINTER, POINTER, INT, POINTER);
    static final MethodHandle CLOSE = function("sqlite3_close_v2", INT, POINTER);
    static final MethodHandle PREPARE =
            function("sqlite3_prepare_v2", INT, POINTER, POINTER, INT, POINTER, POINTER);
    static final MethodHandle STEP = function("sqlite3_step", INT, POINTER);
    static final MethodHandle RESET = function("sqlite3_reset", INT, POINTER);
    static final MethodHandle FINALIZE = function("sqlite3_finalize", INT, POINTER);
    static final MethodHandle COLUMN_COUNT = function("sqlite3_column_count", INT, POINTER);
    static final MethodHandle COLUMN_NAME = function("sqlite3_column_name", POINTER, POINTER, INT);
    static final MethodHandle COLUMN_TYPE = function("sqlite3_column_type", INT, POINTER, INT);
    static final MethodHandle COLUMN_LONG = function("sqlite3_column_int64", LONG, POINTER, INT);
    static final MethodHandle COLUMN_DOUBLE =
            function("sqlite3_column_double", DOUBLE, POINTER, INT);
    static final MethodHandle COLUMN_TEXT = function("sqlite3_column_text", POINTER, POINTER, INT);
    static final MethodHandle COLUMN_BLOB = function("sqlite3_column_blob", POINTER, POINTER, INT);
    static final MethodHandle COLUMN_BYTES = function("sqlite3_column_bytes", INT, POINTER, INT);
    static final MethodHandle ERROR_MESSAGE = function("sqlite3_errmsg", POINTER, POINTER);
    static final MethodHandle ERROR_TEXT = function("sqlite3_errstr", POINTER, INT);
    static final MethodHandle ERROR_CODE = function("sqlite3_extended_errcode", INT, POINTER);
    static final MethodHandle ERROR_OFFSET = function("sqlite3_error_offset", INT, POINTER);
    static final MethodHandle CHANGES = function("sqlite3_changes64", LONG, POINTER);
    static final MethodHandle TOTAL_CHANGES = function("sqlite3_total_changes64", LONG, POINTER);
    static final MethodHandle AUTOCOMMIT = function("sqlite3_get_autocommit", INT, POINTER);
    static final MethodHandle LAST_ROWID = function("sqlite3_last_insert_rowid", LONG, POINTER);
    static final MethodHandle INTERRUPT = function("sqlite3_interrupt", null, POINTER);

    static final MethodHandle BACKUP_INIT =
            function("sqlite3_backup_init", POINTER, POINTER, POINTER, POINTER, POINTER);
    static final MethodHandle BACKUP_STEP = function("sqlite3_backup_step", INT, POINTER, INT);
    static final MethodHandle BACKUP_FINISH = function("sqlite3_backup_finish", INT, POINTER);
    static final MethodHandle BACKUP_REMAINING = function("sqlite3_backup_remaining", INT, POINTER);
    static final MethodHandle BACKUP_COUNT = function("sqlite3_backup_pagecount", INT, POINTER);

    private NativeSqlite() {}

    static boolean isPresent() {
        return SYMBOLS != null;
    }

    private static SymbolLookup load() {
        try {
            return SymbolLookup.libraryLookup(LIBRARY, Arena.global());
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static MethodHandle function(
            String name, MemoryLayout result, MemoryLayout... parameters) {
        if (SYMBOLS == null) {
            return null;
        }
        FunctionDescriptor descriptor = result == null
                ? FunctionDescriptor.ofVoid(parameters)
                : FunctionDescriptor.of(result, parameters);
        return Linker.nativeLinker().downcallHandle(SYMBOLS.find(name).orElseThrow(), descriptor);
    }

    static Object call(MethodHandle function, Object... arguments) {
        try {
            return function.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static int callInt(MethodHandle function, Object... arguments) {
        return (int) call(function, arguments);
    }

    /** The bytes a pointer leads to, or null. */
    static byte[] bytes(MemorySegment pointer, int size) {
        return pointer.address() == 0
                ? null
                : pointer.reinterpret(size).toArray(ValueLayout.JAVA_BYTE);
    }

    /** The C string a pointer leads to. */
    static String string(MemorySegment pointer) {
        return pointer.address() == 0
                ? null
                : pointer.reinterpret(Long.MAX_VALUE).getString(0, StandardCharsets.UTF_8);
    }
}
