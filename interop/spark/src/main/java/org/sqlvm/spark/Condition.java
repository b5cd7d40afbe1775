package org.sqlvm.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A condition in SQL.
 *
 * @param parameters Long, Double, String or byte[], one for each {@code ?}
 */
record Condition(String sql, List<Object> parameters) implements Serializable {
    static final Condition NONE = new Condition("", List.of());

    boolean isNone() {
        return sql.isEmpty();
    }

    /** Returns a condition for rows that both hold for. */
    Condition and(Condition other) {
        if (isNone() || other.isNone()) {
            return isNone() ? other : this;
        }
        List<Object> all = new ArrayList<>(parameters);
        all.addAll(other.parameters);
        return new Condition("(" + sql + ") AND (" + other.sql + ")", all);
    }

    /** Returns a WHERE clause, with a blank before it; empty for no condition. */
    String where() {
        return isNone() ? "" : " WHERE " + sql;
    }
}
