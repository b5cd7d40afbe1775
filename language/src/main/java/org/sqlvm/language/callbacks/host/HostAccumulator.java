package org.sqlvm.language.callbacks.host;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.RootCallTarget;

import org.sqlvm.api.Aggregate;
import org.sqlvm.api.Arguments;
import org.sqlvm.api.WindowAggregate;
import org.sqlvm.engine.row.KeptAccumulator;
import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.engine.row.function.HostArguments;

/** The state of an aggregate in Java over one group. */
public final class HostAccumulator extends KeptAccumulator {
    private final Aggregate aggregate;
    private final RootCallTarget step;
    private final boolean keepsArguments;
    /** Null before the first step, and of an aggregate that does not keep its arguments. */
    private KeptArguments kept;

    HostAccumulator(Aggregate aggregate, RootCallTarget step) {
        this.aggregate = aggregate;
        this.step = step;
        this.keepsArguments = aggregate.keepsArguments();
    }

    /** See {@link Aggregate#keepsArguments}. */
    public boolean keepsArguments() {
        return keepsArguments;
    }

    /** The arguments of all steps, for an aggregate that keeps them. */
    public KeptArguments kept(int count) {
        KeptArguments arguments = kept;
        return arguments != null ? arguments : makeKept(count);
    }

    @TruffleBoundary
    private KeptArguments makeKept(int count) {
        kept = new KeptArguments(count);
        return kept;
    }

    /** Returns the arguments of a step. */
    public Arguments arguments(Object[] values) {
        if (!keepsArguments) {
            return new HostArguments(values);
        }
        KeptArguments arguments = kept(values.length);
        for (int i = 0; i < values.length; i++) {
            arguments.set(i, values[i]);
        }
        return arguments;
    }

    public Aggregate aggregate() {
        return aggregate;
    }

    /** Calls the step of {@link #aggregate}: see {@link HostTargets}. */
    public RootCallTarget stepTarget() {
        return step;
    }

    @Override
    public void step(Object[] arguments) {
        try {
            aggregate.step(arguments(arguments));
        } catch (Throwable thrown) {
            throw HostErrors.of(thrown);
        }
    }

    @Override
    public boolean hasInverse() {
        return aggregate instanceof WindowAggregate;
    }

    @Override
    public void inverse(Object[] arguments) {
        try {
            ((WindowAggregate) aggregate).inverse(arguments(arguments));
        } catch (Throwable thrown) {
            throw HostErrors.of(thrown);
        }
    }

    /** The value over a frame. */
    @Override
    public Object result() {
        CallResult result = new CallResult();
        try {
            ((WindowAggregate) aggregate).value(result);
        } catch (Throwable thrown) {
            throw HostErrors.of(thrown);
        }
        return result.value();
    }

    @Override
    public Object finish() {
        CallResult result = new CallResult();
        try {
            aggregate.finish(result);
        } catch (Throwable thrown) {
            throw HostErrors.of(thrown);
        }
        return result.value();
    }

    /** As in SQLite, what goes wrong at the end of a window is not an error of the statement. */
    @Override
    public void end() {
        try {
            aggregate.finish(new CallResult());
        } catch (Exception thrown) {
            assert thrown != null;
        }
    }
}
