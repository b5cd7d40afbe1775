package org.sqlvm.language.instruction;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.error.Undo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.row.Batch;
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
