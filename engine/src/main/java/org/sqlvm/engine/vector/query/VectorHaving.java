package org.sqlvm.engine.vector.query;

/**
 * P4 of the instruction VectorHaving: which groups become rows.
 *
 * @param groups its rows are the groups: column {@code i} of its source 0 is key {@code i}, and
 *     behind the keys come the aggregates
 */
public record VectorHaving(VectorPipeline groups) {
    /** What EXPLAIN shows. */
    @Override
    public String toString() {
        int count = groups.filters().size();
        return count == 1 ? "1 condition" : count + " conditions";
    }
}
