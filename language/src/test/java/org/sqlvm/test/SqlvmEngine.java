package org.sqlvm.test;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** sqlvm through its plain Java interface. All connections of a process share one engine. */
final class SqlvmEngine implements TestEngine {
    private final Database database;
    private final AutoCloseable context;

    private SqlvmEngine(Database database, AutoCloseable context) {
        this.database = database;
        this.context = context;
    }

    static SqlvmEngine inMemory() {
        return open(":memory:");
    }

    /**
     * @param file one that SQLite does not have open in this process: the two would drop each
     *     other's locks
     */
    static SqlvmEngine onFile(Path file) {
        return open(file.toString());
    }

    private static SqlvmEngine open(String path) {
        throw new UnsupportedOperationException("not there yet: " + path);
    }

    @Override
    public String name() {
        return "sqlvm";
    }

    @Override
    public Outcome execute(String sql, List<Object> parameters) {
        try (Statement statement = database.prepare(sql)) {
            if (statement == null) {
                return Outcome.rows(List.of(), List.of());
            }
            int count = statement.parameterCount();
            for (int i = 0; i < Math.min(count, parameters.size()); i++) {
                statement.bind(i + 1, parameters.get(i));
            }
            if (!statement.isQuery()) {
                statement.execute();
                return Outcome.rows(List.of(), List.of());
            }
            try (Rows rows = statement.query()) {
                return read(rows);
            }
        } catch (SqlvmException e) {
            return Outcome.failure(e.code(), e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            if (e instanceof OutOfMemoryError) {
                throw e;
            }
            return Outcome.failure(Outcome.INTERNAL, describe(e), e);
        }
    }

    /** The exception and the first places of our own that it came through. */
    private static String describe(Throwable e) {
        StringBuilder text = new StringBuilder(e.toString());
        int shown = 0;
        for (StackTraceElement frame : e.getStackTrace()) {
            if (frame.getClassName().startsWith("org.sqlvm.") && shown++ < 3) {
                text.append(" at ").append(frame);
            }
        }
        return text.toString();
    }

    private static Outcome read(Rows rows) {
        int count = rows.columnCount();
        List<String> columns = new ArrayList<>(count);
        for (int column = 0; column < count; column++) {
            columns.add(rows.columnName(column));
        }
        List<Object[]> result = new ArrayList<>();
        while (rows.next()) {
            Object[] row = new Object[count];
            for (int column = 0; column < count; column++) {
                row[column] = rows.getObject(column);
            }
            result.add(row);
        }
        return Outcome.rows(columns, result);
    }

    @Override
    public void close() {
        try {
            database.close();
            context.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
