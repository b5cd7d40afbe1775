package org.sqlvm.engine.vector;

import java.util.List;

/**
 * P4 of the instruction that opens a table: how its rows are stored.
 *
 * @param name for those who look at the mirror
 * @param columns by place in the record
 */
public record StoredTable(String name, List<StoredColumn> columns) {
    /** What EXPLAIN shows: the number of columns, as SQLite does. */
    @Override
    public String toString() {
        return Integer.toString(columns.size());
    }
}
