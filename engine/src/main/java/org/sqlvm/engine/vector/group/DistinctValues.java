package org.sqlvm.engine.vector.group;

import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Vector;

import java.util.Arrays;

/**
 * The different values of an argument of a DISTINCT aggregate in each group: of equal ones the
 * first is taken. NULL is none.
 */
public final class DistinctValues {
    /** Pairs of a group and a value; without groups, values. */
    private final GroupKeys pairs;

    private final Vector[] keys;
    private final boolean isGrouped;
    private final int[] numbers;

    /** Values that are not NULL, then of those the new ones. */
    private final Vector some;

    private final Vector fresh;
    private final int[] someGroups;
    private final int[] freshGroups;
    private int freshCount;

    /** Some values have come to {@link #pairs} that were not given out. */
    private boolean failed;

    /** By group: how many values it has. */
    private long[] counts = {};

    /** @param countMax the most pairs: more are taken for a want of memory */
    public DistinctValues(boolean isGrouped, int vectorRows, Workspace workspace, int countMax) {
        this.isGrouped = isGrouped;
        pairs = new GroupKeys(isGrouped ? 2 : 1, 0, vectorRows, workspace, countMax);
        keys = new Vector[isGrouped ? 2 : 1];
        keys[0] = new Vector(vectorRows);
        numbers = new int[vectorRows];
        some = new Vector(vectorRows);
        fresh = new Vector(vectorRows);
        someGroups = new int[vectorRows];
        freshGroups = isGrouped ? new int[vectorRows] : null;
    }

    /** Room for groups 0 to {@code capacity - 1}. */
    public void grow(int capacity) {
        counts = Arrays.copyOf(counts, capacity);
    }

    /**
     * Takes values.
     *
     * @param groups by row its group; null if all belong to group 0
     * @return false if there is no memory for them, from then on
     */
    public boolean take(Vector values, int[] groups, int count) {
        int left = 0;
        for (int i = 0; i < count; i++) {
            numbers[left] = i;
            left += values.isNull(i) ? 0 : 1;
        }
        values.copy(numbers, left, some);
        if (isGrouped) {
            long[] owners = keys[0].makeLongs();
            for (int i = 0; i < left; i++) {
                someGroups[i] = groups[numbers[i]];
                owners[i] = someGroups[i];
            }
            keys[1] = some;
        } else {
            keys[0] = some;
        }
        int known = pairs.count();
        failed |= !pairs.find(keys, left, numbers);
        if (failed) {
            return false;
        }
        // New pairs are numbered as they come.
        freshCount = 0;
        for (int i = 0; i < left; i++) {
            if (numbers[i] == known + freshCount) {
                int group = isGrouped ? someGroups[i] : 0;
                counts[group]++;
                if (isGrouped) {
                    freshGroups[freshCount] = group;
                }
                numbers[freshCount++] = i;
            }
        }
        some.copy(numbers, freshCount, fresh);
        return true;
    }

    /** How many values all groups have together. */
    public int pairCount() {
        return pairs.count();
    }

    /**
     * Takes values that have been taken elsewhere.
     *
     * @param from the first of them, by {@link #pairCount}; as many as a vector holds are taken
     * @param owners by group of {@code other}, the one here
     * @return false if there is no memory for them
     */
    public boolean take(DistinctValues other, int from, int[] owners) {
        int count = Math.min(numbers.length, other.pairs.count() - from);
        Vector values = new Vector(numbers.length);
        other.pairs.load(isGrouped ? 1 : 0, from, null, count, values);
        int[] groups = isGrouped ? new int[count] : null;
        for (int i = 0; isGrouped && i < count; i++) {
            groups[i] = owners[(int) other.pairs.bits(0, from + i)];
        }
        return take(values, groups, count);
    }

    /** Of the values that were taken last, those that are new in their groups. */
    public Vector fresh() {
        return fresh;
    }

    /** As {@link #fresh}: their groups; null if all belong to group 0. */
    public int[] freshGroups() {
        return freshGroups;
    }

    public int freshCount() {
        return freshCount;
    }

    /** By group: how many values it has. */
    public long[] counts() {
        return counts;
    }

    /** Gives back its memory. */
    public void release() {
        pairs.release();
    }
}
