package org.sqlvm.language.callbacks.host;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.api.BatchTable;
import org.sqlvm.engine.virtual.VirtualContext;

/** A virtual table of Java whose rows come column by column. */
public final class HostBatchTable extends HostModuleTable<BatchTable>
        implements org.sqlvm.engine.virtual.BatchTable {
    HostBatchTable(BatchTable table) {
        super(table);
    }

    @Override
    @TruffleBoundary
    public HostBatchCursor open(VirtualContext context) {
        return new HostBatchCursor(HostErrors.during(table::openBatches));
    }
}
