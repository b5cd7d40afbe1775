package org.sqlvm.engine.plan;

import org.sqlvm.engine.schema.Schema;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What all queries of one statement share while they are resolved.
 *
 * @param views names of the views being expanded, innermost first
 */
record PlanContext(Schema schema, PlanOptions options, Numbering numbering, Deque<String> views) {
    static PlanContext of(Schema schema, PlanOptions options) {
        return new PlanContext(schema, options, new Numbering(), new ArrayDeque<>());
    }
}
