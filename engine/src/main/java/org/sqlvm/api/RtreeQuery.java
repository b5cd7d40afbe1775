package org.sqlvm.api;

/**
 * A search of R-Trees by a program's own test (sqlite.org/rtree.html#custom_r_tree_queries):
 * {@link Database#createRtreeQuery} registers one, and {@code WHERE id MATCH name(…)} runs it.
 */
@FunctionalInterface
public interface RtreeQuery {
    /** How much of a cell the query wants. */
    enum Within {
        /** Nothing in the cell. */
        NOT,
        /** Perhaps some of what the cell contains. */
        PARTLY,
        /** All that the cell contains. */
        FULLY
    }

    /** An entry of the tree, or a part of the tree in a box. It changes from call to call. */
    interface Cell {
        /** Returns the bounding box: the lower and upper bound of each dimension in turn. */
        double[] coordinates();

        /** Returns the arguments of the function in SQL, as numbers. */
        double[] parameters();

        /** Returns an argument of the function: Long, Double, String, byte[] or null. */
        Object parameter(int index);

        /** Returns the cell's height above the entries, which have 0. */
        int level();

        /** Returns the height of the root. */
        int maxLevel();

        /** Returns the rowid of an entry; 0 for a cell above the entries. */
        long rowid();

        /** Returns the score of the cell that contains this one. */
        double parentScore();

        /** Returns what the query has said of the cell that contains this one. */
        Within parentWithin();

        /** Returns how many cells of a level wait to be visited. */
        int waiting(int level);

        /**
         * Sets the cell's score, which is at first that of the cell that contains it. Cells with
         * the smallest score are visited first, and so are entries.
         */
        void setScore(double score);

        /** Returns what {@link #setState} has set for this run of the query; null at first. */
        Object state();

        /** Keeps an object for the next cells of this run of the query. */
        void setState(Object state);
    }

    /** Returns how much of a cell is wanted. */
    Within test(Cell cell);
}
