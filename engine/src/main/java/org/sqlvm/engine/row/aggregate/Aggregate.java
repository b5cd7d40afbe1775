package org.sqlvm.engine.row.aggregate;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.FunctionFact;

import java.util.Set;
import java.util.function.Function;

/** An aggregate function as a row of the function table, with all that rules know of it. */
public record Aggregate(
        String name,
        int argumentCountMin,
        int argumentCountMax,
        Set<FunctionFact> facts,
        Function<Collation, Accumulator> maker)
        implements AggregateFunction {
    /** An aggregate of {@code min} to {@code max} arguments, of which nothing more is known. */
    public static Aggregate of(
            String name, int min, int max, Function<Collation, Accumulator> maker) {
        return new Aggregate(name, min, max, Set.of(), maker);
    }

    Aggregate with(FunctionFact... more) {
        return new Aggregate(name, argumentCountMin, argumentCountMax, Set.of(more), maker);
    }

    @Override
    public Accumulator accumulator(Collation collation) {
        return maker.apply(collation);
    }
}
