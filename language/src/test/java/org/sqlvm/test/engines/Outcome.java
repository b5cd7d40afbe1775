package org.sqlvm.test.engines;

import java.util.List;

/**
 * The outcome of one statement: rows of Long, Double, String, byte[] or null, or a failure. A
 * statement without a result has no columns.
 *
 * @param failure null if it succeeded; then columns and rows are empty
 */
public record Outcome(List<String> columns, List<Object[]> rows, Failure failure) {
    /** Marks a failure that no SQL may cause: an exception that is not the engine's own. */
    static final int INTERNAL = -1;

    private static final String NOT_SUPPORTED = "not supported: ";

    /**
     * @param code SQLite's result code, extended where SQLite has one, or {@link #INTERNAL}
     * @param cause the exception, for its stack trace
     */
    public record Failure(int code, String message, Throwable cause) {
        public boolean isInternal() {
            return code == INTERNAL;
        }

        /** Whether the engine knows that it cannot do this yet. */
        public boolean isNotSupported() {
            return message != null && message.startsWith(NOT_SUPPORTED);
        }

        @Override
        public String toString() {
            return code + " " + message;
        }
    }

    public static Outcome rows(List<String> columns, List<Object[]> rows) {
        return new Outcome(columns, rows, null);
    }

    static Outcome failure(int code, String message, Throwable cause) {
        return new Outcome(List.of(), List.of(), new Failure(code, message, cause));
    }

    public boolean failed() {
        return failure != null;
    }
}
