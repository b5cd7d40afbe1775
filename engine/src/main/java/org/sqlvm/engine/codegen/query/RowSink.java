package org.sqlvm.engine.codegen.query;

/** What happens to a row of a query's result: it goes to the caller, or into a table. */
public interface RowSink {
    /**
     * Emits the code for one row in consecutive registers.
     *
     * @param next where to jump to leave the row out
     */
    void emit(int first, int count, int next);
}
