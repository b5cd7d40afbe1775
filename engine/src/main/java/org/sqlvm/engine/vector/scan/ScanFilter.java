package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Checks;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.expression.BoundCondition;
import org.sqlvm.engine.vector.expression.Filter;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorQuery.Comparator;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Keeps rows of a {@link ColumnScan} from a program that would drop them: those that fail its first
 * conditions, and those that sort behind the last row that a sorter with a LIMIT keeps. Only
 * conditions that codes decide are tested; the program tests every row that it gets itself.
 */
public final class ScanFilter {
    /**
     * A condition on a column: it compares like {@code comparator} with one of the constants.
     *
     * @param column its number in the scan
     * @param call a function of the column that is compared; null for the column itself
     * @param constants the other side; with IS and IS_NOT NULL, and no constant is given
     * @param affinity applied to both sides
     */
    public record Test(
            int column,
            Call call,
            Comparator comparator,
            List<Object> constants,
            Affinity affinity) {}

    /**
     * A deterministic function of a column that never fails.
     *
     * @param others the arguments behind the column
     */
    public record Call(ScalarFunction function, List<Object> others) {}

    /**
     * The bound that a sorter with a LIMIT sets on its first key.
     *
     * @param nullsFirst whether NULL comes before all other values in the order
     * @param last gives the first key of the last row that is kept so far; null while all are
     */
    public record Bound(
            int column, boolean descending, boolean nullsFirst, Supplier<Object> last) {}

    private final Bound bound;

    private final Object[] constants;

    /** The operand that the bound's column is compared with. */
    private final int boundPlace;

    private final List<Condition> conditions = new ArrayList<>();
    private final VectorRegisters registers;
    private final Filter filter;
    private final long[] selected;
    private final int[] selection;

    /** The conditions, bound to the current partition. */
    private BoundCondition prepared;

    /** @param bound null for none */
    public ScanFilter(List<Test> tests, Bound bound, int vectorRows) {
        this.bound = bound;
        List<Step> steps = new ArrayList<>();
        List<Object> operands = new ArrayList<>();
        for (Test test : tests) {
            conditions.add(condition(test, steps, operands));
        }
        boundPlace = operands.size();
        if (bound != null) {
            conditions.add(condition(bound, steps, operands));
        }
        constants = operands.toArray();
        VectorPipeline pipeline =
                new VectorPipeline(List.copyOf(steps), List.copyOf(conditions), List.of());
        registers = new VectorRegisters(pipeline, constants, null, vectorRows);
        filter = registers.filter();
        selected = new long[Bits.words(vectorRows)];
        selection = new int[vectorRows];
    }

    private static Condition condition(Bound bound, List<Step> steps, List<Object> operands) {
        Comparator comparator = bound.descending() ? Comparator.GE : Comparator.LE;
        Test last =
                new Test(bound.column(), null, comparator, List.of(SqlNull.NULL), Affinity.NONE);
        int column = steps.size();
        Condition notBehind = condition(last, steps, operands);
        return bound.nullsFirst()
                ? new Condition.Any(List.of(new Condition.NullTest(column, true), notBehind))
                : notBehind;
    }

    private static Condition condition(Test test, List<Step> steps, List<Object> operands) {
        steps.add(new Step.Load(0, test.column()));
        int left = steps.size() - 1;
        if (test.call() != null) {
            List<Integer> arguments = new ArrayList<>(List.of(left));
            for (Object argument : test.call().others()) {
                arguments.add(constant(argument, steps, operands));
            }
            steps.add(new Step.Apply(test.call().function(), arguments));
            left = steps.size() - 1;
        }
        if (test.comparator() == Comparator.IS || test.comparator() == Comparator.IS_NOT) {
            return new Condition.NullTest(left, test.comparator() == Comparator.IS);
        }
        List<Condition> parts = new ArrayList<>();
        for (Object constant : test.constants()) {
            int right = constant(constant, steps, operands);
            parts.add(new Condition.Compare(test.comparator(), left, right, test.affinity()));
        }
        return parts.size() == 1 ? parts.getFirst() : new Condition.Any(parts);
    }

    /** The register of a constant. */
    private static int constant(Object value, List<Step> steps, List<Object> operands) {
        steps.add(new Step.Constant(operands.size()));
        operands.add(value);
        return steps.size() - 1;
    }

    /** Begins a partition. */
    void enter(Chunk[] chunks) {
        registers.enter(chunks);
        prepare();
    }

    private void prepare() {
        boolean bounded = bound != null && constants[boundPlace] != SqlNull.NULL;
        List<Condition> wanted = bound == null || bounded
                ? conditions
                : conditions.subList(0, conditions.size() - 1);
        BoundCondition all = filter.prepareAll(wanted);
        prepared = all instanceof BoundCondition.Never ? all : Filter.part(all, true);
    }

    /** Whether no row of the current partition can pass. */
    boolean refusesAll() {
        return prepared instanceof BoundCondition.Never;
    }

    /**
     * Selects rows of the partition.
     *
     * @return how many rows the program is to see
     */
    int select(int from, int count) {
        if (bound != null) {
            Object last = bound.last().get();
            if (last != null && !last.equals(constants[boundPlace])) {
                constants[boundPlace] = last;
                prepare();
            }
        }
        if (prepared instanceof BoundCondition.Never) {
            return 0;
        }
        if (prepared instanceof BoundCondition.Always) {
            return count;
        }
        registers.move(from, count);
        if (from == 0) {
            prepared = filter.ordered(prepared);
        }
        Bits.fill(selected, count);
        filter.keep(prepared, selected);
        int kept = Bits.count(selected, selected.length);
        if (kept > 0 && kept < count) {
            Bits.toSelection(selected, selected.length, selection);
            assert Checks.isAscending(selection, kept, count) : count;
        }
        return kept;
    }

    /** The last selection, if it has not all rows. */
    int[] selection() {
        return selection;
    }
}
