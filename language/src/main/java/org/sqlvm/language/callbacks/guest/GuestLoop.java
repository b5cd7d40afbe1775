package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.values.FunctionLoop;

import java.util.Arrays;

/**
 * Calls a function of another language for all rows of a batch, with one loop of that language.
 * Calls are in the order of the rows; the first failure ends them.
 */
public final class GuestLoop {
    private final GuestCallee callee;
    private final FunctionLoop loop;
    private final int argumentCount;

    /** Has met what the loop does not take: from then on calls by themselves are better. */
    private boolean left;

    GuestLoop(GuestCallee callee, FunctionLoop loop, int argumentCount) {
        this.callee = callee;
        this.loop = loop;
        this.argumentCount = argumentCount;
    }

    /**
     * The outcome of calls for a batch.
     *
     * @param count the number of rows that have results
     * @param error the error of the row after them; null if all rows have results
     */
    public record Called(int count, RuntimeException error) {}

    /** Returns whether the loop can be used for calls with {@code count} arguments. */
    boolean takes(int count) {
        return !left && count == argumentCount;
    }

    /**
     * Calls the function for all rows.
     *
     * @param arguments its first columns are the arguments
     * @param results an empty batch, whose {@code column} receives the function's results
     */
    public Called call(ExecutionState root, Batch arguments, Batch results, int column) {
        if (root.guestUnlock == null) {
            root.guestUnlock = callee.lock();
        }
        FunctionLoop.Results given = loop.call(arguments, results.kind(column));
        if (given == null || given.lastIsOdd()) {
            left = true;
            return callEach(given, arguments, results, column);
        }
        int capacity = results.capacity();
        int count = given.count();
        switch (given.values()) {
            case long[] longs -> results.setLongs(column, grown(longs, capacity));
            case double[] reals
            when !hasNaN(reals, count) -> results.setDoubles(column, grown(reals, capacity));
            default -> results.setObjects(column, toSql(given, count, capacity));
        }
        RuntimeException thrown = given.thrown();
        if (thrown instanceof AbstractTruffleException error) {
            GuestErrors.failed(callee, GuestErrors.CALL, error, false);
        }
        return new Called(count, thrown);
    }

    private static long[] grown(long[] values, int capacity) {
        return values.length >= capacity ? values : Arrays.copyOf(values, capacity);
    }

    private static double[] grown(double[] values, int capacity) {
        return values.length >= capacity ? values : Arrays.copyOf(values, capacity);
    }

    private static boolean hasNaN(double[] values, int count) {
        for (int i = 0; i < count; i++) {
            if (Double.isNaN(values[i])) {
                return true;
            }
        }
        return false;
    }

    /** The first results, as values of SQL. */
    private Object[] toSql(FunctionLoop.Results given, int count, int capacity) {
        Object[] values = new Object[capacity];
        for (int i = 0; i < count; i++) {
            values[i] = toSql(given, i);
        }
        return values;
    }

    private Object toSql(FunctionLoop.Results given, int index) {
        Object value = switch (given.values()) {
            case long[] longs -> longs[index];
            case double[] reals -> reals[index];
            default -> ((Object[]) given.values())[index];
        };
        return GuestCallNode.toSql(callee, GuestErrors.CALL, value);
    }

    /**
     * Continues with single calls, without the loop.
     *
     * @param given the last value is odd; null if nothing has been called
     */
    private Called callEach(
            FunctionLoop.Results given, Batch arguments, Batch results, int column) {
        int known = given == null ? 0 : given.count() - 1;
        Object[] values = given == null
                ? new Object[results.capacity()]
                : toSql(given, known, results.capacity());
        results.setObjects(column, values);
        int row = known;
        try {
            if (given != null) {
                values[row] = toSql(given, row);
                row++;
            }
            for (; row < arguments.rowCount(); row++) {
                values[row] = call(arguments, row);
            }
            return new Called(row, null);
        } catch (SqlException | AbstractTruffleException error) {
            return new Called(row, error);
        }
    }

    private Object call(Batch arguments, int row) {
        Object[] values = new Object[argumentCount];
        for (int i = 0; i < argumentCount; i++) {
            values[i] = arguments.value(i, row);
        }
        try {
            Object given = InteropLibrary.getUncached()
                    .execute(callee.executable(), callee.arguments(values));
            return GuestCallNode.toSql(callee, GuestErrors.CALL, given);
        } catch (InteropException error) {
            throw GuestErrors.call(callee, GuestErrors.CALL, error);
        } catch (AbstractTruffleException error) {
            GuestErrors.failed(callee, GuestErrors.CALL, error, false);
            throw error;
        }
    }
}
