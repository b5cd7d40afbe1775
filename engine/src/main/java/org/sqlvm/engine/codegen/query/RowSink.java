package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.plan.logical.Expr;

import java.util.List;

/** The consumer of a query's result rows: the caller, or a table. */
public interface RowSink {
    /**
     * Emits the code for one row in consecutive registers.
     *
     * @param next where to jump to leave the row out
     */
    void emit(int first, int count, int next);

    /**
     * Notes the use of rows that a loop through a table gives, if it does nothing else.
     *
     * @param rows the loop's notes
     * @param given the values of a row
     */
    default void note(ScannedRows rows, List<Expr> given) {}
}
