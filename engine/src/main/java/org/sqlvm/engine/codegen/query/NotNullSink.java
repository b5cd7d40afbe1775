package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.plan.logical.Expr;

import java.util.List;

/**
 * Leaves out rows with a NULL.
 *
 * @param code emits the code for a row, which begins with that
 */
record NotNullSink(RowSink code) implements RowSink {
    @Override
    public void emit(int first, int count, int next) {
        code.emit(first, count, next);
    }

    @Override
    public void note(ScannedRows rows, List<Expr> given) {
        rows.addNotNull(given);
    }
}
