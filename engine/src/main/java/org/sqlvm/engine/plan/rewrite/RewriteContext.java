package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.plan.access.LoopPlanner;
import org.sqlvm.engine.plan.logical.Numbering;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.plan.stats.Sizes;

/** What a rule may ask of the planner that applies it. */
public interface RewriteContext {
    /** What the rules make of a query inside the one that is being rewritten. */
    Query.Block rewritten(Query.Block block);

    PlanOptions options();

    Sizes sizes();

    Numbering numbering();

    /** The loops that a block would have: what it costs on rows. */
    LoopPlanner loops(Query.Block block);
}
