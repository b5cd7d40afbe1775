package org.sqlvm.engine.db;

import org.sqlvm.api.Limit;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.function.LikePattern;
import org.sqlvm.engine.sql.SyntaxLimits;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

/**
 * The limits of a connection's statements (sqlite.org/c3ref/limit.html). COLUMN is about the
 * columns of results; a statement has one thread, whatever WORKER_THREADS says.
 */
public final class Limits {
    /** As SQLite is usually compiled; none can be raised beyond. */
    private static final Map<Limit, Integer> MAX = new EnumMap<>(Map.ofEntries(
            Map.entry(Limit.LENGTH, Connection.LENGTH_MAX),
            Map.entry(Limit.SQL_LENGTH, Connection.LENGTH_MAX),
            Map.entry(Limit.COLUMN, 2000),
            Map.entry(Limit.EXPR_DEPTH, SyntaxLimits.MOST.expressionDepth()),
            Map.entry(Limit.COMPOUND_SELECT, SyntaxLimits.MOST.compoundTerms()),
            Map.entry(Limit.VDBE_OP, 250_000_000),
            Map.entry(Limit.FUNCTION_ARG, SyntaxLimits.MOST.arguments()),
            Map.entry(Limit.ATTACHED, 10),
            Map.entry(Limit.LIKE_PATTERN_LENGTH, LikePattern.LENGTH_MAX),
            Map.entry(Limit.VARIABLE_NUMBER, 32_766),
            Map.entry(Limit.TRIGGER_DEPTH, 1000),
            Map.entry(Limit.WORKER_THREADS, 8)));

    private final Map<Limit, Integer> values = new EnumMap<>(MAX);

    /** The value of TRIGGER_DEPTH, in a field since it is read for every trigger that runs. */
    private int triggerDepth = MAX.get(Limit.TRIGGER_DEPTH);

    private final Interruption interruption;

    /** @param interruption gets the maximum length of values, for the code that makes them */
    Limits(Interruption interruption) {
        this.interruption = interruption;
        values.put(Limit.WORKER_THREADS, 0);
    }

    public int get(Limit limit) {
        return values.get(limit);
    }

    public int triggerDepth() {
        return triggerDepth;
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
            triggerDepth = get(Limit.TRIGGER_DEPTH);
            interruption.setValueSizeMax(get(Limit.LENGTH));
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

    /**
     * Returns the limits of syntax trees; {@link SyntaxLimits#MOST} unless the user has lowered
     * them.
     */
    public SyntaxLimits syntax() {
        return new SyntaxLimits(
                get(Limit.EXPR_DEPTH), get(Limit.COMPOUND_SELECT), get(Limit.FUNCTION_ARG));
    }

    /** @throws SqlException for a statement that takes, gives or does too much */
    public void checkProgram(int parameterCount, int columnCount, int instructionCount) {
        if (instructionCount > get(Limit.VDBE_OP)) {
            throw new SqlException(ResultCode.NOMEM, "out of memory");
        }
        if (parameterCount > get(Limit.VARIABLE_NUMBER)) {
            throw SqlException.error("too many SQL variables");
        }
        if (columnCount > get(Limit.COLUMN)) {
            throw SqlException.error("too many columns in result set");
        }
    }
}
