package org.sqlvm.engine.vector.query;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.ScalarFunction;

import java.util.List;

/**
 * What a scan computes on vectors: which rows there are, and values of each; or which group each
 * belongs to, and what is aggregated of them.
 *
 * @param grouped whether rows become groups
 * @param keys the registers of a group's keys; empty for one group, which exists without rows, too.
 *     Without groups the registers of a row's values
 */
public record VectorQuery(
        VectorPipeline rows, boolean grouped, List<Integer> keys, List<Call> aggregates) {
    /** Groups. */
    public VectorQuery(VectorPipeline rows, List<Integer> keys, List<Call> aggregates) {
        this(rows, true, keys, aggregates);
    }

    /** Rows. */
    public static VectorQuery ofRows(VectorPipeline rows, List<Integer> values) {
        return new VectorQuery(rows, false, values, List.of());
    }

    /** How a vector register gets its values. */
    public sealed interface Step {
        /**
         * A column.
         *
         * @param source 0 for the table that is scanned, else one of the pipeline's lookups
         * @param column its number among those that are read of the table, or kept of the lookup
         */
        record Load(int source, int column) implements Step {}

        /** The value of operand {@code operand} of the instruction, the same for all rows. */
        record Constant(int operand) implements Step {}

        record Arithmetic(Operator operator, int left, int right) implements Step {}

        record Negation(int operand) implements Step {}

        /**
         * CASE.
         *
         * @param results as {@code conditions}, the first of which that is true decides
         * @param otherwise the register of ELSE
         */
        record Choice(List<Condition> conditions, List<Integer> results, int otherwise)
                implements Step {}

        /** A function that always gives the same result and never fails. */
        record Apply(ScalarFunction function, List<Integer> arguments) implements Step {}

        record Conversion(int operand, Affinity target) implements Step {}
    }

    /** SQL's arithmetic: see {@link org.sqlvm.engine.data.Arithmetic}. */
    public enum Operator {
        ADD,
        SUBTRACT,
        MULTIPLY,
        DIVIDE,
        REMAINDER
    }

    /**
     * Something that is true of a row or is not; NULL is not. Whoever makes a tree of these moves
     * NOT down to the leaves.
     */
    public sealed interface Condition {
        record All(List<Condition> parts) implements Condition {}

        record Any(List<Condition> parts) implements Condition {}

        /** Where the part is false or NULL. */
        record Untrue(Condition part) implements Condition {}

        /**
         * A comparison of texts is one of bytes.
         *
         * @param affinity applied to both sides
         */
        record Compare(Comparator comparator, int left, int right, Affinity affinity)
                implements Condition {}

        record NullTest(int operand, boolean wanted) implements Condition {}

        /** Whether the operand, a number, is 0. NULL is neither. */
        record Truth(int operand, boolean wanted) implements Condition {}

        /** LIKE or GLOB; with {@code wanted} false its opposite. */
        record Pattern(ScalarFunction function, List<Integer> arguments, boolean wanted)
                implements Condition {}
    }

    /** How two values are to stand to each other. */
    public enum Comparator {
        EQ,
        NE,
        LT,
        LE,
        GT,
        GE,
        /** NULL equals NULL. */
        IS,
        IS_NOT;

        /** Whether two values that are not NULL pass which compare like this. */
        public boolean holds(int order) {
            return switch (this) {
                case EQ, IS -> order == 0;
                case NE, IS_NOT -> order != 0;
                case LT -> order < 0;
                case LE -> order <= 0;
                case GT -> order > 0;
                case GE -> order >= 0;
            };
        }
    }

    /** What is known of the aggregate functions. */
    public enum Aggregation {
        COUNT_ROWS,
        COUNT,
        SUM,
        TOTAL,
        AVG,
        MIN,
        MAX
    }

    /**
     * An aggregate.
     *
     * @param argument a register; -1 for {@code count(*)}
     * @param distinct of equal values of a group one is taken
     */
    public record Call(
            Aggregation aggregation, int argument, boolean distinct, AggregateFunction function) {}
}
