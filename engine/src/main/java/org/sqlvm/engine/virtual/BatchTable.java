package org.sqlvm.engine.virtual;

import org.sqlvm.engine.virtual.VirtualTable.Plan;

/** A virtual table whose rows come column by column. */
public interface BatchTable extends ModuleTable {
    /** What its plan for all rows says: joins must know if it is large. */
    @Override
    default double rowCount() {
        Plan plan = plan(ScanRequest.OF_ALL);
        return plan == null ? 1 : plan.rows();
    }

    @Override
    BatchCursor open(VirtualContext context);
}
