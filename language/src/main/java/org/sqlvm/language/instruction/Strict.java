package org.sqlvm.language.instruction;

import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.StrictTypes;

/** TypeCheck: the kinds of value that the columns of a STRICT table take. */
public final class Strict {
    private Strict() {}

    /** Returns the kinds that a column takes, as a mask of {@link ValueKind}. */
    public static int kinds(StrictTypes columns, int column) {
        return switch (columns.types().get(column)) {
            case "INT", "INTEGER" -> ValueKind.LONG;
            case "REAL" -> ValueKind.DOUBLE;
            case "TEXT" -> ValueKind.TEXT;
            case "BLOB" -> ValueKind.BLOB;
            default -> -1;
        };
    }

    /** Whether a column of those kinds takes a value as it is; each column takes NULL. */
    public static boolean allows(int kinds, int kind) {
        return kind == ValueKind.NULL || (kinds & kind) != 0;
    }

    /** Returns the error for a value of the wrong kind. */
    public static SqlException error(StrictTypes columns, int column, int kind) {
        String given = switch (kind) {
            case ValueKind.LONG -> "INT";
            case ValueKind.DOUBLE -> "REAL";
            case ValueKind.TEXT -> "TEXT";
            default -> "BLOB";
        };
        return new SqlException(
                ResultCode.CONSTRAINT_DATATYPE,
                "cannot store " + given + " value in " + columns.types().get(column) + " column "
                        + columns.names().get(column));
    }
}
