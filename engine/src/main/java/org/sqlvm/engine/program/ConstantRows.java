package org.sqlvm.engine.program;

import java.util.List;

/**
 * Rows that a statement spells out: a long IN list, or VALUES. As instructions they would be as
 * long as the statement.
 *
 * @param rows values as registers hold them
 */
public record ConstantRows(List<List<Object>> rows) {
    @Override
    public String toString() {
        return rows.size() + " rows";
    }
}
