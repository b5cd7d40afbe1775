package org.sqlvm.engine.vector.column;

/**
 * The distinct values that a column may have in a partition, numbered from 0, if their range is
 * small: entries of a dictionary, integers, days. A function of the column is then computed once
 * for each value.
 */
public final class ColumnValues {
    /**
     * A range of RANGE_SMALL numbers is small in any partition, and one of more than RANGE_MAX in
     * none.
     */
    private static final int RANGE_SMALL = 64;

    private static final int RANGE_MAX = 1 << 16;

    /** More than any range has. */
    private static final long FAR = 1L << 40;

    /** Other ranges are small if there are at least this many rows for each number. */
    private static final int ROWS_PER_NUMBER = 4;

    private final Chunk chunk;
    private final Codes codes;

    /**
     * The number of codes that are one value: see {@link org.sqlvm.engine.row.TimeGrain}; 1 for
     * other columns than times.
     */
    private final int unit;

    /** The code of value 0, in units. */
    private final long first;

    private final int count;

    private ColumnValues(Chunk chunk, Codes codes, int unit, long first, int count) {
        assert count > 0 && unit > 0 : count + " of " + unit;
        this.chunk = chunk;
        this.codes = codes;
        this.unit = unit;
        this.first = first;
        this.count = count;
    }

    /**
     * The values of a column; null if there are too many, or it has no codes.
     *
     * @param unit for times: the seconds in a unit; times in the same unit are one value
     */
    public static ColumnValues of(Chunk chunk, int unit) {
        return switch (chunk) {
            // Its range is the number of entries.
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

    /** The number of values. Some may not occur. */
    public int count() {
        return count;
    }

    boolean isOf(Chunk other) {
        return chunk == other;
    }

    /** Whether equal values have equal numbers in both, apart from a fixed difference. */
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

    /** The number here of the other's value 0; {@link #FAR} if the values are far apart. */
    public long numberOfFirst(ColumnValues other) {
        double distance = (double) other.first - first;
        return Math.abs(distance) < FAR ? other.first - first : FAR;
    }

    /** The rows that are NULL, whose numbers mean nothing; null if none is. */
    public long[] nulls() {
        return chunk.nulls;
    }

    /** Numbers the values of rows, which are given as in {@link Chunk#load}. */
    public void numbers(int from, int[] selection, int rows, int[] target) {
        codes.subtract(from, selection, rows, first * unit, target);
        if (unit > 1) {
            divide(target, rows, unit);
        }
        assert Checks.areBelow(target, rows, count) : count;
    }

    /**
     * Looks up the number of each row's value in {@code map}.
     *
     * @param zero the index of number 0 in the map
     * @param numbers a buffer
     * @return negative if one of the results is
     */
    public int translate(
            int from, int[] selection, int rows, int[] map, int zero, int[] numbers, int[] target) {
        long base = first - zero;
        if (selection == null && unit == 1 && codes.areNarrow() && (int) base == base) {
            return codes.translate(from, rows, (int) base, map, target);
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
     * Divides numbers that are not negative. The quotient of {@code number + 0.5} is at least half
     * a step away from an integer, and the error of the product is smaller, so truncation gives the
     * exact quotient.
     */
    private static void divide(int[] numbers, int count, int divisor) {
        double factor = 1.0 / divisor;
        for (int i = 0; i < count; i++) {
            numbers[i] = (int) ((numbers[i] + 0.5) * factor);
        }
    }

    /** The value of a number; for times the first one in its unit. */
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
