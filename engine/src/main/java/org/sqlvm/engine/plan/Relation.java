package org.sqlvm.engine.plan;

import org.sqlvm.engine.virtual.VirtualTable;

/** What a source of a FROM clause is. */
public sealed interface Relation {
    /**
     * A table of the schema.
     *
     * @param index the index that INDEXED BY names, or null
     * @param withoutIndex NOT INDEXED
     */
    record Stored(String index, boolean withoutIndex) implements Relation {
        static final Stored TABLE = new Stored(null, false);
    }

    /**
     * A query: a subquery, a view, or a common table expression.
     *
     * @param kept the query must be computed once and kept (MATERIALIZED)
     * @param shared what this is one of the places of; null for none
     */
    record Derived(Query query, boolean kept, SharedQuery shared) implements Relation {
        Derived(Query query, boolean kept) {
            this(query, kept, null);
        }

        /** Whether its rows are kept for other places, too. */
        boolean isShared() {
            return shared != null && shared.isKept();
        }
    }

    /**
     * Inside a recursive common table expression: the row taken from its queue.
     *
     * @param working the recursion's number
     */
    record Working(int working) implements Relation {}

    /**
     * A table whose rows are computed. Its arguments are conditions of its join: hidden columns
     * equal them.
     */
    record Virtual(VirtualTable table) implements Relation {}
}
