package org.sqlvm.engine.virtual;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.ScanRequest.Operator;
import org.sqlvm.engine.virtual.module.CursorContext;
import org.sqlvm.engine.virtual.module.EngineTable;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.util.List;

/**
 * {@code json_each(json, path)} and {@code json_tree(json, path)}: the elements of a JSON document
 * (sqlite.org/json1.html section 4.24). Index numbers are SQLite's.
 *
 * @param recursive elements of elements too
 * @param binary arrays and objects are given as JSONB
 */
record JsonTable(boolean recursive, boolean binary) implements EngineTable {
    static final int KEY = 0;
    static final int VALUE = 1;
    static final int TYPE = 2;
    static final int ATOM = 3;
    static final int ID = 4;
    static final int PARENT = 5;
    static final int FULLKEY = 6;
    static final int PATH = 7;
    static final int JSON = 8;
    static final int ROOT = 9;

    private static final int HAS_JSON = 1;
    private static final int HAS_BOTH = 3;

    private static final double KNOWN_ROWS = 25;
    /** Without a document it has no rows, and is to be the last in a join. */
    private static final double UNKNOWN_COST = Integer.MAX_VALUE;

    @Override
    public String declaration() {
        return Declarations.text(
                List.of("key", "value", "type", "atom", "id", "parent", "fullkey", "path"),
                List.of("json", "root"));
    }

    @Override
    public boolean isInnocuous() {
        return true;
    }

    @Override
    public ScanPlan plan(ScanRequest request) {
        int json = request.find(JSON, Operator.EQ);
        int root = request.find(ROOT, Operator.EQ);
        if (json < 0) {
            return sorted(ScanPlan.all().withCost(UNKNOWN_COST, KNOWN_ROWS), request);
        }
        ScanPlan plan = ScanPlan.all().with(json, true).withCost(KNOWN_ROWS, KNOWN_ROWS);
        return sorted(
                root < 0 ? plan.withIndex(HAS_JSON) : plan.withIndex(HAS_BOTH).with(root, true),
                request);
    }

    /** Rowids rise. */
    private static ScanPlan sorted(ScanPlan plan, ScanRequest request) {
        boolean byRowid = !request.order().isEmpty()
                && request.order().getFirst().column() < 0
                && !request.order().getFirst().descending();
        return byRowid ? plan.inOrder(ScanPlan.Order.UNIQUE) : plan;
    }

    @Override
    public VirtualCursor open(CursorContext context) {
        return new JsonCursor(recursive, binary);
    }
}
