package org.sqlvm.engine.plan;

import org.sqlvm.engine.schema.Schema;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * What all queries of one statement share while they are resolved.
 *
 * @param views names of the views being expanded, innermost first
 * @param sharedViews by name, those that have been expanded
 */
record PlanContext(
        Schema schema,
        PlanOptions options,
        Numbering numbering,
        Deque<String> views,
        Map<String, SharedQuery> sharedViews) {
    static PlanContext of(Schema schema, PlanOptions options) {
        return new PlanContext(
                schema, options, new Numbering(), new ArrayDeque<>(), new HashMap<>());
    }

    /** The same for the text of a view, which sees other tables. */
    PlanContext inside(Schema visible) {
        return new PlanContext(visible, options, numbering, views, sharedViews);
    }

    /** What all places of a view have in common. */
    SharedQuery shared(String view) {
        return sharedViews.computeIfAbsent(view, _ -> new SharedQuery(false));
    }
}
