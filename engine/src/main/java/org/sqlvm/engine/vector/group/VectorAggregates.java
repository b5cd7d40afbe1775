package org.sqlvm.engine.vector.group;

import org.sqlvm.engine.row.AggregateFunction;

import java.util.List;
import java.util.stream.Stream;

/**
 * The aggregate functions that run on vectors; each is in the class of the states that it keeps.
 */
public final class VectorAggregates {
    private static final List<VectorAggregate> ALL = Stream.of(
                    Counts.AGGREGATES,
                    Sums.AGGREGATES,
                    Extremes.AGGREGATES,
                    Concatenations.AGGREGATES,
                    Percentiles.AGGREGATES)
            .flatMap(List::stream)
            .toList();

    private VectorAggregates() {}

    /** Null if the function does not run on vectors. */
    public static VectorAggregate of(AggregateFunction function) {
        for (VectorAggregate aggregate : ALL) {
            if (aggregate.function() == function) {
                return aggregate;
            }
        }
        return null;
    }
}
