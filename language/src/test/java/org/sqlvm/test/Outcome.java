package org.sqlvm.test;

import java.util.List;

/**
 * What one statement came to: rows of Long, Double, String, byte[] or null, or a failure. A
 * statement without a result has no columns.
 *
 * @param failure null if it succeeded; then columns and rows are empty
 */
record Outcome(List<String> columns, List<Object[]> rows, Failure failure) {
    /** Marks a failure that no SQL may cause: an exception that is not the engine's own. */
    static final int INTERNAL = -1;

    private static final String NOT_SUPPORTED = "not supported: ";

    /**
     * @param code SQLite's result code, extended where SQLite has one, or {@link #INTERNAL}
     * @param cause the exception, for its stack trace
     */
    record Failure(int code, String message, Throwable cause) {
        boolean isInternal() {
            return code == INTERNAL;
        }

        /** Whether the engine knows that it cannot do this yet. */
        boolean isNotSupported() {
            return message != null && message.startsWith(NOT_SUPPORTED);
        }

        @Override
        public String toString() {
            return code + " " + message;
        }
    }

    static Outcome rows(List<String> columns, List<Object[]> rows) {
        return new Outcome(columns, rows, null);
    }

    static Outcome failure(int code, String message, Throwable cause) {
        return new Outcome(List.of(), List.of(), new Failure(code, message, cause));
    }

    boolean failed() {
        return failure != null;
    }
}
