package org.sqlvm.engine.db;

import org.sqlvm.api.Limit;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

/**
 * What the statements of a connection are limited in (sqlite.org/c3ref/limit.html). Of limits that
 * have been lowered, those of lengths, parameters, result columns and attached databases are kept;
 * the others stay at what they are at first, whatever is said.
 */
public final class Limits {
    /** As SQLite is usually compiled; none can be raised beyond. */
    private static final Map<Limit, Integer> MAX = new EnumMap<>(Map.ofEntries(
            Map.entry(Limit.LENGTH, Connection.LENGTH_MAX),
            Map.entry(Limit.SQL_LENGTH, Connection.LENGTH_MAX),
            Map.entry(Limit.COLUMN, 2000),
            Map.entry(Limit.EXPR_DEPTH, 1000),
            Map.entry(Limit.COMPOUND_SELECT, 500),
            Map.entry(Limit.VDBE_OP, 250_000_000),
            Map.entry(Limit.FUNCTION_ARG, 1000),
            Map.entry(Limit.ATTACHED, 10),
            Map.entry(Limit.LIKE_PATTERN_LENGTH, 50_000),
            Map.entry(Limit.VARIABLE_NUMBER, 32_766),
            Map.entry(Limit.TRIGGER_DEPTH, 1000),
            Map.entry(Limit.WORKER_THREADS, 8)));

    private final Map<Limit, Integer> values = new EnumMap<>(MAX);

    Limits() {
        values.put(Limit.WORKER_THREADS, 0);
    }

    public int get(Limit limit) {
        return values.get(limit);
    }

    /**
     * Changes a limit.
     *
     * @param value negative changes nothing
     * @return the limit before
     */
    public int set(Limit limit, int value) {
        int before = get(limit);
        if (value >= 0) {
            values.put(limit, Math.min(value, MAX.get(limit)));
        }
        return before;
    }

    /** @throws SqlException SQLITE_TOOBIG for a statement's text that is too long */
    public void checkSql(String sql) {
        int max = get(Limit.SQL_LENGTH);
        boolean tooLong = sql.length() > max
                || (sql.length() > max / 3 && sql.getBytes(StandardCharsets.UTF_8).length > max);
        if (tooLong) {
            throw new SqlException(ResultCode.TOOBIG, "statement too long");
        }
    }

    /** @throws SqlException for a statement that takes or gives too much */
    public void checkProgram(int parameterCount, int columnCount) {
        if (parameterCount > get(Limit.VARIABLE_NUMBER)) {
            throw SqlException.error("too many SQL variables");
        }
        if (columnCount > get(Limit.COLUMN)) {
            throw SqlException.error("too many columns in result set");
        }
    }
}
