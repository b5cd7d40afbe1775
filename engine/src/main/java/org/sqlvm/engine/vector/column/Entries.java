package org.sqlvm.engine.vector.column;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The list of a column's values that pass a condition, by number. It is computed when it is first
 * read.
 */
public final class Entries {
    /** Up to this many values are few. */
    private static final int FEW = 4;

    private final int count;
    private final boolean mayFail;
    private final IntPredicate test;

    private byte[] passing;
    private int first;
    private int last = -1;
    private int passingCount;
    private int[] few;

    /**
     * Creates a list.
     *
     * @param mayFail whether {@code test} may throw
     */
    public Entries(int count, boolean mayFail, IntPredicate test) {
        this.count = count;
        this.mayFail = mayFail;
        this.test = test;
    }

    /** The values that are in both lists. */
    public Entries and(Entries other) {
        assert other.count == count : other.count + " and " + count;
        return new Entries(
                count,
                mayFail || other.mayFail,
                index -> passing()[index] == 1 && other.passing()[index] == 1);
    }

    /** The values that are in one of the lists. */
    public Entries or(Entries other) {
        assert other.count == count : other.count + " and " + count;
        return new Entries(
                count,
                mayFail || other.mayFail,
                index -> passing()[index] == 1 || other.passing()[index] == 1);
    }

    /** Whether computing the list may throw. */
    public boolean mayFail() {
        return mayFail;
    }

    /** By number: 1 if the value passes, else 0. */
    public byte[] passing() {
        if (passing == null) {
            find();
        }
        return passing;
    }

    private void find() {
        byte[] found = new byte[count];
        int[] indexes = new int[FEW];
        passingCount = 0;
        for (int i = 0; i < count; i++) {
            if (!test.test(i)) {
                continue;
            }
            found[i] = 1;
            first = passingCount == 0 ? i : first;
            last = i;
            if (passingCount < FEW) {
                indexes[passingCount] = i;
            }
            passingCount++;
        }
        few = passingCount <= FEW ? Arrays.copyOf(indexes, passingCount) : null;
        passing = found;
    }

    /** Whether all values pass. */
    public boolean areAll() {
        passing();
        return passingCount == count;
    }

    /** Whether a value passes, and the numbers of all that do are consecutive. */
    public boolean areTogether() {
        passing();
        return passingCount > 0 && passingCount == last - first + 1;
    }

    /** The least number that passes. */
    public int first() {
        passing();
        return first;
    }

    /** The greatest number that passes. */
    public int last() {
        passing();
        return last;
    }

    /** The numbers that pass; null if they are more than a few. */
    public int[] few() {
        passing();
        return few;
    }
}
