package org.sqlvm.engine.row;

/** A function of one row's values. */
public non-sealed interface ScalarFunction extends SqlFunction {
    /**
     * Whether the same arguments always give the same result, so that a call of constants runs
     * once.
     */
    default boolean isDeterministic() {
        return is(FunctionFact.DETERMINISTIC);
    }

    /** How the result depends on a text that is a time. */
    default TimeGrain timeGrain() {
        return TimeGrain.SECONDS;
    }

    /** How it runs on vectors of primitive values; null if only value by value. */
    default VectorForm vectorForm() {
        return null;
    }

    /** @throws org.sqlvm.engine.error.SqlException with SQLite's message */
    Object call(CallContext context, Object[] arguments);
}
