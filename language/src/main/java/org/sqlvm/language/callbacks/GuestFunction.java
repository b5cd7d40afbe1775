package org.sqlvm.language.callbacks;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.row.function.RegisteredFunction;

/** A function of one row's values in another language. */
public final class GuestFunction implements RegisteredFunction.Body {
    /** What is called; null before the first call of one that is stored in a file. */
    private GuestCallee callee;

    /** Gives {@link #callee} then; or null. */
    private final GuestSource source;

    GuestFunction(GuestCallee callee) {
        this.callee = callee;
        this.source = null;
    }

    GuestFunction(GuestSource source) {
        this.source = source;
    }

    /** @throws RuntimeException what goes wrong in the source, or SqlException if there is none */
    GuestCallee callee() {
        if (callee == null) {
            load();
        }
        return callee;
    }

    @TruffleBoundary
    private void load() {
        callee = source.evaluate();
    }
}
