package org.sqlvm.columns;

import java.io.IOException;

/** A system call has failed. */
final class CallException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int number;

    CallException(String call, int number, String reason) {
        super(call + ": " + reason);
        this.number = number;
    }

    /** The error's number, which is called errno. */
    int number() {
        return number;
    }
}
