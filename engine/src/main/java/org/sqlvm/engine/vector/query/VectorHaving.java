package org.sqlvm.engine.vector.query;

/**
 * P4 of the instruction VectorHaving: which groups become rows.
 *
 * @param groups a pipeline over the groups: column {@code i} of its source 0 is key {@code i}, and
 *     the aggregates follow the keys
 */
public record VectorHaving(VectorPipeline groups) {
    /** The text in EXPLAIN. */
    @Override
    public String toString() {
        int count = groups.filters().size();
        return count == 1 ? "1 condition" : count + " conditions";
    }
}
