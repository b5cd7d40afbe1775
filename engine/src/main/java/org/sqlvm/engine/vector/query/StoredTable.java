package org.sqlvm.engine.vector.query;

import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.ArrayList;
import java.util.List;

/**
 * P4 of the instruction that opens a table: how its rows are stored.
 *
 * @param name the name that {@code PRAGMA sqlvm_mirror} shows
 * @param columns by place in the record
 * @param rowidAlias the place of the column that is the rowid, where records have NULL; or -1
 */
public record StoredTable(String name, List<StoredColumn> columns, int rowidAlias) {
    /** All columns that can be read of a row; the rowid alias is the rowid. */
    public List<StoredColumn> readable() {
        List<StoredColumn> all = new ArrayList<>(columns);
        if (rowidAlias >= 0) {
            all.set(rowidAlias, StoredColumn.OF_ROWIDS);
        }
        return all;
    }

    /** The text in EXPLAIN: the number of columns, as in SQLite. */
    @Override
    public String toString() {
        return Integer.toString(columns.size());
    }
}
