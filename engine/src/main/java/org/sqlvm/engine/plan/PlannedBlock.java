package org.sqlvm.engine.plan;

import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.options.Rule;
import org.sqlvm.engine.plan.physical.NestedPlans;
import org.sqlvm.engine.plan.rewrite.MemoRule;

/** A block and the plans of the queries in its expressions. */
record PlannedBlock(Query.Block block, NestedPlans plans) {
    /** @param known plans of queries that have one already */
    static PlannedBlock of(Query.Block block, NestedPlans known, Planner planner) {
        NestedPlans.Builder plans = new NestedPlans.Builder(known);
        Query.Block mapped = Queries.map(block, part -> planner.planned(part, plans));
        if (planner.options().isOn(Rule.MEMO)) {
            mapped = Queries.map(mapped, MemoRule.of(planner, mapped, plans.build()));
        }
        Query.Block all = mapped.withLimit(
                planner.planned(mapped.limit(), plans), planner.planned(mapped.offset(), plans));
        return new PlannedBlock(all, plans.build());
    }
}
