package org.sqlvm.language.callbacks.host;

import org.sqlvm.api.Aggregate;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.function.RegisteredFunction;

import java.util.function.Supplier;

/** An aggregate in Java. */
public record HostAggregate(
        HostTargets targets, boolean isNullIfEmpty, Supplier<? extends Aggregate> maker)
        implements RegisteredFunction.AggregateBody {
    @Override
    public Accumulator accumulator() {
        Aggregate aggregate;
        try {
            aggregate = maker.get();
        } catch (Throwable thrown) {
            throw HostErrors.of(thrown);
        }
        return new HostAccumulator(aggregate, targets.step(aggregate));
    }
}
