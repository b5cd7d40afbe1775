package org.sqlvm.engine.plan.stats;

/**
 * What the parts of a plan cost, in nanoseconds: the formulas over the figures of {@link Cost}. All
 * that compares plans asks here.
 */
public final class CostModel {
    /** The doublings of the rows that a tree has whose pages are all in the processor's caches. */
    public static final int CACHED_DOUBLINGS = 13;

    /**
     * Going through so few rows is no more than making a hash table of them, or keeping results.
     */
    public static final double SMALL_TABLE_ROWS = 50;

    /**
     * The share of a sort's cost that is left if the rows come sorted by the first keys: less is
     * compared, and less is kept.
     */
    private static final double PRESORTED_SHARE = 0.6;

    /**
     * Of indexes that are as good the narrower one is the smaller. What a column of an index adds
     * is too little to decide anything else.
     */
    private static final double WIDTH = 0.2;

    /**
     * The share of a scan that is added where rows come in the order that is wanted and conditions
     * refuse some: the first that passes may be a long way off.
     */
    public static final double UNLUCKY_SHARE = 0.05;

    /**
     * What a rewritten query may cost of the query as it is written, if the rewritten one gives up
     * an order of loops that is safe.
     */
    public static final double REWRITTEN_SHARE = 0.5;

    /**
     * Without statistics an index may find many times more rows than {@link DefaultRows#equal}. A
     * table read once too often costs less than a query that is slow for every row.
     */
    public static final double GUESS_RISK = 1.5;

    /**
     * What rows may cost of vectors, if a range of which nothing is known is narrow, to be tried
     * first.
     */
    public static final double NARROW_SHARE = 1 / 4.0;

    /** The share of the rows that are read which may be kept for an order that is not wanted. */
    public static final double KEPT_SHARE = 1 / 8.0;

    /** The share of an order's rows, its first, that are found without sorting all. */
    public static final double FIRST_SHARE = 1 / 8.0;

    /**
     * How often vectors find the columns of a table in the column cache, as far as a plan knows: it
     * is the same for a first and for a later run. What conditions and joins leave is mostly
     * guessed too few, which counts for vectors.
     */
    private static final double CACHED_SHARE = 9 / 14.0;

    private CostModel() {}

    /** How often one row doubles until there are {@code rows}. */
    private static double doublings(double rows) {
        return Math.log(rows + 1) / Math.log(2);
    }

    /** Going over rows of a table. */
    public static double tableSteps(double rows) {
        return rows * Cost.TABLE_STEP.ns();
    }

    /** How many rows of a table could be gone over for {@code cost}. */
    public static double tableStepsFor(double cost) {
        return cost / Cost.TABLE_STEP.ns();
    }

    /** Going over entries of an index, or over rows that a hash table has found. */
    public static double indexSteps(double entries) {
        return entries * Cost.INDEX_STEP.ns();
    }

    /** Finding the only row with a key in a table or an index of {@code rows}. */
    public static double search(double rows) {
        return Cost.SEARCH_LEVEL.ns() * doublings(rows);
    }

    /** Finding the first of several rows in a table or an index of {@code rows}. */
    public static double rangeSearch(double rows) {
        return Cost.RANGE.ns() + search(rows);
    }

    /**
     * Finding one of the rows of a query: it is not more than a search, and the first of them.
     *
     * @param cost of all of them
     */
    public static double firstRow(double cost, double rows) {
        return Math.min(cost, rangeSearch(DefaultRows.TABLE) + cost / Math.max(1, rows));
    }

    /**
     * An entry of an index, and from there its row in a table of {@code rows}.
     *
     * @param known whether that is more than the default
     */
    public static double follow(double rows, boolean known) {
        Cost level = known ? Cost.FOLLOW_LEVEL : Cost.FOLLOW_LEVEL_UNKNOWN;
        return Cost.INDEX_STEP.ns() + level.ns() * doublings(rows);
    }

    /** Copying {@code rows} into the hash table of a join. */
    public static double hashBuild(double rows) {
        return rows * (Cost.HASH_BUILD.ns() + Cost.HASH_BUILD_LEVEL.ns() * doublings(rows));
    }

    /** Looking one row up in the hash table of a join that has {@code rows}. */
    public static double hashProbe(double rows) {
        return Cost.HASH_PROBE.ns() + Cost.HASH_PROBE_LEVEL.ns() * doublings(rows);
    }

    /** Finding the groups of {@code rows}, or making a set of them. */
    public static double group(double rows) {
        return rows * Cost.GROUP_ROW.ns();
    }

    /** Looking {@code rows} up in a set, or in groups. */
    public static double setProbes(double rows) {
        return rows * Cost.SET_PROBE.ns();
    }

    /**
     * Sorting {@code rows}, of which {@code limit} are wanted.
     *
     * @param presorted whether they come sorted by the first keys
     */
    public static double sort(double rows, double limit, boolean presorted) {
        double row = Cost.SORT_ROW.ns() + Cost.SORT_LEVEL.ns() * doublings(Math.min(rows, limit));
        return rows * row * (presorted ? PRESORTED_SHARE : 1);
    }

    /** Finding out which of {@code rows} another index has found. */
    public static double seen(double rows) {
        return rows * Cost.SEEN_ROW.ns();
    }

    /** What a path pays for the width of its index, once. */
    public static double width(int width) {
        return width * WIDTH;
    }

    /** Reading {@code rows} on vectors, if it is not known whether the column cache has them. */
    public static double vectors(double rows) {
        double row = CACHED_SHARE * Cost.VECTOR_ROW.ns()
                + (1 - CACHED_SHARE) * Cost.VECTOR_DECODED_ROW.ns();
        return rows * row;
    }

    /** Making groups of {@code rows} on vectors, where the column cache has them. */
    public static double vectorGroups(double rows) {
        return rows * Cost.VECTOR_GROUPED_ROW.ns();
    }

    /** Searching after many other searches in a tree of {@code rows}. */
    public static double warmSearch(long rows) {
        int doublings = Long.SIZE - Long.numberOfLeadingZeros(rows);
        return Math.max(
                Cost.WARM_SEARCH.ns(),
                Cost.WARM_SEARCH_LEVEL.ns() * (doublings - CACHED_DOUBLINGS));
    }
}
