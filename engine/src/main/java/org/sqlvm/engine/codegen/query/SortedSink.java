package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.plan.logical.Expr;

import java.util.List;

/**
 * Puts rows into a sorter, and does nothing else.
 *
 * @param column the column that the order begins with
 * @param cursor the sorter's cursor
 * @param code emits the code for a row
 */
record SortedSink(int column, int cursor, List<KeyField> fields, RowSink code) implements RowSink {
    @Override
    public void emit(int first, int count, int next) {
        code.emit(first, count, next);
    }

    @Override
    public void note(ScannedRows rows, List<Expr> given) {
        rows.sort(given, given.get(column), cursor, fields);
    }
}
