package org.sqlvm.engine.plan.physical;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Query;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The plans of the queries in the expressions of a plan. They stand beside the expressions, which
 * say what is computed and not how. The key is the identity of the logical query: a rule that
 * rebuilds an expression leaves the query in it the same object, unless it becomes another query.
 */
public final class NestedPlans {
    /** For expressions without queries. */
    public static final NestedPlans NONE = new NestedPlans(List.of());

    private final List<Entry> entries;
    private final Map<Query, RowPlan> plans = new IdentityHashMap<>();

    private record Entry(Query query, RowPlan plan) {}

    private NestedPlans(List<Entry> entries) {
        this.entries = entries;
        for (Entry entry : entries) {
            RowPlan before = plans.put(entry.query, entry.plan);
            assert before == null : "two plans of one query: " + entry.query;
        }
    }

    /** The plan of a query that has been planned. */
    public RowPlan of(Expr.Nested nested) {
        return of(nested.query());
    }

    /** The plan of a query that has been planned. */
    public RowPlan of(Query query) {
        RowPlan plan = plans.get(query);
        assert plan != null : "not planned: " + query;
        return plan;
    }

    /** Whether a query has been planned. */
    public boolean has(Query query) {
        return plans.containsKey(query);
    }

    /** These plans and others; a query that both know has one plan. */
    public NestedPlans and(NestedPlans others) {
        if (entries.isEmpty() || others.entries.isEmpty()) {
            return entries.isEmpty() ? others : this;
        }
        List<Entry> all = new ArrayList<>(entries);
        for (Entry entry : others.entries) {
            if (!has(entry.query)) {
                all.add(entry);
            }
            assert !has(entry.query) || of(entry.query) == entry.plan : entry.query;
        }
        return new NestedPlans(List.copyOf(all));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NestedPlans plans && entries.equals(plans.entries);
    }

    @Override
    public int hashCode() {
        return entries.hashCode();
    }

    @Override
    public String toString() {
        return entries.toString();
    }

    /** Collects plans while the expressions of one plan are gone through. */
    public static final class Builder {
        private final NestedPlans known;
        private final Map<Query, RowPlan> plans = new IdentityHashMap<>();
        private final List<Entry> entries = new ArrayList<>();

        /** @param known plans that are there already */
        public Builder(NestedPlans known) {
            this.known = known;
        }

        /** Whether a query has been planned. */
        public boolean has(Query query) {
            return known.has(query) || plans.containsKey(query);
        }

        public void add(Query query, RowPlan plan) {
            assert !has(query) : "planned twice: " + query;
            plans.put(query, plan);
            entries.add(new Entry(query, plan));
        }

        /** All plans, those that were known first. */
        public NestedPlans build() {
            return known.and(entries.isEmpty() ? NONE : new NestedPlans(List.copyOf(entries)));
        }
    }
}
