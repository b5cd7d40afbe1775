package org.sqlvm.api;

/**
 * A function of one row's values, registered with {@link Callbacks#createFunction}. A lambda is
 * inlined into the compiled query, unless it calls deep into libraries (regular expressions,
 * formatting).
 *
 * <p>An exception ends the statement and undoes its changes. The statement's caller receives a
 * RuntimeException or an Error unchanged, and a checked exception as the cause of a
 * {@link SqlvmException}.
 */
@FunctionalInterface
public interface ScalarFunction {
    void call(Arguments arguments, Result result) throws Exception;
}
