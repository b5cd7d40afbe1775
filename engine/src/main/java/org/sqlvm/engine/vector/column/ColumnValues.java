package org.sqlvm.engine.vector.column;

/**
 * The different values that a column has in a partition, by number, where that is a small range:
 * entries of a dictionary, integers, days. What is the same for equal values is computed once for
 * each of them.
 */
public final class ColumnValues {
    /** A range of so many numbers is small in any partition; and a larger one never is. */
    private static final int RANGE_SMALL = 64;

    private static final int RANGE_MAX = 1 << 16;

    /** More than any range has. */
    private static final long FAR = 1L << 40;

    /** In other partitions the range may have as many numbers as every so many rows. */
    private static final int ROWS_PER_NUMBER = 4;

    private final Chunk chunk;
    private final Codes codes;

    /** Codes for each number: {@link TimeUnits} of times, else 1. */
    private final int unit;

    /** Of the value that is number 0 here. */
    private final long first;

    private final int count;

    private ColumnValues(Chunk chunk, Codes codes, int unit, long first, int count) {
        this.chunk = chunk;
        this.codes = codes;
        this.unit = unit;
        this.first = first;
        this.count = count;
    }

    /**
     * Those of a column; null if there are too many of them, or it has no codes.
     *
     * @param unit of times, in seconds: those in the same unit are one value
     */
    public static ColumnValues of(Chunk chunk, int unit) {
        return switch (chunk) {
            // Its range is as small as it can be.
            case Chunk.Dictionary dictionary ->
                new ColumnValues(chunk, dictionary.codes, 1, 0, dictionary.entries.length);
            case Chunk.Longs longs -> of(chunk, longs.codes, 1);
            case Chunk.Scaled scaled -> of(chunk, scaled.codes, 1);
            case Chunk.Times times ->
                of(chunk, times.codes, Math.max(1, unit / times.form.seconds));
            case null, default -> null;
        };
    }

    private static ColumnValues of(Chunk chunk, Codes codes, int unit) {
        long first = Math.floorDiv(codes.least, (long) unit);
        long range = Math.floorDiv(codes.greatest, (long) unit) - first + 1;
        boolean small = range > 0
                && range <= RANGE_MAX
                && range * unit <= Integer.MAX_VALUE
                && range <= Math.max(RANGE_SMALL, codes.count() / ROWS_PER_NUMBER);
        return small ? new ColumnValues(chunk, codes, unit, first, (int) range) : null;
    }

    /** How many numbers there are, from 0. Not every one needs to occur. */
    public int count() {
        return count;
    }

    boolean isOf(Chunk other) {
        return chunk == other;
    }

    /** Whether equal values have equal numbers here and there, but for a fixed difference. */
    public boolean isLike(ColumnValues other) {
        return switch (chunk) {
            case Chunk.Longs _ -> other.chunk instanceof Chunk.Longs;
            case Chunk.Scaled scaled ->
                other.chunk instanceof Chunk.Scaled there && there.scale == scaled.scale;
            case Chunk.Times times ->
                other.chunk instanceof Chunk.Times there
                        && there.form == times.form
                        && other.unit == unit;
            default -> other.chunk == chunk;
        };
    }

    /** The number here of what is number 0 there; {@link #FAR} if it is far from all others. */
    public long numberOfFirst(ColumnValues other) {
        double distance = (double) other.first - first;
        return Math.abs(distance) < FAR ? other.first - first : FAR;
    }

    /** The rows that are NULL: their numbers mean nothing. Null if none is. */
    public long[] nulls() {
        return chunk.nulls;
    }

    /** The numbers of rows, which are as those of {@link Chunk#load}. */
    public void numbers(int from, int[] selection, int rows, int[] target) {
        codes.subtract(from, selection, rows, first * unit, target);
        if (unit > 1) {
            divide(target, rows, unit);
        }
    }

    /**
     * {@code target[i]} becomes what {@code map} has for the number of each row.
     *
     * @param zero where number 0 is in the map
     * @param numbers takes the rows' numbers, or not
     * @return below 0 if one of the results is
     */
    public int look(
            int from, int[] selection, int rows, int[] map, int zero, int[] numbers, int[] target) {
        long base = first - zero;
        if (selection == null && unit == 1 && codes.areNarrow() && (int) base == base) {
            return codes.look(from, rows, (int) base, map, target);
        }
        numbers(from, selection, rows, numbers);
        int all = 0;
        for (int i = 0; i < rows; i++) {
            int found = map[numbers[i] + zero];
            target[i] = found;
            all |= found;
        }
        return all;
    }

    /**
     * Divides numbers that are not negative. Half of the least step between two quotients is more
     * than what the product is wrong by, so cutting it off gives the quotient.
     */
    private static void divide(int[] numbers, int count, int divisor) {
        double factor = 1.0 / divisor;
        for (int i = 0; i < count; i++) {
            numbers[i] = (int) ((numbers[i] + 0.5) * factor);
        }
    }

    /** The value that a number stands for; of times the first in its unit. */
    public Object value(int number) {
        long code = (first + number) * unit;
        return switch (chunk) {
            case Chunk.Dictionary dictionary -> dictionary.entries[number];
            case Chunk.Scaled scaled -> code / scaled.scale;
            case Chunk.Times times -> unit == 1 ? times.text(code) : times.form.text(code);
            default -> code;
        };
    }
}
