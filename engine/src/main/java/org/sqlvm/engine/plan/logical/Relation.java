package org.sqlvm.engine.plan.logical;

import org.sqlvm.engine.virtual.VirtualTable;

/** What a source of a FROM clause is. */
public sealed interface Relation {
    /**
     * A table of the schema.
     *
     * @param index the index that INDEXED BY names, or null
     * @param withoutIndex NOT INDEXED
     * @param changed its rows are those of a RETURNING: no name of a database may stand before it
     */
    record Stored(String index, boolean withoutIndex, boolean changed) implements Relation {
        public static final Stored TABLE = new Stored(null, false, false);
        public static final Stored CHANGED = new Stored(null, false, true);
    }

    /**
     * A query: a subquery, a view, or a common table expression.
     *
     * @param kept the query must be computed once and kept (MATERIALIZED)
     * @param shared what this is one of the places of; null for none
     * @param view it is a view of the schema
     */
    public record Derived(Query query, boolean kept, SharedQuery shared, boolean view)
            implements Relation {
        public Derived(Query query, boolean kept) {
            this(query, kept, null, false);
        }

        /** Whether its rows are kept for other places, too. */
        public boolean isShared() {
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
