package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.plan.logical.Query;

/** Changes a query into one that gives the same rows and costs less. */
@FunctionalInterface
interface RewriteRule {
    /** @return {@code block} itself if there is nothing to change */
    Query.Block apply(Query.Block block, RewriteContext context);
}
