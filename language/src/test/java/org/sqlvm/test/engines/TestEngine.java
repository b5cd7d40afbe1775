package org.sqlvm.test.engines;

import java.util.List;

/**
 * A database under test: one connection, in memory or on a file that is a copy of its own. What the
 * user's SQL does wrong is an {@link Outcome} with a failure; only a broken test throws.
 */
public interface TestEngine extends AutoCloseable {
    /** The name that {@code skipif} and {@code onlyif} know it by. */
    String name();

    /** Whether the database is in a file: {@code skipif file}. */
    default boolean isOnFile() {
        return false;
    }

    /** Whether all code is compiled before its first run: {@code skipif compiled}. */
    default boolean isCompiled() {
        return false;
    }

    /** Whether whatever can runs on vectors. */
    default boolean isOnVectors() {
        return false;
    }

    /** Runs the first statement of {@code sql} to its end. */
    default Outcome execute(String sql) {
        return execute(sql, List.of());
    }

    /**
     * Runs the first statement of {@code sql} to its end.
     *
     * @param parameters Long, Double, String, byte[] or null, for parameters 1, 2, …
     */
    Outcome execute(String sql, List<Object> parameters);

    /** Another connection to the database, of the same kind. It is closed before this one. */
    default TestEngine connect() {
        throw new UnsupportedOperationException("no second connection to " + name());
    }

    /** Makes a statement that runs in another thread end soon. */
    default void interrupt() {}

    @Override
    void close();
}
