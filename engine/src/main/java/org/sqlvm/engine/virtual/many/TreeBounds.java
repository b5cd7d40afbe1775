package org.sqlvm.engine.virtual.many;

import org.sqlvm.api.files.FileScan.Condition;
import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.vector.column.ChunkBounds;
import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.HashMap;
import java.util.Map;

/**
 * Bounds of columns that the trees of a file tell without going through its rows: those of the
 * rowid, and of the first columns of its indexes.
 */
record TreeBounds(OpenFile file, Table own) {
    /**
     * Returns the bounds of columns that conditions are on, as far as trees tell them.
     *
     * @param known the columns whose bounds are known, which are left out
     */
    Map<StoredColumn, ChunkBounds> of(
            ManyConditions conditions, Map<StoredColumn, ChunkBounds> known) {
        Map<StoredColumn, ChunkBounds> found = new HashMap<>();
        for (Condition condition : conditions.rows().list()) {
            StoredColumn column = MemberRows.column(condition.column());
            int index = own.columnIndex(conditions
                    .table()
                    .layout()
                    .columns()
                    .get(condition.column())
                    .name());
            if (index >= 0 && !known.containsKey(column) && !found.containsKey(column)) {
                ChunkBounds bounds = index == own.rowidAlias() ? ofRowids() : of(index);
                if (bounds != null) {
                    found.put(column, bounds);
                }
            }
        }
        return found;
    }

    private ChunkBounds ofRowids() {
        try (BtreeCursor cursor = file.cursor(own)) {
            if (!cursor.first()) {
                return ChunkBounds.EMPTY;
            }
            long least = ((TableCursor) cursor).rowid();
            cursor.last();
            return new ChunkBounds(least, ((TableCursor) cursor).rowid());
        }
    }

    /** Returns the bounds of a column by an index that begins with it; null if there is none. */
    private ChunkBounds of(int column) {
        for (Index index : own.keys()) {
            Index.IndexColumn first = index.columns().getFirst();
            boolean isText = own.columns().get(column).affinity() == Affinity.TEXT;
            boolean orders = index.isPlain()
                    && first.tableColumn() == column
                    && (!isText || first.collation().name().equals(Collation.BINARY.name()));
            if (orders) {
                return of(index, column, first.descending());
            }
        }
        return null;
    }

    private ChunkBounds of(Index index, int column, boolean descending) {
        try (BtreeCursor cursor = file.index(index.rootPage())) {
            if (!cursor.first()) {
                return ChunkBounds.EMPTY;
            }
            Object first = value(cursor, column);
            cursor.last();
            Object last = value(cursor, column);
            return bounds(descending ? last : first, descending ? first : last);
        }
    }

    private Object value(BtreeCursor cursor, int column) {
        byte[] record = cursor.fullPayload();
        Object[] values = new Object[1];
        RecordReader.columns(record, 0, record.length, values, file.schema().encoding());
        boolean isReal = own.columns().get(column).affinity() == Affinity.REAL;
        return isReal && values[0] instanceof Long number
                ? (Object) number.doubleValue()
                : values[0];
    }

    /** Bounds of values of one class, with NULLs before them. */
    private static ChunkBounds bounds(Object least, Object greatest) {
        if (greatest == SqlNull.NULL) {
            return ChunkBounds.EMPTY;
        }
        if (greatest instanceof Long || greatest instanceof Double) {
            Object none = greatest instanceof Long
                    ? (Object) Long.MIN_VALUE
                    : (Object) Double.NEGATIVE_INFINITY;
            Object from = least == SqlNull.NULL ? none : least;
            boolean fits = from.getClass().equals(greatest.getClass());
            return fits ? new ChunkBounds(from, greatest) : null;
        }
        boolean texts = greatest instanceof Text && least instanceof Text;
        return texts ? new ChunkBounds(((Text) least).owned(), ((Text) greatest).owned()) : null;
    }
}
