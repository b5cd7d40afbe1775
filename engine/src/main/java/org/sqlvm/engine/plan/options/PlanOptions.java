package org.sqlvm.engine.plan.options;

import org.sqlvm.engine.data.TextEncoding;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a plan depends on beside the statement and the schema.
 *
 * @param rulesOff planner rules that are not to be used; tests switch off one at a time
 * @param hashing hash tables of rows may be made, which outlast one run of a nested query
 * @param vectors which scans run on vectors
 */
public record PlanOptions(
        TextEncoding encoding, Set<Rule> rulesOff, boolean hashing, VectorUse vectors) {
    /** As a query is planned that runs on rows. */
    public PlanOptions(TextEncoding encoding, Set<Rule> rulesOff) {
        this(encoding, rulesOff, VectorUse.NEVER);
    }

    /** As a query is planned. */
    public PlanOptions(TextEncoding encoding, Set<Rule> rulesOff, VectorUse vectors) {
        this(encoding, rulesOff, true, vectors);
    }

    /** For a query whose tables change between its runs. */
    public PlanOptions withoutHashing() {
        return new PlanOptions(encoding, withoutMemo().rulesOff, false, vectors);
    }

    /** For queries between whose runs rows change: none of their results may be kept. */
    public PlanOptions withoutMemo() {
        return without(Rule.MEMO);
    }

    /** For the rows that a statement changes: they are to come as their table has them. */
    public PlanOptions withoutVectorRows() {
        return without(Rule.VECTOR_ROWS);
    }

    /** For a program that cannot be given up for one of vectors: none is taken to be tried. */
    public PlanOptions withoutTrials() {
        return without(Rule.NARROW_RANGES);
    }

    /**
     * For a query that has failed: none of its queries is computed for rows that may never ask for
     * it, so that it fails only if one does.
     */
    public PlanOptions withoutAdvance() {
        return without(Rule.UNNEST, Rule.SEMIJOIN, Rule.IN_TO_JOIN, Rule.FILTERED_HASH_TABLES)
                .withoutVectors();
    }

    private PlanOptions withoutVectors() {
        return new PlanOptions(encoding, rulesOff, hashing, VectorUse.NEVER);
    }

    private PlanOptions without(Rule... rules) {
        Set<Rule> off = new HashSet<>(rulesOff);
        off.addAll(List.of(rules));
        return new PlanOptions(encoding, Set.copyOf(off), hashing, vectors);
    }

    /** Every rule on. */
    public static PlanOptions of(TextEncoding encoding) {
        return new PlanOptions(encoding, Set.of());
    }

    /** Whether {@code rule} may be used. */
    public boolean isOn(Rule rule) {
        return !rulesOff.contains(rule);
    }
}
