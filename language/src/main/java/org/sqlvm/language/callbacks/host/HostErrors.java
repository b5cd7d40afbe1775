package org.sqlvm.language.callbacks.host;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.exception.AbstractTruffleException;

import org.sqlvm.engine.row.function.UserCode;

import java.util.function.Supplier;

/** The exceptions of Java callbacks. */
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
    public static RuntimeException of(Throwable thrown) {
        if (thrown instanceof AbstractTruffleException guest) {
            throw guest;
        }
        return UserCode.error(thrown);
    }
}
