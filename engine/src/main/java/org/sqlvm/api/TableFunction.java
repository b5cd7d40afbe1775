package org.sqlvm.api;

/**
 * A function that SQL reads as a table: {@code FROM name(…)}.
 *
 * @param <T> of the rows
 */
@FunctionalInterface
public interface TableFunction<T> {
    /**
     * The rows for some arguments. Is called once for every scan, and again for each row of the
     * tables that the arguments come from.
     *
     * @param arguments in the order of the parameters; NULL for those that the query does not say;
     *     valid until the call returns
     */
    Iterable<? extends T> rows(Arguments arguments) throws Exception;
}
