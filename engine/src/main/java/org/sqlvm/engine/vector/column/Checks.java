package org.sqlvm.engine.vector.column;

/**
 * Invariants of vectors and selections, for assertions where they pass from one stage to another.
 * None of the methods is called without {@code -ea}.
 */
public final class Checks {
    private Checks() {}

    /** Whether rows of a selection are less than {@code limit} and in strictly ascending order. */
    public static boolean isAscending(int[] selection, int count, int limit) {
        return isOrdered(selection, count, limit, 1);
    }

    /** As {@link #isAscending}, but rows may repeat, as those that a join has multiplied do. */
    public static boolean isOrdered(int[] selection, int count, int limit) {
        return isOrdered(selection, count, limit, 0);
    }

    private static boolean isOrdered(int[] selection, int count, int limit, int leastStep) {
        long before = -leastStep;
        for (int i = 0; i < count; i++) {
            if (selection[i] < before + leastStep || selection[i] >= limit) {
                return false;
            }
            before = selection[i];
        }
        return true;
    }

    /** Whether the first {@code count} numbers are from 0 to less than {@code limit}. */
    public static boolean areBelow(int[] numbers, int count, int limit) {
        for (int i = 0; i < count; i++) {
            if (numbers[i] < 0 || numbers[i] >= limit) {
                return false;
            }
        }
        return true;
    }

    /** Whether the first {@code count} numbers are from 0 to less than {@code limit}. */
    public static boolean areBelow(long[] numbers, int count, long limit) {
        for (int i = 0; i < count; i++) {
            if (numbers[i] < 0 || numbers[i] >= limit) {
                return false;
            }
        }
        return true;
    }

    /** Whether each of the numbers from 0 to less than their count occurs once. */
    public static boolean isPermutation(int[] numbers) {
        long[] seen = new long[Bits.words(numbers.length)];
        return areBelow(numbers, numbers.length, numbers.length) && areDistinct(numbers, seen);
    }

    private static boolean areDistinct(int[] numbers, long[] seen) {
        for (int number : numbers) {
            if (Bits.get(seen, number)) {
                return false;
            }
            Bits.set(seen, number);
        }
        return true;
    }

    /** Whether a set has no bits from {@code count} on. */
    public static boolean isWithin(long[] bits, int count) {
        for (int i = count; i < bits.length * Long.SIZE; i++) {
            if (Bits.get(bits, i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a vector has {@code count} values, and NULL is marked as its kind wants. */
    public static boolean isValid(Vector vector, int count) {
        return switch (vector.kind) {
            case Vector.LONGS -> vector.longs.length >= count && hasFlags(vector, count);
            case Vector.DOUBLES ->
                vector.doubles.length >= count
                        && hasFlags(vector, count)
                        && areNumbers(vector, count);
            case Vector.OBJECTS ->
                vector.objects.length >= count
                        && !vector.hasNulls
                        && areValues(vector.objects, count);
            default -> false;
        };
    }

    /** Whether all vectors are valid: see {@link #isValid}. */
    public static boolean areValid(Vector[] vectors, int count) {
        for (Vector vector : vectors) {
            if (!isValid(vector, count)) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasFlags(Vector vector, int count) {
        return !vector.hasNulls || vector.nulls.length >= count;
    }

    /** NaN is NULL, which is marked. */
    private static boolean areNumbers(Vector vector, int count) {
        for (int i = 0; i < count; i++) {
            if (Double.isNaN(vector.doubles[i]) && !vector.isNull(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean areValues(Object[] values, int count) {
        for (int i = 0; i < count; i++) {
            boolean isNaN = values[i] instanceof Double number && Double.isNaN(number);
            if (values[i] == null || isNaN) {
                return false;
            }
        }
        return true;
    }
}
