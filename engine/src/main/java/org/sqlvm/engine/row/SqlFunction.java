package org.sqlvm.engine.row;

import java.util.Set;

/**
 * A function that SQL can call. Arguments and results are values as in a register: SqlNull, Long,
 * Double, Text, Blob. Arguments may be borrowed; results must not be.
 */
public sealed interface SqlFunction permits ScalarFunction, AggregateFunction {
    /** The name in lower case. */
    String name();

    /** Returns the declared facts. */
    default Set<FunctionFact> facts() {
        return Set.of();
    }

    default boolean is(FunctionFact fact) {
        return facts().contains(fact);
    }

    /** Fewest arguments. */
    int argumentCountMin();

    /** Most arguments; {@link Integer#MAX_VALUE} for any number. */
    int argumentCountMax();
}
