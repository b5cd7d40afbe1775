package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.util.function.Supplier;

/** The errors of full-text tables. */
final class Faults {
    private Faults() {}

    /** Returns the error for damaged bytes in a shadow table. */
    static SqlException corrupt() {
        return new SqlException(ResultCode.CORRUPT_VTAB, "database disk image is malformed");
    }

    /** An error without words of its own. */
    static SqlException plain() {
        return SqlException.error("SQL logic error");
    }

    static SqlException constraint() {
        return new SqlException(ResultCode.CONSTRAINT, "constraint failed");
    }

    /** The same error in the general words for its code. */
    static SqlException withoutWords(SqlException error) {
        String words = switch (ResultCode.primary(error.code())) {
            case ResultCode.ERROR -> "SQL logic error";
            case ResultCode.CONSTRAINT -> "constraint failed";
            case ResultCode.CORRUPT -> "database disk image is malformed";
            case ResultCode.MISMATCH -> "datatype mismatch";
            default -> null;
        };
        return words == null || error.isCallback() ? error : new SqlException(error.code(), words);
    }

    /**
     * Reads what is stored. Damaged bytes lead readers outside of their arrays, which is the fault
     * of the file: lengths and offsets in it are used as they are.
     */
    static <T> T guard(Supplier<T> work) {
        try {
            return work.get();
        } catch (IndexOutOfBoundsException | NegativeArraySizeException e) {
            throw SqlException.ofCause(
                    ResultCode.CORRUPT_VTAB, "database disk image is malformed", e);
        }
    }

    static void guard(Runnable work) {
        Faults.<Void>guard(() -> {
            work.run();
            return null;
        });
    }
}
