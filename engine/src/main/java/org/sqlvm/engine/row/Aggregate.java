package org.sqlvm.engine.row;

import org.sqlvm.engine.data.Collation;

import java.util.function.Function;

/** An aggregate function as a row of the function table. */
record Aggregate(
        String name,
        int argumentCountMin,
        int argumentCountMax,
        Function<Collation, Accumulator> maker)
        implements AggregateFunction {
    @Override
    public Accumulator accumulator(Collation collation) {
        return maker.apply(collation);
    }
}
