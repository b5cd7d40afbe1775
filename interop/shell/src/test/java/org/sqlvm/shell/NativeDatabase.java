package org.sqlvm.shell;

import static org.sqlvm.shell.NativeSqlite.call;
import static org.sqlvm.shell.NativeSqlite.callInt;

import org.sqlvm.api.Backup;
import org.sqlvm.api.Database;
import org.sqlvm.api.FileInfo;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A database of SQLite itself behind our interface. Against it the shell must print what the
 * program sqlite3 prints, byte for byte: all that differs is the shell.
 */
public final class NativeDatabase {
    private static final int OK = 0;
    private static final int ROW = 100;
    private static final int DONE = 101;
    private static final int READONLY = 1;
    private static final int READWRITE_CREATE = 2 | 4;
    private static final int URI = 0x40;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment handle;

    private NativeDatabase(String path, boolean readOnly) {
        MemorySegment out = arena.allocate(ValueLayout.ADDRESS);
        int flags = (readOnly ? READONLY : READWRITE_CREATE) | URI;
        int code = callInt(
                NativeSqlite.OPEN, arena.allocateFrom(path), out, flags, MemorySegment.NULL);
        handle = out.get(ValueLayout.ADDRESS, 0);
        if (code != OK) {
            throw error(-1);
        }
    }

    static Database open(String path, boolean readOnly) {
        return Partial.of(Database.class, new NativeDatabase(path, readOnly));
    }

    private SqlvmException error(int position) {
        String message =
                NativeSqlite.string((MemorySegment) call(NativeSqlite.ERROR_MESSAGE, handle));
        return new SqlvmException(
                message, callInt(NativeSqlite.ERROR_CODE, handle), position, null);
    }

    public Database.Prepared prepare(String sql, int start) {
        byte[] text = sql.substring(start).getBytes(StandardCharsets.UTF_8);
        try (Arena local = Arena.ofConfined()) {
            MemorySegment zSql = local.allocate(text.length + 1L);
            MemorySegment.copy(text, 0, zSql, ValueLayout.JAVA_BYTE, 0, text.length);
            MemorySegment statement = local.allocate(ValueLayout.ADDRESS);
            MemorySegment tail = local.allocate(ValueLayout.ADDRESS);
            int code = callInt(NativeSqlite.PREPARE, handle, zSql, -1, statement, tail);
            if (code != OK) {
                int offset = callInt(NativeSqlite.ERROR_OFFSET, handle);
                throw error(offset < 0 ? -1 : start + characters(text, offset));
            }
            long used = tail.get(ValueLayout.ADDRESS, 0).address() - zSql.address();
            int end = start + characters(text, (int) used);
            MemorySegment compiled = statement.get(ValueLayout.ADDRESS, 0);
            Statement made = compiled.address() == 0
                    ? null
                    : Partial.of(
                            Statement.class, new Compiled(compiled, sql.substring(start, end)));
            return new Database.Prepared(made, end);
        }
    }

    private static int characters(byte[] utf8, int size) {
        return new String(utf8, 0, size, StandardCharsets.UTF_8).length();
    }

    public Rows query(String sql, Object... parameters) {
        return prepare(sql, 0).statement().query();
    }

    public long execute(String sql, Object... parameters) {
        try (Statement statement = prepare(sql, 0).statement()) {
            return statement.execute();
        }
    }

    public boolean isAutocommit() {
        return callInt(NativeSqlite.AUTOCOMMIT, handle) != 0;
    }

    public long changes() {
        return (long) call(NativeSqlite.CHANGES, handle);
    }

    public long totalChanges() {
        return (long) call(NativeSqlite.TOTAL_CHANGES, handle);
    }

    public long lastInsertRowid() {
        return (long) call(NativeSqlite.LAST_ROWID, handle);
    }

    public void interrupt() {
        call(NativeSqlite.INTERRUPT, handle);
    }

    /** Facts that can be read from the file itself; of a database in memory only the encoding. */
    public FileInfo fileInfo(String schema) {
        String encoding = text("PRAGMA encoding");
        int number = List.of("UTF-8", "UTF-16le", "UTF-16be").indexOf(encoding) + 1;
        ByteBuffer h = ByteBuffer.wrap(path().isEmpty() ? new byte[100] : page(1));
        return new FileInfo(
                h.getShort(16),
                h.get(18),
                h.get(19),
                h.get(20),
                h.getInt(24),
                h.getInt(28),
                h.getInt(36),
                h.getInt(40),
                h.getInt(44),
                h.getInt(48),
                h.getInt(52),
                h.getInt(64) != 0,
                number,
                h.getInt(60),
                h.getInt(68),
                h.getInt(96),
                1,
                count("table"),
                count("index"),
                count("trigger"),
                count("view"),
                Long.parseLong(text("SELECT coalesce(sum(length(sql)), 0) FROM sqlite_schema")));
    }

    private int count(String type) {
        return Integer.parseInt(
                text("SELECT count(*) FROM sqlite_schema WHERE type = '" + type + "'"));
    }

    private String text(String sql) {
        try (Statement statement = prepare(sql, 0).statement();
                Rows rows = statement.query()) {
            rows.next();
            return rows.getText(0);
        }
    }

    public Backup backup(String schema, Database target, String targetSchema) {
        NativeDatabase other = (NativeDatabase) Partial.target(target);
        MemorySegment backup;
        try (Arena local = Arena.ofConfined()) {
            backup = (MemorySegment) call(
                    NativeSqlite.BACKUP_INIT,
                    other.handle,
                    local.allocateFrom(targetSchema),
                    handle,
                    local.allocateFrom(schema));
        }
        if (backup.address() == 0) {
            throw other.error(-1);
        }
        return new NativeBackup(backup);
    }

    private record NativeBackup(MemorySegment backup) implements Backup {
        @Override
        public boolean step(int pages) {
            int code = callInt(NativeSqlite.BACKUP_STEP, backup, pages);
            if (code != OK && code != DONE) {
                String text =
                        NativeSqlite.string((MemorySegment) call(NativeSqlite.ERROR_TEXT, code));
                throw new SqlvmException(text, code, -1, null);
            }
            return code == DONE;
        }

        @Override
        public int remaining() {
            return callInt(NativeSqlite.BACKUP_REMAINING, backup);
        }

        @Override
        public int pageCount() {
            return callInt(NativeSqlite.BACKUP_COUNT, backup);
        }

        @Override
        public void close() {
            call(NativeSqlite.BACKUP_FINISH, backup);
        }
    }

    public byte[] page(int number) {
        int size = Integer.parseInt(text("PRAGMA page_size"));
        try {
            byte[] file = Files.readAllBytes(Path.of(path()));
            if (number < 1 || (long) number * size > file.length) {
                throw new SqlvmException("no page " + number, 1, -1, null);
            }
            return Arrays.copyOfRange(file, (number - 1) * size, number * size);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String path() {
        try (Rows rows = query("PRAGMA database_list")) {
            rows.next();
            return rows.getText(2);
        }
    }

    public void close() {
        call(NativeSqlite.CLOSE, handle);
        arena.close();
    }

    /** A statement of SQLite; the shell binds nothing to it. */
    public final class Compiled {
        private final MemorySegment statement;
        private final String sql;

        private Compiled(MemorySegment statement, String sql) {
            this.statement = statement;
            this.sql = sql;
        }

        public String sql() {
            return sql;
        }

        public boolean isQuery() {
            return callInt(NativeSqlite.COLUMN_COUNT, statement) > 0;
        }

        public List<String> columnNames() {
            Cursor cursor = new Cursor(statement);
            List<String> names = new ArrayList<>();
            for (int i = 0; i < cursor.columnCount(); i++) {
                names.add(cursor.columnName(i));
            }
            return names;
        }

        public int parameterCount() {
            return 0;
        }

        public Rows query() {
            call(NativeSqlite.RESET, statement);
            return Partial.of(Rows.class, new Cursor(statement));
        }

        public long execute() {
            Cursor cursor = new Cursor(statement);
            while (cursor.next()) {
                // To the end.
            }
            return changes();
        }

        public void interrupt() {
            NativeDatabase.this.interrupt();
        }

        public void close() {
            call(NativeSqlite.FINALIZE, statement);
        }
    }

    /** The rows of a statement, read straight from it; their end only resets it. */
    public final class Cursor {
        private final MemorySegment statement;

        private Cursor(MemorySegment statement) {
            this.statement = statement;
        }

        public boolean next() {
            int code = callInt(NativeSqlite.STEP, statement);
            if (code != ROW && code != DONE) {
                throw error(-1);
            }
            return code == ROW;
        }

        public int columnCount() {
            return callInt(NativeSqlite.COLUMN_COUNT, statement);
        }

        public String columnName(int column) {
            return NativeSqlite.string(
                    (MemorySegment) call(NativeSqlite.COLUMN_NAME, statement, column));
        }

        public Rows.Type type(int column) {
            return Rows.Type.values()[callInt(NativeSqlite.COLUMN_TYPE, statement, column) - 1];
        }

        public boolean isNull(int column) {
            return type(column) == Rows.Type.NULL;
        }

        public long getLong(int column) {
            return (long) call(NativeSqlite.COLUMN_LONG, statement, column);
        }

        public double getDouble(int column) {
            return (double) call(NativeSqlite.COLUMN_DOUBLE, statement, column);
        }

        public String getText(int column) {
            byte[] text = bytes(
                    (MemorySegment) call(NativeSqlite.COLUMN_TEXT, statement, column), column);
            return text == null ? null : new String(text, StandardCharsets.UTF_8);
        }

        public byte[] getBlob(int column) {
            return bytes((MemorySegment) call(NativeSqlite.COLUMN_BLOB, statement, column), column);
        }

        private byte[] bytes(MemorySegment pointer, int column) {
            return NativeSqlite.bytes(
                    pointer, callInt(NativeSqlite.COLUMN_BYTES, statement, column));
        }

        public void close() {
            call(NativeSqlite.RESET, statement);
        }
    }
}
