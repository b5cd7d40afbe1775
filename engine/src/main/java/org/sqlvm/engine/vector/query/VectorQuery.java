package org.sqlvm.engine.vector.query;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.ScalarFunction;

import java.util.List;

/**
 * What a scan computes: its rows and values of each; or the groups of the rows and their
 * aggregates.
 *
 * @param grouped whether rows become groups
 * @param keys the registers of a group's keys, or of a row's values if rows are not grouped.
 *     Without keys there is one group, even if there are no rows
 * @param top which rows may be left out; null if none may, as always with groups
 */
public record VectorQuery(
        VectorPipeline rows, boolean grouped, List<Integer> keys, List<Call> aggregates, Top top) {
    /** A query with groups. */
    public VectorQuery(VectorPipeline rows, List<Integer> keys, List<Call> aggregates) {
        this(rows, true, keys, aggregates, null);
    }

    /** A query without groups. */
    public static VectorQuery ofRows(VectorPipeline rows, List<Integer> values) {
        return ofTop(rows, values, null);
    }

    /** A query without groups, of which only the first rows of an order are wanted. */
    public static VectorQuery ofTop(VectorPipeline rows, List<Integer> values, Top top) {
        return new VectorQuery(rows, false, values, List.of(), top);
    }

    /**
     * Rows that do not come within the first rows of an order may be left out; others are sorted
     * and limited behind the scan. The key may fail: rows for which it does are not left out.
     *
     * @param key the register of the first term of the order
     * @param nullsFirst whether NULL comes before all values
     * @param limit the operand with the number of rows; a negative one is no limit
     * @param offset the operand with the number of rows that are skipped; -1 for none
     */
    public record Top(int key, boolean descending, boolean nullsFirst, int limit, int offset) {}

    /** The registers of arguments that may fail, in the order of the aggregates. */
    public int[] failing() {
        return aggregates.stream()
                .mapToInt(Call::argument)
                .filter(register -> register >= 0 && rows.mayFail(register))
                .toArray();
    }

    /** Whether a value may make a condition or an argument fail, apart from a pattern. */
    public boolean mayFail() {
        return failing().length > 0 || rows.filters().stream().anyMatch(rows::mayFail);
    }

    /** How a vector register is computed. */
    public sealed interface Step {
        /**
         * A column.
         *
         * @param source 0 for the scanned table, else one of the pipeline's probes
         * @param column its number among the columns that are read of the table or kept of the
         *     build side
         */
        record Load(int source, int column) implements Step {}

        /** Operand {@code operand} of the instruction, the same for all rows. */
        record Constant(int operand) implements Step {}

        record Arithmetic(Operator operator, int left, int right) implements Step {}

        record Negation(int operand) implements Step {}

        /**
         * CASE: the first condition that is true decides.
         *
         * @param results as {@code conditions}
         * @param otherwise the register of ELSE
         */
        record Choice(List<Condition> conditions, List<Integer> results, int otherwise)
                implements Step {}

        /**
         * A function that runs on vectors. One that may fail is in the argument of an aggregate, or
         * in a condition, where all rows need it that come there.
         */
        record Apply(ScalarFunction function, List<Integer> arguments) implements Step {}

        record Conversion(int operand, Affinity target) implements Step {}
    }

    /** SQL's arithmetic: see {@link org.sqlvm.engine.data.Arithmetic}. */
    public enum Operator {
        ADD,
        SUBTRACT,
        MULTIPLY,
        DIVIDE,
        REMAINDER,
        CONCAT,
        BIT_AND,
        BIT_OR,
        SHIFT_LEFT,
        SHIFT_RIGHT;

        /** Whether two reals, or a real and an integer, give a real, computed as reals. */
        public boolean isOfReals() {
            return ordinal() <= DIVIDE.ordinal();
        }
    }

    /**
     * A condition on a row; a row passes if it is true, and not if it is false or NULL. NOT stands
     * only at the leaves of a tree of conditions.
     */
    public sealed interface Condition {
        record All(List<Condition> parts) implements Condition {}

        record Any(List<Condition> parts) implements Condition {}

        /** True where the part is false or NULL. */
        record Untrue(Condition part) implements Condition {}

        /**
         * A comparison; texts compare by their bytes.
         *
         * @param affinity applied to both sides
         */
        record Compare(Comparator comparator, int left, int right, Affinity affinity)
                implements Condition {}

        record NullTest(int operand, boolean wanted) implements Condition {}

        /** Whether the operand, a number, is other than 0. NULL is neither true nor false. */
        record Truth(int operand, boolean wanted) implements Condition {}

        /** LIKE or GLOB; with {@code wanted} false its opposite. */
        record Pattern(ScalarFunction function, List<Integer> arguments, boolean wanted)
                implements Condition {}
    }

    /** The comparison operators. */
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

        /** Whether two values that are not NULL and compare like {@code order} pass. */
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

    /**
     * A call of an aggregate function.
     *
     * @param arguments registers; those behind the first are constants
     * @param distinct whether equal values of a group count once
     */
    public record Call(AggregateFunction function, List<Integer> arguments, boolean distinct) {
        /** The register of the first argument; -1 for {@code count(*)}. */
        public int argument() {
            return arguments.isEmpty() ? -1 : arguments.getFirst();
        }
    }
}
