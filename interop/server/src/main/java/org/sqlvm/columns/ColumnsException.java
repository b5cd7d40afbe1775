package org.sqlvm.columns;

import java.io.IOException;

/** An error of a statement that the server has reported. */
public final class ColumnsException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient ColumnsAnswer.Failure failure;

    ColumnsException(ColumnsAnswer.Failure failure) {
        super(failure.message());
        this.failure = failure;
    }

    /** SQLite's result code. */
    public int code() {
        return failure.code();
    }

    /** Returns the index of the first wrong character in the text; -1 if it is not known. */
    public int offset() {
        return failure.offset();
    }

    /** Five characters. */
    public String sqlState() {
        return failure.state();
    }
}
