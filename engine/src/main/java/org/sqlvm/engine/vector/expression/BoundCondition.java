package org.sqlvm.engine.vector.expression;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.Codes;
import org.sqlvm.engine.vector.column.Entries;
import org.sqlvm.engine.vector.column.Ranks;
import org.sqlvm.engine.vector.query.VectorQuery;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;

import java.util.List;
import java.util.Set;

/**
 * A condition that is bound to a partition. What a column's encoding decides for all rows, or for
 * each code, is decided when the partition begins.
 */
public sealed interface BoundCondition {
    /** True for all rows. */
    record Always() implements BoundCondition {}

    /** True for no row. */
    record Never() implements BoundCondition {}

    /**
     * The column is not NULL and its code is in a range, both ends included.
     *
     * @param source the source of the column: see {@link VectorQuery.Step.Load}
     */
    record Range(int source, Chunk column, Codes codes, long low, long high)
            implements BoundCondition {
        public Range {
            assert codes.least <= low && low <= high && high <= codes.greatest
                    : low + " to " + high;
        }

        boolean isOfSame(Range other) {
            return codes == other.codes && source == other.source;
        }

        /** Another range of the same column. */
        Range of(long otherLow, long otherHigh) {
            return new Range(source, column, codes, otherLow, otherHigh);
        }
    }

    /** The column, of reals, is not NULL and is in a range, both ends included. */
    record RealRange(int source, Chunk.Doubles column, double low, double high)
            implements BoundCondition {
        public RealRange {
            assert low <= high : low + " to " + high;
        }
    }

    /** The column is NULL, or is not; {@link Chunk#nulls} says so. */
    record NullTest(int source, Chunk column, boolean wanted) implements BoundCondition {}

    /**
     * The column's value passes, by its code.
     *
     * @param entries by code minus {@code base}
     */
    record Listed(int source, Chunk column, Codes codes, long base, Entries entries)
            implements BoundCondition {
        public Listed {
            assert base <= codes.least : base;
        }

        /** Whether both are about the same values, and both can be tested at once. */
        boolean isOfSame(Listed other) {
            return codes == other.codes
                    && source == other.source
                    && base == other.base
                    && !entries.mayFail()
                    && !other.entries.mayFail();
        }

        /** Another list of the same values. */
        Listed of(Entries others) {
            return new Listed(source, column, codes, base, others);
        }
    }

    /** The column, of texts, compares like {@code comparator} with a text. */
    record TextCompared(
            int source, Chunk.Texts column, VectorQuery.Comparator comparator, Text text)
            implements BoundCondition {}

    /** A substring of the column is one of several texts. */
    record PartAmong(int source, Chunk.Texts column, TextPart part) implements BoundCondition {}

    /** Two columns compare like their codes. */
    record Coded(
            VectorQuery.Comparator comparator,
            int leftSource,
            Chunk left,
            Codes leftCodes,
            int rightSource,
            Chunk right,
            Codes rightCodes)
            implements BoundCondition {}

    /** Two columns with dictionaries compare like the ranks of their entries. */
    record Ranked(
            VectorQuery.Comparator comparator,
            int leftSource,
            Chunk.Dictionary left,
            int rightSource,
            Chunk.Dictionary right,
            Ranks ranks)
            implements BoundCondition {}

    record AllOf(List<BoundCondition> parts) implements BoundCondition {
        public AllOf {
            assert !parts.isEmpty();
        }
    }

    record AnyOf(List<BoundCondition> parts) implements BoundCondition {
        public AnyOf {
            assert !parts.isEmpty();
        }
    }

    record Untrue(BoundCondition part) implements BoundCondition {}

    /**
     * A register has one of several values.
     *
     * @param texts the values, which are texts
     * @param comparisons the same condition value by value, for registers that are no text
     */
    record Among(int register, Set<Object> texts, List<Condition.Compare> comparisons)
            implements BoundCondition {}

    /** A condition that is tested on vectors, row by row. */
    record General(Condition condition) implements BoundCondition {}
}
