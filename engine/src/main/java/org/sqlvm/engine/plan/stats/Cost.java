package org.sqlvm.engine.plan.stats;

/**
 * What single steps of a plan cost, in nanoseconds: the figures of {@link CostModel}, stated here
 * and nowhere else. {@code ./sqlvm calibrate} measures each of them on a machine and says which are
 * off by more than three times; docs/performance.md has what it said.
 *
 * <p>Plans depend on the proportions alone. {@link #TABLE_STEP} is what the others are in
 * proportion to: it is what {@link org.sqlvm.api.ScanPlan} counts in, and what a run counts before
 * it gives rows up for vectors.
 */
public enum Cost {
    /** A scan of a table goes to the next row, and one of its columns is read. */
    TABLE_STEP(20, "row"),

    /** A scan of an index goes to the next entry, which is shorter than a row. */
    INDEX_STEP(12, "entry"),

    /**
     * A search goes down a tree of pages, which is higher the more rows it has. The pages of a
     * large one are in no cache of the processor.
     */
    SEARCH_LEVEL(10, "search and doubling of the rows"),

    /** A search begins a loop over rows, and each of them is compared with the loop's end. */
    RANGE(40, "search"),

    /** From an index entry to its row, which mostly is not near the row before. */
    FOLLOW_LEVEL(5, "row and doubling of the rows"),

    /**
     * The same in a table of which nothing is known. It is taken for a large one, and mostly is not
     * (see {@link DefaultRows#TABLE}): then the rows are in the processor's caches.
     */
    FOLLOW_LEVEL_UNKNOWN(2.4, "row and doubling of the rows"),

    /** A row is copied into the hash table of a join. */
    HASH_BUILD(40, "row"),

    /** The same in a larger table, which is in no cache of the processor. */
    HASH_BUILD_LEVEL(6, "row and doubling of the rows"),

    /** A row looks for others in the hash table of a join. */
    HASH_PROBE(20, "row"),

    /** The same in a larger table. */
    HASH_PROBE_LEVEL(3, "row and doubling of the rows"),

    /** A row finds its group in a hash table, or a value its place in the set of an IN. */
    GROUP_ROW(30, "row"),

    /**
     * A row is looked up in the set of an IN, or in the groups of a query: more than
     * {@link #HASH_PROBE}, since the test stands in an expression. The size of the set is a guess
     * in most cases, so that it does not depend on that.
     */
    SET_PROBE(40, "row"),

    /** A row goes into a sorter and comes out. */
    SORT_ROW(30, "row"),

    /** Rows that are sorted are compared. */
    SORT_LEVEL(6, "row and doubling of the rows"),

    /** A row that several indexes may find is looked for among those found before. */
    SEEN_ROW(8, "row"),

    /**
     * Vectors read a row whose columns the column cache has, by two threads (TPC-H Q8: 9.7 ms for
     * 8.6 million rows).
     */
    VECTOR_ROW(1, "row"),

    /** Vectors decode a row, by two threads: the column cache does not have its columns. */
    VECTOR_DECODED_ROW(15, "row"),

    /** Vectors read a row, find its group, and add a value to that. */
    VECTOR_GROUPED_ROW(2, "row"),

    /**
     * As {@link #TABLE_STEP} in a program that is not compiled yet. That takes four to five times
     * what vectors take for its rows (TPC-H Q4: 600 and 130 ns).
     */
    INTERPRETED_STEP(160, "row"),

    /**
     * A search after many others in the same tree, from {@link CostModel#CACHED_DOUBLINGS} on:
     * those found the upper pages in the processor's caches, and this one does. It is what a run
     * counts; {@link #SEARCH_LEVEL} is what a plan expects.
     */
    WARM_SEARCH_LEVEL(20, "search and doubling of the rows"),

    /** The least that such a search takes. */
    WARM_SEARCH(40, "search"),

    /** A query is planned and compiled a second time, for vectors. */
    VECTOR_PLAN(2_000_000, "query");

    private final double ns;
    private final String per;

    Cost(double ns, String per) {
        this.ns = ns;
        this.per = per;
    }

    /** In nanoseconds. */
    public double ns() {
        return ns;
    }

    /** What that is the cost of. */
    public String per() {
        return per;
    }

    /** In rows that a scan of a table goes over in that time. */
    public double tableSteps() {
        return ns / TABLE_STEP.ns;
    }
}
