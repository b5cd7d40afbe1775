package org.sqlvm.engine.vector.query;

import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.ArrayList;
import java.util.List;

/**
 * P4 of the instruction that opens a table: how its rows are stored.
 *
 * @param name for those who look at the mirror
 * @param columns by place in the record
 * @param rowidAlias the place of the column that is the rowid, where records have NULL; or -1
 */
public record StoredTable(String name, List<StoredColumn> columns, int rowidAlias) {
    /** All that there is to read of a row; its rowid if that is a column. */
    public List<StoredColumn> readable() {
        List<StoredColumn> all = new ArrayList<>(columns);
        if (rowidAlias >= 0) {
            all.set(rowidAlias, StoredColumn.OF_ROWIDS);
        }
        return all;
    }

    /** What EXPLAIN shows: the number of columns, as SQLite does. */
    @Override
    public String toString() {
        return Integer.toString(columns.size());
    }
}
