package org.sqlvm.language.callbacks.host;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.exception.AbstractTruffleException;

import org.sqlvm.api.SqlvmException;
import org.sqlvm.engine.error.SqlException;

import java.util.function.Supplier;

/** What Java callbacks throw. */
public final class HostErrors {
    private HostErrors() {}

    /** Calls what belongs to the program around the database. */
    static <T> T during(Supplier<T> call) {
        try {
            return call.get();
        } catch (Throwable thrown) {
            throw of(thrown);
        }
    }

    static void during(Runnable call) {
        try {
            call.run();
        } catch (Throwable thrown) {
            throw of(thrown);
        }
    }

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
            case SqlvmException error -> throw SqlException.ofCallback(error.code(), error);
            default -> throw SqlException.ofCallback(thrown);
        }
    }
}
