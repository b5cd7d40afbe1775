package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.row.function.RegisteredFunction;
import org.sqlvm.language.values.BatchView;
import org.sqlvm.language.values.FunctionLoop;

/** A function of one row's values in another language. */
public final class GuestFunction implements RegisteredFunction.Body {
    /** The function to call; null before the first call of one that is stored in a file. */
    private GuestCallee callee;

    /** Supplies {@link #callee} for a stored function; null for others. */
    private final GuestSource source;

    /** The loop; null if there is none, or before it was {@link #looked} for. */
    private GuestLoop loop;

    private boolean looked;

    public GuestFunction(GuestCallee callee) {
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

    /**
     * Returns the loop that calls the function for a batch of rows; null if each row needs a call
     * of its own.
     */
    @TruffleBoundary
    public GuestLoop loop(int argumentCount) {
        if (loop == null && !looked) {
            looked = true;
            BatchView view = callee().view();
            FunctionLoop made = view == null ? null : view.loop(callee.executable(), argumentCount);
            loop = made == null ? null : new GuestLoop(callee, made, argumentCount);
        }
        return loop != null && loop.takes(argumentCount) ? loop : null;
    }

    @TruffleBoundary
    private void load() {
        callee = source.evaluate();
    }
}
