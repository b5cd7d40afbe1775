package org.sqlvm.language.host;

import org.sqlvm.api.JavaValues;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.codegen.query.TableAccess;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.vector.cache.RangeScan;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.Vector;

import java.util.ArrayList;
import java.util.List;

/**
 * Columns of a range of rowids, decoded without a program of instructions. The batch of one call
 * shows other rows after the next.
 */
public final class HostScan implements RowBatch, AutoCloseable {
    private final Entry entry;
    private final RangeScan scan;
    private final Vector[] vectors;
    private int rowCount;
    private boolean closed;

    private HostScan(Entry entry, RangeScan scan, int columnCount) {
        this.entry = entry;
        this.scan = scan;
        vectors = new Vector[columnCount];
        for (int i = 0; i < columnCount; i++) {
            vectors[i] = new Vector(RangeScan.VECTOR_ROWS);
        }
    }

    /**
     * Begins a scan, inside of the context and in a read transaction.
     *
     * @throws SqlException if the table has no rowids, or a column is not stored
     */
    static HostScan begin(
            Entry entry,
            Connection connection,
            String table,
            List<String> columns,
            long behind,
            long to) {
        Table found = connection.schema().database(0).table(table);
        if (found == null || !found.hasRowid() || found.rootPage() == 0) {
            throw SqlException.error("no table with rowids: " + table);
        }
        List<StoredColumn> stored = new ArrayList<>();
        for (String name : columns) {
            stored.add(column(found, name));
        }
        Btree btree = connection.btree(0);
        RangeScan scan = new RangeScan(
                btree.openTable(found.rootPage(), false),
                stored,
                behind,
                to,
                connection.workspace(),
                () -> {});
        return new HostScan(entry, scan, columns.size());
    }

    private static StoredColumn column(Table table, String name) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).name().equalsIgnoreCase(name)) {
                StoredColumn stored = TableAccess.storedColumn(table, i);
                if (stored != null) {
                    return stored;
                }
            }
        }
        throw SqlException.error("no such column: " + table.name() + "." + name);
    }

    /**
     * Moves to the next rows.
     *
     * @return false behind the last row
     */
    public boolean next() {
        rowCount = entry.call(() -> scan.next(vectors));
        return rowCount > 0;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            entry.run(scan::close);
        }
    }

    @Override
    public int rowCount() {
        return rowCount;
    }

    @Override
    public int start() {
        return 0;
    }

    @Override
    public long[] longs(int column) {
        Vector vector = vectors[column];
        return vector.kind == Vector.LONGS && !vector.hasNulls ? vector.longs : null;
    }

    @Override
    public double[] doubles(int column) {
        Vector vector = vectors[column];
        return vector.kind == Vector.DOUBLES && !vector.hasNulls ? vector.doubles : null;
    }

    @Override
    public Rows.Type type(int column, int row) {
        Vector vector = vectors[column];
        if (vector.kind == Vector.OBJECTS) {
            return JavaValues.typeOf(vector.objects[row]);
        }
        if (vector.hasNulls && vector.nulls[row]) {
            return Rows.Type.NULL;
        }
        return vector.kind == Vector.LONGS ? Rows.Type.INTEGER : Rows.Type.REAL;
    }

    private Object value(int column, int row) {
        Vector vector = vectors[column];
        return switch (vector.kind) {
            case Vector.LONGS -> (Object) vector.longs[row];
            case Vector.DOUBLES -> vector.doubles[row];
            default -> vector.objects[row];
        };
    }

    @Override
    public long getLong(int column, int row) {
        Vector vector = vectors[column];
        return vector.kind == Vector.LONGS ? vector.longs[row] : (long) vector.objects[row];
    }

    @Override
    public double getDouble(int column, int row) {
        Vector vector = vectors[column];
        return vector.kind == Vector.DOUBLES ? vector.doubles[row] : (double) vector.objects[row];
    }

    @Override
    public String getText(int column, int row) {
        return type(column, row) == Rows.Type.NULL ? null : JavaValues.toText(value(column, row));
    }

    private Bytes bytes(int column, int row) {
        return (Bytes) vectors[column].objects[row];
    }

    @Override
    public byte[] array(int column, int row) {
        return bytes(column, row).array;
    }

    @Override
    public int offset(int column, int row) {
        return bytes(column, row).offset;
    }

    @Override
    public int length(int column, int row) {
        return bytes(column, row).length;
    }
}
