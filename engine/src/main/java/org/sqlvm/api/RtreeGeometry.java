package org.sqlvm.api;

/**
 * A region that R-Trees are searched for (sqlite.org/rtree.html#custom_r_tree_queries):
 * {@link Database#createRtreeGeometry} registers one, and {@code WHERE id MATCH name(…)} finds the
 * entries that it may contain. {@link RtreeQuery} can do more.
 */
@FunctionalInterface
public interface RtreeGeometry {
    /**
     * Returns whether a box may have something in common with the region.
     *
     * @param coordinates the lower and upper bound of each dimension in turn
     * @param parameters the arguments of the function in SQL, as numbers
     */
    boolean test(double[] coordinates, double[] parameters);
}
