package org.sqlvm.server.command;

import org.sqlvm.server.value.Field;
import org.sqlvm.server.value.PgType;

import java.util.List;

/** A statement of a client, compiled. It may be run any number of times. */
public abstract class Command {
    private final String tag;

    /** @param tag the tag of its completion, without the count */
    Command(String tag) {
        this.tag = tag;
    }

    String tag() {
        return tag;
    }

    /** Returns the types of the parameters that the text specifies; UNKNOWN for others. */
    public List<PgType> parameterTypes() {
        return List.of();
    }

    /** Returns the columns; null if the command returns no rows. */
    public abstract List<Field> fields();

    /** @param values the values of the parameters */
    public abstract Run start(List<Object> values);

    /** Whether it may run in a failed transaction: because it ends it. */
    boolean endsTransaction() {
        return false;
    }

    /**
     * A column has a value that is none of the type that the client has been told.
     *
     * @return whether the client is told of a wider type when it asks again
     */
    boolean widen(int column) {
        return false;
    }

    /** Whether it changes the database, so that it shares a transaction with its neighbours. */
    public boolean needsTransaction() {
        return false;
    }
}
