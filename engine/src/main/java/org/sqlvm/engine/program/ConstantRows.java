package org.sqlvm.engine.program;

import java.util.List;

/**
 * Rows of VALUES that a statement spells out. As instructions they would be as long as the
 * statement.
 *
 * @param rows the values as registers hold them, or a {@link Parameter}
 */
public record ConstantRows(List<List<Object>> rows) {
    /**
     * Stands for the value of parameter {@code number}, or of a literal that is read as one, when
     * the program runs.
     */
    public record Parameter(int number) {}

    @Override
    public String toString() {
        return rows.size() + " rows";
    }
}
