package org.sqlvm.server;

import java.util.List;

/** A statement of a client, compiled. It may be run any number of times. */
abstract class Command {
    private final String tag;

    /** @param tag the words that say that it is complete, without a count */
    Command(String tag) {
        this.tag = tag;
    }

    String tag() {
        return tag;
    }

    /** What its parameters are, as far as the text says: UNKNOWN for all others. */
    List<PgType> parameterTypes() {
        return List.of();
    }

    /** Its columns; null if it gives no rows. */
    abstract List<Field> fields();

    /** @param values of its parameters */
    abstract Run start(List<Object> values);

    /** Whether it may run in a failed transaction: because it ends it. */
    boolean endsTransaction() {
        return false;
    }

    /** Whether it changes the database, so that it shares a transaction with its neighbours. */
    boolean needsTransaction() {
        return false;
    }
}
