package org.sqlvm.engine.row.aggregate;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.AggregateFunction;

import java.util.function.Function;

/** An aggregate function as a row of the function table. */
public record Aggregate(
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
