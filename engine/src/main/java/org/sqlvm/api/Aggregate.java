package org.sqlvm.api;

/**
 * An aggregate over one group of rows, registered by its maker with
 * {@link Callbacks#createAggregate}. Each group has an object of its own; one without rows, too,
 * whose {@link #finish} alone is called. Errors: see {@link ScalarFunction}.
 */
public interface Aggregate {
    /** Takes a row. */
    void step(Arguments arguments) throws Exception;

    /** The group is complete. Called at most once; not if the statement ends before. */
    void finish(Result result) throws Exception;

    /**
     * Whether {@link #step} keeps its arguments in a field, to read them from other methods that it
     * calls. They are the same object in every call then; else a compiled query makes no object for
     * them, but has to for one that a field holds. Always the same for objects of a class.
     */
    default boolean keepsArguments() {
        return false;
    }
}
