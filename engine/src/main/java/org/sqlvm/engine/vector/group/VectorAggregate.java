package org.sqlvm.engine.vector.group;

import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.hash.HashTable;
import org.sqlvm.engine.vector.column.Vector;

/**
 * An aggregate function on vectors: the states that it keeps, and what it makes of them in the end.
 * {@link VectorAggregates} finds it.
 */
public abstract class VectorAggregate {
    private final AggregateFunction function;

    VectorAggregate(AggregateFunction function) {
        this.function = function;
    }

    AggregateFunction function() {
        return function;
    }

    /** Aggregates of equal forms can share the states of equal arguments. */
    public Object form() {
        return this;
    }

    /**
     * States without groups; null if the number of rows is enough.
     *
     * @param parameters the arguments behind the first, which are the same for all rows
     */
    public abstract GroupStates states(Object[] parameters);

    /** Whether values of a column, which are no error by themselves, may make a result one. */
    public boolean mayFail() {
        return false;
    }

    /** Whether the result of one of the first groups is an error. */
    boolean fails(GroupStates states, int groupCount) {
        return false;
    }

    /**
     * Stores the result of a group in a row.
     *
     * @param rows how many have come to the group
     */
    abstract void store(GroupStates states, int group, long rows, HashTable target, int column);

    /**
     * Loads the results of groups, none of which is an error.
     *
     * @param rows by group, how many have come to it
     */
    abstract void load(GroupStates states, Results results, long[] rows, Vector target);

    /**
     * Groups whose results are wanted.
     *
     * @param lanes offsets from {@code from}; null for all
     * @param nonEmpty a row has come to each
     */
    record Results(int from, int[] lanes, int count, boolean nonEmpty) {
        int group(int place) {
            return GroupResults.group(from, lanes, place);
        }
    }
}
