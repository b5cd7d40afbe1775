package org.sqlvm.test.queries;

import java.util.ArrayList;
import java.util.List;

/** The names that an expression of a generated query may use. */
final class Scope {
    /** Null of the outermost query. */
    final Scope outer;
    /** The rows under the groups, or this scope if it is of rows itself. */
    final Scope rows;

    final List<String> columns = new ArrayList<>();
    /** The columns as queries inside name them. */
    final List<String> qualified = new ArrayList<>();
    /** Columns that together are different in every row. */
    final List<String> key = new ArrayList<>();
    /** Names of windows whose order is that of rows that are all different. */
    final List<String> totalWindows = new ArrayList<>();
    /** Names of other windows. */
    final List<String> windows = new ArrayList<>();

    private Scope(Scope outer, Scope rows) {
        this.outer = outer;
        this.rows = rows == null ? this : rows;
    }

    static Scope of(Scope outer) {
        return new Scope(outer, null);
    }

    /** A scope of the groups that have {@code keys}. */
    Scope groups(List<String> keys) {
        Scope groups = new Scope(outer, this);
        groups.columns.addAll(keys);
        keys.stream().filter(key -> key.matches("\\w+\\.\\w+")).forEach(groups.qualified::add);
        groups.key.addAll(keys);
        return groups;
    }

    /** How many queries are around this one's. */
    int depth() {
        return outer == null ? 0 : 1 + outer.depth();
    }
}
