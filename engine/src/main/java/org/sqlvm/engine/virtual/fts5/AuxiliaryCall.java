package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.api.Arguments;
import org.sqlvm.api.Result;
import org.sqlvm.api.search.AuxiliaryFunction;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.engine.row.function.HostArguments;
import org.sqlvm.engine.row.function.UserCode;

import java.util.Arrays;

/** Calls auxiliary functions. */
final class AuxiliaryCall {
    private AuxiliaryCall() {}

    /**
     * Calls one for a statement.
     *
     * @param arguments the number of a cursor, and those of the function
     */
    static void run(
            Extensions extensions, AuxiliaryFunction function, Arguments arguments, Result result) {
        Object[] values = ((HostArguments) arguments).values();
        long number = Casts.toLong(values[0]);
        Fts5Cursor cursor = extensions.cursor(number);
        MatchedRow row = cursor == null ? null : cursor.matchedRow();
        if (row == null) {
            throw SqlException.error("no such cursor: " + number);
        }
        Object[] own = Arrays.copyOfRange(values, 1, values.length);
        call(row, function, own, result);
    }

    /** Returns what one gives for a row, as in a register. */
    static Object value(MatchedRow row, AuxiliaryFunction function, Object[] arguments) {
        CallResult result = new CallResult();
        call(row, function, arguments, result);
        return result.value();
    }

    private static void call(
            MatchedRow row, AuxiliaryFunction function, Object[] arguments, Result result) {
        try {
            function.call(new RowMatch(row, function), new HostArguments(arguments), result);
        } catch (SqlException error) {
            throw error.code() == ResultCode.CORRUPT_VTAB
                    ? new SqlException(error.code(), "database disk image is malformed")
                    : error; // As in SQLite, functions do not say what is damaged.
        } catch (Throwable thrown) {
            throw UserCode.error(thrown);
        }
    }
}
