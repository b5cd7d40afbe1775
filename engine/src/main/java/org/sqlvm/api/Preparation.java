package org.sqlvm.api;

/**
 * Compiles statements where that may have to end early. Comes from {@link Database#preparation()};
 * one thread at a time.
 */
public interface Preparation {
    /**
     * As {@link Database#prepare(String, int)}.
     *
     * @throws SqlvmException SQLITE_INTERRUPT if it took too long, or {@link #interrupt} was called
     */
    Database.Prepared prepare(String sql, int start);

    /** How long a statement may take from now on; 0, as at first, for any time. */
    Preparation timeLimit(long milliseconds);

    /** Ends what {@link #prepare} compiles now, if it does. Any thread may call. */
    void interrupt();
}
