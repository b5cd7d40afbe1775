package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.plan.logical.Expr;

/** Reads the columns that an expression names, at one position in a program. */
public interface RowReader {
    /** Emits the read of a column into {@code target}. */
    void read(Expr.Column column, int target);

    /** Returns the register of a grouping's key; an assertion fails outside of a grouping. */
    default int key(int index) {
        throw new AssertionError("no grouping: key " + index);
    }

    default int aggregate(int index) {
        throw new AssertionError("no grouping: aggregate " + index);
    }

    default int bareColumn(int index) {
        throw new AssertionError("no grouping: bare column " + index);
    }

    /** The register of a column of the rows above the windows. */
    default int window(int index) {
        throw new AssertionError("no window: " + index);
    }

    /** Reads nothing: for expressions without columns. */
    RowReader NONE = (column, target) -> {
        throw new AssertionError("no row: " + column);
    };
}
