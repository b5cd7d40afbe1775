package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Callbacks by which a program observes and controls the statements of a connection. A part of
 * {@link Database}. There is one callback of each kind at a time; null removes it. Callbacks may
 * not use the connection, except that the listener of {@link #setTraceListener} may query its
 * state.
 *
 * <p>An exception thrown by a callback ends the statement like one thrown by a
 * {@link ScalarFunction}, unless the method below says otherwise.
 */
public interface Hooks {
    /**
     * Sets a callback that is called periodically while a statement runs; if it returns true, the
     * statement ends with SQLITE_INTERRUPT (9).
     *
     * @param instructions the approximate number of instructions between two calls; less than 1
     *     removes the handler
     */
    void setProgressHandler(int instructions, @Nullable BooleanSupplier stop);

    /**
     * Sets a listener that receives the text of every statement that begins to run, with values
     * instead of parameters, like sqlite3_expanded_sql. For each trigger that runs, it receives an
     * SQL comment, {@code -- } and text. Exceptions that it throws are ignored.
     */
    void setTraceListener(@Nullable Consumer<String> listener);

    /**
     * Sets the authorizer. Statements that are already prepared are compiled again automatically.
     */
    void setAuthorizer(@Nullable Authorizer authorizer);

    /** Returns the current authorizer; null for none. */
    @Nullable
    Authorizer authorizer();

    /**
     * Sets a callback that is called before every commit; if it returns true, the transaction is
     * rolled back with SQLITE_CONSTRAINT_COMMITHOOK (531).
     */
    void setCommitHook(@Nullable BooleanSupplier refuse);

    /** Sets a listener that is called for every transaction that is rolled back. */
    void setRollbackHook(@Nullable Runnable listener);

    void setUpdateHook(@Nullable UpdateListener listener);

    /**
     * Sets the callback for a lock that another connection holds. It receives the number of earlier
     * calls for this lock, from 0. If it returns true, the lock is tried again; if false, the
     * statement fails with SQLITE_BUSY (5). The callback replaces the busy timeout, and PRAGMA
     * busy_timeout removes the callback.
     */
    void setBusyHandler(@Nullable IntPredicate again);

    /** Returns the current value of a limit. */
    int limit(Limit limit);

    /**
     * Sets a limit to a value up to its initial one. COLUMN limits the columns of results.
     * WORKER_THREADS has no effect.
     *
     * @param value the new limit; a negative value leaves it unchanged
     * @return the limit before the call
     */
    int setLimit(Limit limit, int value);
}
