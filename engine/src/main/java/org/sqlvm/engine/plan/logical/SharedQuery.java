package org.sqlvm.engine.plan.logical;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * A view or a common table expression that a statement may name more than once. Then its rows are
 * computed once and kept, for all places where the rules have left the query as it is.
 */
public final class SharedQuery {
    /** It is a common table expression: SQLite does not move conditions into one that is shared. */
    private final boolean commonTable;

    private boolean repeats;
    /** Another query of the statement has kept the rows, or will. */
    private boolean kept;

    public SharedQuery(boolean commonTable) {
        this.commonTable = commonTable;
    }

    public boolean isCommonTable() {
        return commonTable;
    }

    /** Whether the rows are kept for several places. */
    boolean isKept() {
        return repeats || kept;
    }

    /** Has the rows kept wherever the query stands in the statement. */
    public void keep() {
        kept = true;
    }

    /** Whether conditions on the rows must stay outside. */
    public boolean isClosed() {
        return isKept() && commonTable;
    }

    /** Finds out which of the queries in a resolved statement stand there more than once. */
    public static void mark(Query statement) {
        Map<SharedQuery, Integer> counts = new IdentityHashMap<>();
        Queries.walk(statement, derived -> {
            if (derived.shared() != null) {
                counts.merge(derived.shared(), 1, Integer::sum);
                derived.shared().repeats = counts.get(derived.shared()) > 1
                        && !Queries.isCorrelated(derived.query())
                        && (derived.shared().commonTable
                                || Queries.isDeterministic(derived.query()));
            }
        });
    }
}
