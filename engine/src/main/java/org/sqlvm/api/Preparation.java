package org.sqlvm.api;

/**
 * Compiles statements, within a time limit and until it is interrupted. Made by
 * {@link Database#preparation()}. Only one thread at a time may use it, except for
 * {@link #interrupt}.
 */
public interface Preparation {
    /**
     * Compiles a statement, as {@link Database#prepare(String, int)} does.
     *
     * @throws SqlvmException SQLITE_INTERRUPT if it took too long, or {@link #interrupt} was called
     */
    Database.Prepared prepare(String sql, int start);

    /**
     * Sets how long compiling one statement may take, in milliseconds; 0, the default, for no
     * limit.
     */
    Preparation timeLimit(long milliseconds);

    /** Ends a call of {@link #prepare} that is running, if any. Any thread may call this. */
    void interrupt();
}
