package org.sqlvm.engine.plan;

/** What a rule may ask of the planner that applies it. */
interface RewriteContext {
    /** What the rules make of a query inside the one that is being rewritten. */
    Query.Block rewritten(Query.Block block);

    PlanOptions options();

    Sizes sizes();

    Numbering numbering();

    /** The loops that a block would have: what it costs on rows. */
    LoopPlanner loops(Query.Block block);
}
