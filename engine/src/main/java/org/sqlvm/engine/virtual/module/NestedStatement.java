package org.sqlvm.engine.virtual.module;

import java.util.Iterator;
import java.util.List;

/**
 * A statement that a module has prepared, and runs inside the one that runs. It is compiled once,
 * and again where the schema has changed.
 */
public interface NestedStatement {
    /**
     * Runs it to its end.
     *
     * @param parameters as in registers; those that are missing are NULL
     * @return its rows; values as in registers
     * @throws org.sqlvm.engine.error.SqlException as the statement does
     */
    List<Object[]> run(Object... parameters);

    /**
     * Runs it as far as its rows are asked for. The rows must be read to the end, or closed, before
     * it runs again.
     *
     * @param parameters as in {@link #run}
     */
    Rows open(Object... parameters);

    /** The rows of a run; values as in registers, which stay. */
    interface Rows extends Iterator<Object[]>, AutoCloseable {
        /** Ends the run; a second call does nothing. */
        @Override
        void close();
    }
}
