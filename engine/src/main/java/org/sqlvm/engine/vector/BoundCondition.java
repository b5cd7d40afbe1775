package org.sqlvm.engine.vector;

import org.sqlvm.engine.vector.VectorQuery.Condition;

import java.util.List;

/**
 * A condition as it is tested in one partition. What a column's encoding decides for all rows, or
 * for each of its codes, is decided when the partition begins.
 */
sealed interface BoundCondition {
    /** True of all rows. */
    record Always() implements BoundCondition {}

    /** True of none. */
    record Never() implements BoundCondition {}

    /**
     * The column's code is in a range, both ends included, and it is not NULL.
     *
     * @param source what the column belongs to: see {@link VectorQuery.Step.Load}
     */
    record Range(int source, Chunk column, Codes codes, long low, long high)
            implements BoundCondition {}

    /** The entry that the row has in the column's dictionary passes. */
    record Listed(int source, Chunk.Dictionary column, Entries entries) implements BoundCondition {}

    /** Two columns' entries compare as their ranks in both dictionaries together do. */
    record Ranked(
            VectorQuery.Comparator comparator,
            int leftSource,
            Chunk.Dictionary left,
            int rightSource,
            Chunk.Dictionary right,
            Ranks ranks)
            implements BoundCondition {}

    record AllOf(List<BoundCondition> parts) implements BoundCondition {}

    record AnyOf(List<BoundCondition> parts) implements BoundCondition {}

    record Untrue(BoundCondition part) implements BoundCondition {}

    /** It is tested on vectors, row by row or pair by pair. */
    record General(Condition condition) implements BoundCondition {}

    /** Which entries of a dictionary pass, by their places. */
    interface Entries {
        /** 1 for those that do; computed at the first call, which may fail as the condition may. */
        byte[] passing();
    }
}
