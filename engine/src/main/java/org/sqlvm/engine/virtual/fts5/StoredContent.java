package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.shadow.ShadowRows;

/** Content in {@code %_content}, or the rowids in {@code %_docsize}, read without SQL. */
final class StoredContent extends ContentRows {
    private static final int NONE = -1;

    private final ShadowRows rows;
    /** The index of each column's value in the records, or {@link #NONE}. */
    private final int[] columns;

    private final int[] locales;
    private long last;
    private boolean descending;
    /** Whether the scan stands before its first row, or behind its last one. */
    private Step step = Step.END;

    private enum Step {
        BEGIN,
        INSIDE,
        END
    }

    private long first;

    private StoredContent(ShadowRows rows, int[] columns, int[] locales) {
        this.rows = rows;
        this.columns = columns;
        this.locales = locales;
    }

    /** @return null if there is no table that looks as the module has made it */
    static StoredContent open(ModuleHost host, TableConfig config) {
        boolean content = config.content.hasContentTable();
        String name = config.shadow(content ? "content" : "docsize");
        Table table = host.table(config.database(), name);
        if (table == null || table.rowidAlias() != 0 || table.withoutRowid()) {
            return null;
        }
        int count = config.columnCount();
        int[] columns = new int[count];
        int[] locales = new int[count];
        for (int i = 0; i < count; i++) {
            columns[i] = content && config.isStored(i) ? record(table, "c" + i) : NONE;
            locales[i] = config.storesLocale(i) ? record(table, "l" + i) : NONE;
            boolean missing = (content && config.isStored(i) && columns[i] == NONE)
                    || (config.storesLocale(i) && locales[i] == NONE);
            if (missing) {
                return null;
            }
        }
        ShadowRows rows = ShadowRows.open(host, config.database(), name, false);
        return rows == null ? null : new StoredContent(rows, columns, locales);
    }

    private static int record(Table table, String name) {
        int column = table.columnIndex(name);
        return column < 0 ? NONE : table.columns().get(column).recordIndex();
    }

    @Override
    boolean seek(long rowid) {
        return rows.seek(rowid);
    }

    @Override
    void scan(long from, long to, boolean down) {
        first = from;
        last = to;
        descending = down;
        step = Step.BEGIN;
    }

    @Override
    void scan() {
        scan(Long.MIN_VALUE, Long.MAX_VALUE, false);
    }

    @Override
    boolean next() {
        boolean found = switch (step) {
            case BEGIN -> descending ? seekUpTo(last) : rows.seekFrom(first);
            case INSIDE -> descending ? rows.previous() : rows.next();
            case END -> false;
        };
        boolean inside = found && (descending ? rows.rowid() >= first : rows.rowid() <= last);
        step = inside ? Step.INSIDE : Step.END;
        return inside;
    }

    private boolean seekUpTo(long rowid) {
        if (!rows.seekFrom(rowid)) {
            return rows.last();
        }
        return rows.rowid() == rowid || rows.previous();
    }

    @Override
    long rowid() {
        return rows.rowid();
    }

    @Override
    Object value(int column) {
        return columns[column] == NONE ? SqlNull.NULL : rows.value(columns[column]);
    }

    @Override
    Object locale(int column) {
        return locales[column] == NONE ? SqlNull.NULL : rows.value(locales[column]);
    }

    @Override
    public void close() {
        rows.close();
    }
}
