package org.sqlvm.language.callbacks;

import com.oracle.truffle.api.RootCallTarget;

import org.sqlvm.api.Aggregate;
import org.sqlvm.api.WindowAggregate;
import org.sqlvm.engine.row.KeptAccumulator;

/** The state of an aggregate in Java over one group. */
public final class HostAccumulator extends KeptAccumulator {
    private final Aggregate aggregate;
    private final RootCallTarget step;

    HostAccumulator(Aggregate aggregate, RootCallTarget step) {
        this.aggregate = aggregate;
        this.step = step;
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
            aggregate.step(new HostArguments(arguments));
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
            ((WindowAggregate) aggregate).inverse(new HostArguments(arguments));
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

    /** As in SQLite, what goes wrong at the end of a window is nobody's error. */
    @Override
    public void end() {
        try {
            aggregate.finish(new CallResult());
        } catch (Exception thrown) {
            assert thrown != null;
        }
    }
}
