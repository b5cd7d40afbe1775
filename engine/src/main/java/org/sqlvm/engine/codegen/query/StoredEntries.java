package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.query.StoredIndex;

import java.util.ArrayList;
import java.util.List;

/** How an index holds columns of its table. */
final class StoredEntries {
    private StoredEntries() {}

    /**
     * Returns the description of an index that has all these columns.
     *
     * @param columns the columns' indexes in the table, or {@link Expr.Column#ROWID}
     */
    static StoredIndex of(Table table, Index index, List<Integer> columns) {
        List<StoredColumn> all = new ArrayList<>();
        for (int place = 0; place < index.columns().size(); place++) {
            all.add(stored(table, index.columns().get(place).tableColumn(), place));
        }
        List<StoredColumn> read =
                columns.stream().map(column -> all.get(index.place(column))).toList();
        return new StoredIndex(index.name(), index.rootPage(), read, List.copyOf(all));
    }

    private static StoredColumn stored(Table table, int column, int place) {
        if (column == Index.ROWID) {
            return new StoredColumn("rowid", place, false, SqlNull.NULL);
        }
        Column described = table.columns().get(column);
        boolean real = described.affinity() == Affinity.REAL;
        return new StoredColumn(described.name(), place, real, SqlNull.NULL);
    }
}
