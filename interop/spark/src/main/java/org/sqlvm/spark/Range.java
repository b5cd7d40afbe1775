package org.sqlvm.spark;

import java.io.Serializable;
import java.util.List;

/**
 * The rows of a part of a table.
 *
 * @param condition the condition that only these rows meet
 * @param behind the rowid before the first one; Long.MIN_VALUE for the first row
 * @param to the last rowid
 */
record Range(Condition condition, long behind, long to) implements Serializable {
    /** All rows. */
    static final Range ALL = new Range(Condition.NONE, Long.MIN_VALUE, Long.MAX_VALUE);

    /** Returns the rows for which a condition holds that is not one of rowids. */
    static Range of(Condition condition) {
        return new Range(condition, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /**
     * Returns a range of rowids.
     *
     * @param key the name of the rowid
     */
    static Range ofRowids(String key, long behind, long to) {
        Condition above = behind == Long.MIN_VALUE
                ? Condition.NONE
                : new Condition(key + " > ?", List.of(behind));
        Condition below =
                to == Long.MAX_VALUE ? Condition.NONE : new Condition(key + " <= ?", List.of(to));
        return new Range(above.and(below), behind, to);
    }
}
