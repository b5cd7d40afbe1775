package org.sqlvm.engine.vector.group;

import java.util.Arrays;

/** How many values of each group were NULL: few, as a rule, so that these are counted. */
abstract class Counting extends GroupStates {
    private long[] nulls = {};
    private int capacity;

    final int capacity() {
        return capacity;
    }

    @Override
    public void grow(int wanted) {
        capacity = wanted;
        if (nulls.length > 0) {
            nulls = Arrays.copyOf(nulls, wanted);
        }
    }

    final void countNulls(int group, long count) {
        if (nulls.length == 0) {
            nulls = new long[capacity];
        }
        nulls[group] += count;
    }

    /** Counts flags that are on. */
    final void countNulls(boolean[] flags, int[] groups, int count) {
        if (groups == null) {
            int all = 0;
            for (int i = 0; i < count; i++) {
                all += flags[i] ? 1 : 0;
            }
            countNulls(0, all);
            return;
        }
        for (int i = 0; i < count; i++) {
            if (flags[i]) {
                countNulls(groups[i], 1);
            }
        }
    }

    @Override
    public void add(GroupStates other, int[] groups) {
        long[] more = ((Counting) other).nulls;
        for (int group = 0; more.length > 0 && group < groups.length; group++) {
            if (more[group] > 0) {
                countNulls(groups[group], more[group]);
            }
        }
    }

    /** Whether no value of any group was NULL. */
    final boolean haveNoNulls() {
        return nulls.length == 0;
    }

    /** Values of a group that were not NULL. */
    final long count(int group, long rows) {
        return nulls.length == 0 ? rows : rows - nulls[group];
    }
}
