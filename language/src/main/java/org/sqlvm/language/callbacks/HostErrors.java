package org.sqlvm.language.callbacks;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.exception.AbstractTruffleException;

import org.sqlvm.engine.error.SqlException;

/** What Java callbacks throw. */
final class HostErrors {
    private HostErrors() {}

    /**
     * The error of the statement; the thrown is its cause. Not for what ends threads, or comes from
     * another language.
     */
    @TruffleBoundary
    @SuppressWarnings("removal") // A context is cancelled with a ThreadDeath.
    static RuntimeException of(Throwable thrown) {
        switch (thrown) {
            case AbstractTruffleException guest -> throw guest;
            case SqlException error -> throw error;
            case ThreadDeath death -> throw death;
            case VirtualMachineError error -> throw error;
            default -> throw SqlException.ofCallback(thrown);
        }
    }
}
