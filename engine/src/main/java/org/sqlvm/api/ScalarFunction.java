package org.sqlvm.api;

/**
 * A function of one row's values, registered with {@link Callbacks#createFunction}. A lambda of it
 * is inlined into the compiled query; one that calls deep into libraries (regular expressions,
 * formatting) stays behind a call.
 *
 * <p>What it throws ends the statement, whose changes are undone: a RuntimeException or an Error
 * reaches the statement's caller as it is, a checked exception as the cause of a
 * {@link SqlvmException}.
 */
@FunctionalInterface
public interface ScalarFunction {
    void call(Arguments arguments, Result result) throws Exception;
}
