package org.sqlvm.engine.plan;

import org.sqlvm.engine.data.TextEncoding;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a plan depends on beside the statement and the schema.
 *
 * @param rulesOff names of planner rules that are not to be used; tests switch off one at a time
 * @param hashing hash tables of rows may be made, which outlast one run of a nested query
 * @param vectors which scans run on vectors
 */
public record PlanOptions(
        TextEncoding encoding, Set<String> rulesOff, boolean hashing, VectorUse vectors) {
    /** As a query is planned that runs on rows. */
    public PlanOptions(TextEncoding encoding, Set<String> rulesOff) {
        this(encoding, rulesOff, VectorUse.NEVER);
    }

    /** As a query is planned. */
    public PlanOptions(TextEncoding encoding, Set<String> rulesOff, VectorUse vectors) {
        this(encoding, rulesOff, true, vectors);
    }

    /** For a query whose tables change between its runs. */
    PlanOptions withoutHashing() {
        return new PlanOptions(encoding, withoutMemo().rulesOff, false, vectors);
    }

    /** For queries between whose runs rows change: none of their results may be kept. */
    PlanOptions withoutMemo() {
        Set<String> off = new HashSet<>(rulesOff);
        off.add(MemoRule.NAME);
        return new PlanOptions(encoding, Set.copyOf(off), hashing, vectors);
    }

    /** For the rows that a statement changes: they are to come as their table has them. */
    PlanOptions withoutVectorRows() {
        Set<String> off = new HashSet<>(rulesOff);
        off.add(VectorPlanner.ROWS);
        return new PlanOptions(encoding, Set.copyOf(off), hashing, vectors);
    }

    /**
     * For a query that has failed: none of its queries is computed for rows that may never ask for
     * it, so that it fails only if one does.
     */
    public PlanOptions withoutAdvance() {
        Set<String> off = new HashSet<>(rulesOff);
        off.addAll(
                List.of(UnnestRule.NAME, SemijoinRule.NAME, InToJoinRule.NAME, HashPath.FILTERS));
        return new PlanOptions(encoding, Set.copyOf(off), hashing, VectorUse.NEVER);
    }

    /** Every rule on. */
    public static PlanOptions of(TextEncoding encoding) {
        return new PlanOptions(encoding, Set.of());
    }

    /** Whether the rule called {@code name} may be used. */
    public boolean isOn(String name) {
        return !rulesOff.contains(name);
    }
}
