package org.sqlvm.engine.row;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.TextEncoding;

/** The context of a function's call: the connection's state and the properties of the call. */
public interface CallContext {
    /** Returns the collation of this call; BINARY where none applies. */
    Collation collation();

    /** The encoding of text in the connection's databases. */
    default TextEncoding encoding() {
        return TextEncoding.UTF8;
    }

    /** Rowid of the connection's last successful insert. */
    long lastInsertRowid();

    /** Rows changed by the last INSERT, UPDATE or DELETE. */
    long changes();

    /** Rows changed since the connection was opened. */
    long totalChanges();

    /** Now in milliseconds since 1970: the same for all calls of one statement's run. */
    long currentTimeMs();

    /**
     * Called before a date is computed in the machine's time zone, which not every caller may see.
     */
    default void useTimeZone() {}

    /** Upper limit of a TEXT or BLOB in bytes (SQLITE_LIMIT_LENGTH, 1,000,000,000). */
    int lengthMax();

    /** Upper limit of a pattern of LIKE or GLOB in bytes (SQLITE_LIMIT_LIKE_PATTERN_LENGTH). */
    int patternLengthMax();

    /** Whether LIKE distinguishes small and capital letters (PRAGMA case_sensitive_like). */
    boolean isLikeCaseSensitive();

    void setLikeCaseSensitive(boolean sensitive);

    /** PRAGMA analysis_limit: how many entries of an index ANALYZE looks at; 0 for all. */
    void setAnalysisLimit(int limit);

    /** ATTACH: adds a database to the connection. */
    void attach(String file, String name);

    /** DETACH: closes a database. */
    void detach(String name);

    /**
     * Calls a virtual table's own version of a function, which belongs to the connection.
     *
     * @param function the function as programs know it
     */
    default Object callOverloaded(ScalarFunction function, Object[] arguments) {
        throw new AssertionError("has no virtual tables: " + function.name());
    }

    /**
     * Calls a function of a module that needs no registering, which works on the connection's
     * tables.
     */
    default Object callModule(String function, Object[] arguments) {
        throw new AssertionError("has no virtual tables: " + function);
    }

    /** PRAGMA temp_store: 0 default, 1 file, 2 memory. */
    void setTempStore(int store);
}
