package org.sqlvm.engine.row;

/**
 * A function that SQL can call. Arguments and results are values as in a register: SqlNull, Long,
 * Double, Text, Blob. Arguments may be borrowed; results must not be.
 */
public sealed interface SqlFunction permits ScalarFunction, AggregateFunction {
    /** The name in lower case. */
    String name();

    /** The name by which rules know it; empty for one that the user has registered. */
    default String builtIn() {
        return name();
    }

    /** Fewest arguments. */
    int argumentCountMin();

    /** Most arguments; {@link Integer#MAX_VALUE} for any number. */
    int argumentCountMax();
}
