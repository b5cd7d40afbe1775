package org.sqlvm.engine.vector.expression;

import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.Codes;
import org.sqlvm.engine.vector.column.Entries;
import org.sqlvm.engine.vector.column.Ranks;
import org.sqlvm.engine.vector.query.VectorQuery;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;

import java.util.List;
import java.util.Set;

/**
 * A condition as it is tested in one partition. What a column's encoding decides for all rows, or
 * for each of its codes, is decided when the partition begins.
 */
public sealed interface BoundCondition {
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
            implements BoundCondition {
        boolean isOfSame(Range other) {
            return codes == other.codes && source == other.source;
        }

        /** Another range of the column. */
        Range of(long otherLow, long otherHigh) {
            return new Range(source, column, codes, otherLow, otherHigh);
        }
    }

    /**
     * The value that the column's code stands for passes.
     *
     * @param entries by code less {@code base}
     */
    record Listed(int source, Chunk column, Codes codes, long base, Entries entries)
            implements BoundCondition {
        /** Whether the other is of the same values, and one may be tested with the other. */
        boolean isOfSame(Listed other) {
            return codes == other.codes
                    && source == other.source
                    && base == other.base
                    && !entries.mayFail()
                    && !other.entries.mayFail();
        }

        /** Another list of the same. */
        Listed of(Entries others) {
            return new Listed(source, column, codes, base, others);
        }
    }

    /** A part of the column's text is one of some texts. */
    record PartAmong(int source, Chunk.Texts column, TextPart part) implements BoundCondition {}

    /** Two columns' values compare as their codes do. */
    record Coded(
            VectorQuery.Comparator comparator,
            int leftSource,
            Chunk left,
            Codes leftCodes,
            int rightSource,
            Chunk right,
            Codes rightCodes)
            implements BoundCondition {}

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

    /**
     * A register has one of several values.
     *
     * @param texts the values, all of them TEXT
     * @param comparisons the same question value by value, for what is no TEXT
     */
    record Among(int register, Set<Object> texts, List<Condition.Compare> comparisons)
            implements BoundCondition {}

    /** It is tested on vectors, row by row or pair by pair. */
    record General(Condition condition) implements BoundCondition {}
}
