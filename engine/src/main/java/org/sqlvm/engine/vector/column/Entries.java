package org.sqlvm.engine.vector.column;

import java.util.Arrays;
import java.util.function.IntPredicate;

/** Which of a column's values pass a condition, by number: found out when somebody asks first. */
public final class Entries {
    /** So many are few. */
    private static final int FEW = 4;

    private final int count;
    private final boolean mayFail;
    private final IntPredicate test;

    private byte[] passing;
    private int first;
    private int last = -1;
    private int passingCount;
    private int[] few;

    /** @param mayFail whether {@code test} may throw */
    public Entries(int count, boolean mayFail, IntPredicate test) {
        this.count = count;
        this.mayFail = mayFail;
        this.test = test;
    }

    /** Those that pass both. */
    public Entries and(Entries other) {
        return new Entries(
                count,
                mayFail || other.mayFail,
                index -> passing()[index] == 1 && other.passing()[index] == 1);
    }

    /** Those that pass one of the two. */
    public Entries or(Entries other) {
        return new Entries(
                count,
                mayFail || other.mayFail,
                index -> passing()[index] == 1 || other.passing()[index] == 1);
    }

    /** Whether the first call of the others may throw what the condition may. */
    public boolean mayFail() {
        return mayFail;
    }

    /** 1 for those that do. */
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

    /** Whether those that pass stand one after the other, and there is one. */
    public boolean areTogether() {
        passing();
        return passingCount > 0 && passingCount == last - first + 1;
    }

    /** The first that passes. */
    public int first() {
        passing();
        return first;
    }

    /** The last. */
    public int last() {
        passing();
        return last;
    }

    /** The numbers of those that pass; null if they are more than a few. */
    public int[] few() {
        passing();
        return few;
    }
}
