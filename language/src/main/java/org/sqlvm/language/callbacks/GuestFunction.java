package org.sqlvm.language.callbacks;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.row.RegisteredFunction;

/** A function of one row's values in another language. */
public final class GuestFunction implements RegisteredFunction.Body {
    /** What is called; null before the first call of one that is stored in a file. */
    private Object executable;

    /** Gives {@link #executable} then; or null. */
    private final GuestSource source;

    private boolean prefersInts;

    GuestFunction(Object executable) {
        this.executable = executable;
        this.prefersInts = GuestLanguage.prefersInts(executable);
        this.source = null;
    }

    GuestFunction(GuestSource source) {
        this.source = source;
    }

    /** @throws RuntimeException what goes wrong in the source, or SqlException if there is none */
    Object executable() {
        if (executable == null) {
            load();
        }
        return executable;
    }

    @TruffleBoundary
    private void load() {
        executable = source.evaluate();
        prefersInts = GuestLanguage.prefersInts(executable);
    }

    /** Small integers are to have 32 bits. Known when {@link #executable} has been asked for. */
    boolean prefersInts() {
        return prefersInts;
    }
}
