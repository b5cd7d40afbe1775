package org.sqlvm.language.instruction;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.error.Undo;
import org.sqlvm.engine.program.FunctionCall;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.language.runtime.ExecutionState;

/** Instructions about a whole run: its transaction, its rows, its end. */
public final class Runs {
    private Runs() {}

    /** Begins a transaction, or joins the one that there is. */
    public static void begin(
            ExecutionState state,
            int database,
            boolean write,
            boolean exclusive,
            boolean undoable,
            boolean lenient) {
        boolean writes = write && !(lenient && state.connection.isReadOnly(database));
        state.run.begin(database, writes, exclusive, undoable, state.schema);
    }

    /** Returns the failure of Halt with a computed message. */
    public static SqlException failure(int code, int action, Object message) {
        String text = message == SqlNull.NULL ? "" : Casts.toText(message).toString();
        int end = text.indexOf(0); // As in SQLite, whose messages are C's strings.
        return failure(code, action, end < 0 ? text : text.substring(0, end));
    }

    /** Returns the failure of Halt. */
    public static SqlException failure(int code, int action, String message) {
        return new SqlException(
                code,
                message,
                switch (action) {
                    case Opcode.HALT_ROLLBACK -> Undo.TRANSACTION;
                    case Opcode.HALT_FAIL -> Undo.NOTHING;
                    default -> Undo.STATEMENT;
                });
    }

    /** Whether Once has been passed before; it is from now on. */
    public static boolean passes(ExecutionState state, int address) {
        boolean passed = state.passed[address];
        state.passed[address] = true;
        return passed;
    }

    /** Calls a function. */
    public static Object function(
            FunctionCall call, ExecutionState state, Object[] values, TextEncoding encoding) {
        CallContext context = state.connection.callContext(call.collation(), state);
        Object result = ((ScalarFunction) call.function()).call(context, values);
        return encoding != TextEncoding.UTF8 && result instanceof Blob blob
                ? blob.in(encoding)
                : result;
    }

    /** Returns a counter of rows less one. */
    public static long decrement(long counter) {
        return counter == Long.MIN_VALUE ? counter : counter - 1;
    }

    /** Returns how many rows a limit and an offset need together; -1 for all. */
    public static long offsetLimit(long limit, long offset) {
        long sum = limit + Math.max(0, offset);
        return limit <= 0 || sum < 0 ? -1 : sum;
    }

    /** Appends a value to the row that is being made. */
    public static void append(
            Batch batch, int column, int row, int kind, long bits, Object object) {
        switch (kind) {
            case ValueKind.LONG -> batch.appendLong(column, row, bits);
            case ValueKind.DOUBLE -> batch.appendDouble(column, row, Double.longBitsToDouble(bits));
            case ValueKind.NULL -> batch.appendNull(column, row);
            case ValueKind.TEXT -> batch.appendText(column, row, (Text) object);
            default -> batch.appendObject(column, row, object);
        }
    }
}
