package org.sqlvm.engine.plan;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.sql.tree.Select;

/** A SELECT's tree to its physical plan. */
public final class Planner {
    private Planner() {}

    /**
     * The plan of {@code tree}.
     *
     * @param sql the text that the tree's spans are in: result columns are named after it
     * @throws SqlException for names that mean nothing, and for what cannot run yet
     */
    public static RowPlan plan(Select tree, String sql, Schema schema, PlanOptions options) {
        throw SqlException.notSupported("SELECT", tree.span().start());
    }
}
