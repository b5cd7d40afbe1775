package org.sqlvm.engine.row.function;

import org.sqlvm.api.SqlvmException;
import org.sqlvm.engine.error.SqlException;

import java.util.function.Supplier;

/** Calls code of the program around the database. */
public final class UserCode {
    private UserCode() {}

    /** Calls code that gives something. */
    public static <T> T call(Supplier<T> code) {
        try {
            return code.get();
        } catch (Throwable thrown) {
            throw error(thrown);
        }
    }

    /** Calls code that gives nothing. */
    public static void run(Runnable code) {
        try {
            code.run();
        } catch (Throwable thrown) {
            throw error(thrown);
        }
    }

    /** The error of the statement; the thrown is its cause. Not for what ends threads. */
    @SuppressWarnings("removal") // A context is cancelled with a ThreadDeath.
    public static SqlException error(Throwable thrown) {
        return switch (thrown) {
            case SqlException error -> throw error;
            case ThreadDeath death -> throw death;
            case VirtualMachineError error -> throw error;
            case SqlvmException error -> SqlException.ofCallback(error.code(), error);
            default -> SqlException.ofCallback(thrown);
        };
    }
}
