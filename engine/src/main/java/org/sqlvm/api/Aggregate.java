package org.sqlvm.api;

/**
 * The state of an aggregate function for one group of rows. {@link Callbacks#createAggregate}
 * registers a factory that makes one object for each group. An empty group has an object too, of
 * which only {@link #finish} is called. Exceptions are handled as those of a
 * {@link ScalarFunction}.
 */
public interface Aggregate {
    /** Adds a row to the group. */
    void step(Arguments arguments) throws Exception;

    /**
     * Sets the group's result. Called at most once, after the last row; not called if the statement
     * ends before.
     */
    void finish(Result result) throws Exception;

    /**
     * Returns whether {@link #step} stores its {@link Arguments} in a field, so that other methods
     * of this object can read them during the call. If true, every call passes the same Arguments
     * object. If false, compiled queries allocate none. All objects of a class must return the same
     * value.
     */
    default boolean keepsArguments() {
        return false;
    }
}
