package org.sqlvm.engine.virtual;

import org.sqlvm.engine.virtual.files.ColumnFormat;

/** The rows of files that have them column by column. */
record ColumnFileTable(FileTable table, ColumnFormat format) implements BatchTable {
    @Override
    public String declaration() {
        return table.declaration();
    }

    @Override
    public boolean isCurrent() {
        return table.isCurrent();
    }

    @Override
    public Risk risk() {
        return table.risk();
    }

    @Override
    public boolean isScan() {
        return table.isScan();
    }

    @Override
    public double rowCount() {
        return table.rowCount();
    }

    @Override
    public VirtualTable.Plan plan(ScanRequest request) {
        return table.plan(request);
    }

    @Override
    public BatchCursor open(VirtualContext context) {
        return new ColumnFileCursor(this, context.interruption());
    }
}
