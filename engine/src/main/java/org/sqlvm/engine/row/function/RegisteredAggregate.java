package org.sqlvm.engine.row.function;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.aggregate.Aggregate;

/**
 * A registered aggregate.
 *
 * @param window it may stand before OVER
 */
public record RegisteredAggregate(
        String name, int argumentCount, Traits traits, boolean window, int slot)
        implements AggregateFunction, RegisteredFunction {
    @Override
    public int argumentCountMin() {
        return Math.max(0, argumentCount);
    }

    @Override
    public int argumentCountMax() {
        return argumentCount < 0 ? Integer.MAX_VALUE : argumentCount;
    }

    @Override
    public Accumulator accumulator(Collation collation) {
        throw new AssertionError("is bound to its body first: " + name);
    }

    /** The function with what it does. */
    public AggregateFunction bound(AggregateBody body) {
        return Aggregate.of(name, argumentCountMin(), argumentCountMax(), _ -> body.accumulator());
    }
}
