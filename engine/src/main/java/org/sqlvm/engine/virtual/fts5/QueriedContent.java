package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.module.NestedStatement;

/** Content that SQL reads: that of another table or view. */
final class QueriedContent extends ContentRows {
    private final ModuleHost host;
    private final TableConfig config;
    /** Counts the statements that read content, which must not read the full-text table itself. */
    private final Recursion recursion;

    private NestedStatement lookup;
    private NestedStatement.Rows rows;
    private Object[] row;

    QueriedContent(ModuleHost host, TableConfig config, Recursion recursion) {
        this.host = host;
        this.config = config;
        this.recursion = recursion;
    }

    private String select() {
        return "SELECT " + config.contentColumns() + " FROM " + config.contentTable + " T";
    }

    private String rowidName() {
        return "T." + Identifiers.literal(config.contentRowid);
    }

    private NestedStatement prepare(String sql) {
        return recursion.during(() -> host.prepare(sql));
    }

    @Override
    boolean seek(long rowid) {
        return seekEqual(rowid);
    }

    @Override
    boolean seekEqual(Object value) {
        endRows();
        if (lookup == null) {
            lookup = prepare(select() + " WHERE " + rowidName() + "=?");
        }
        rows = recursion.during(() -> lookup.open(value));
        boolean found = next();
        endRows();
        return found;
    }

    @Override
    void scan(long first, long last, boolean descending) {
        endRows();
        String name = rowidName();
        NestedStatement scan = prepare(select() + " WHERE " + name + " >= ? AND " + name
                + " <= ? ORDER BY " + name + (descending ? " DESC" : " ASC"));
        rows = recursion.during(() -> scan.open(first, last));
    }

    @Override
    void scan() {
        endRows();
        NestedStatement scan = prepare(select());
        rows = recursion.during(() -> scan.open());
    }

    @Override
    boolean next() {
        row = recursion.during(() -> rows.hasNext() ? rows.next() : null);
        return row != null;
    }

    @Override
    long rowid() {
        return row[0] instanceof Long rowid ? rowid : Casts.toLong(row[0]);
    }

    @Override
    Object value(int column) {
        return column + 1 < row.length ? row[column + 1] : SqlNull.NULL;
    }

    @Override
    Object locale(int column) {
        int index = 1 + config.columnCount() + column;
        return index < row.length ? row[index] : SqlNull.NULL;
    }

    private void endRows() {
        if (rows != null) {
            rows.close();
            rows = null;
        }
    }

    @Override
    public void close() {
        endRows();
    }
}
