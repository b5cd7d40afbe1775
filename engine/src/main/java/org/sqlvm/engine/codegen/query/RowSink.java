package org.sqlvm.engine.codegen.query;

/** The consumer of a query's result rows: the caller, or a table. */
public interface RowSink {
    /**
     * Emits the code for one row in consecutive registers.
     *
     * @param next where to jump to leave the row out
     */
    void emit(int first, int count, int next);
}
