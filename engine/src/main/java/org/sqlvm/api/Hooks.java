package org.sqlvm.api;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * How a connection's user looks on and interferes. A part of {@link Database}. There is one of each
 * kind at a time; null takes it away. None of them may use the connection, but for the listener of
 * {@link #setTraceListener}, which may ask it things.
 *
 * <p>What one of them throws ends the statement as what a {@link ScalarFunction} throws does,
 * unless its method says otherwise.
 */
public interface Hooks {
    /**
     * Is asked every now and then while a statement runs; true ends it with SQLITE_INTERRUPT (9).
     *
     * @param instructions about how many instructions are run in between; less than 1 takes the
     *     handler away
     */
    void setProgressHandler(int instructions, BooleanSupplier stop);

    /**
     * Is told of every statement that begins to run, and of each trigger of it: the text with the
     * values of its parameters in their places, as sqlite3_expanded_sql; a trigger as a comment,
     * {@code -- } and the text. Errors are ignored.
     */
    void setTraceListener(Consumer<String> listener);

    /** Statements are compiled again by themselves. */
    void setAuthorizer(Authorizer authorizer);

    /** The one that is set; null for none. */
    Authorizer authorizer();

    /** Is asked before every commit; true makes it a rollback: SQLITE_CONSTRAINT_COMMITHOOK. */
    void setCommitHook(BooleanSupplier refuse);

    /** Is told of every transaction that is rolled back. */
    void setRollbackHook(Runnable listener);

    void setUpdateHook(UpdateListener listener);

    /**
     * Is asked when another connection holds a lock, with the number of times that it has been
     * asked for this lock; false gives up with SQLITE_BUSY. Takes the place of the busy timeout;
     * PRAGMA busy_timeout takes its place.
     */
    void setBusyHandler(IntPredicate again);

    /** The limit as it is. */
    int limit(Limit limit);

    /**
     * Lowers a limit, or raises it again, no higher than it is at first. COLUMN limits the columns
     * of results, WORKER_THREADS nothing: a statement has one thread.
     *
     * @param value negative changes nothing
     * @return the limit before
     */
    int setLimit(Limit limit, int value);
}
