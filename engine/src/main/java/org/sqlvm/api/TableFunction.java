package org.sqlvm.api;

/**
 * A function whose result SQL reads as a table: {@code FROM name(…)}.
 *
 * @param <T> the class of the rows
 */
@FunctionalInterface
public interface TableFunction<T> {
    /**
     * Returns the rows for the given arguments. Called once for every scan: if the arguments come
     * from other tables, once for each row of these.
     *
     * @param arguments the values in the order of the parameters; NULL for a parameter without a
     *     value in the query. Valid until the call returns
     */
    Iterable<? extends T> rows(Arguments arguments) throws Exception;
}
