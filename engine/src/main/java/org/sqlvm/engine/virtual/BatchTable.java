package org.sqlvm.engine.virtual;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;

import java.util.List;

/** A virtual table whose rows come column by column. */
public interface BatchTable extends ModuleTable {
    /** What its plan for all rows says: joins must know if it is large. */
    @Override
    default double rowCount() {
        ScanPlan plan = plan(
                new ScanRequest(List.of(), List.of(), ScanRequest.Need.SORTED, -1));
        return plan == null ? 1 : plan.rows();
    }

    @Override
    BatchCursor open(VirtualContext context);
}
