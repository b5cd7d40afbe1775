package org.sqlvm.engine.row.function;

import org.sqlvm.engine.row.Accumulator;

/**
 * A function that a connection's user has registered, as programs know it: they are shared by all
 * connections that have registered the same names. What it does is the connection's, in place
 * {@link #slot} of {@link Registered#bodies}.
 */
public sealed interface RegisteredFunction permits RegisteredScalar, RegisteredAggregate {
    /** In lower case. */
    String name();

    /** -1 for any number. */
    int argumentCount();

    Traits traits();

    int slot();

    /**
     * What is promised of it.
     *
     * @param deterministic the same arguments give the same result
     * @param directOnly a schema may not call it
     * @param innocuous a schema that is not trusted may call it
     */
    record Traits(boolean deterministic, boolean directOnly, boolean innocuous) {}

    /** What it does: an object of who runs the programs. */
    interface Body {}

    /** What an aggregate does. */
    interface AggregateBody extends Body {
        /** Whether a group without rows is NULL, and needs no accumulator. */
        boolean isNullIfEmpty();

        /** A new accumulator that has seen no row. */
        Accumulator accumulator();
    }
}
