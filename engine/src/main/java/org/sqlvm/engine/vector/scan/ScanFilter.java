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
     * @param only whether there is no other key, so that rows like the last one are not wanted
     * @param last gives the first key of the last row that is kept so far; null while all are
     */
    public record Bound(
            int column,
            boolean descending,
            boolean nullsFirst,
            boolean only,
            Supplier<Object> last) {
        /** How the column of a row that is wanted compares with the last one. */
        Comparator comparator() {
            return descending
                    ? only ? Comparator.GT : Comparator.GE
                    : only ? Comparator.LT : Comparator.LE;
        }
    }

    private final Bound bound;

    private final Object[] constants;

    /** The operand that the bound's column is compared with. */
    private final int boundPlace;

    /** The first key of the last row that is wanted; null as long as all are. */
    private Object last;

    private final List<Condition> conditions = new ArrayList<>();

    /** What the bound says, unless the last row that is wanted has NULL; null for no bound. */
    private final Condition before;

    /** The same if it has NULL; null if that says nothing. */
    private final Condition beforeNull;

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
        if (bound == null) {
            before = null;
            beforeNull = null;
        } else {
            int column = steps.size();
            steps.add(new Step.Load(0, bound.column()));
            steps.add(new Step.Constant(operands.size()));
            operands.add(SqlNull.NULL);
            Condition isNull = new Condition.NullTest(column, true);
            Condition compared =
                    new Condition.Compare(bound.comparator(), column, column + 1, Affinity.NONE);
            if (bound.nullsFirst()) {
                before = new Condition.Any(List.of(isNull, compared));
                // No value compares with NULL.
                beforeNull = bound.only() ? compared : isNull;
            } else {
                before = compared;
                beforeNull = bound.only() ? new Condition.NullTest(column, false) : null;
            }
        }
        constants = operands.toArray();
        VectorPipeline pipeline =
                new VectorPipeline(List.copyOf(steps), List.copyOf(conditions), List.of());
        registers = new VectorRegisters(pipeline, constants, null, vectorRows);
        filter = registers.filter();
        selected = new long[Bits.words(vectorRows)];
        selection = new int[vectorRows];
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
        List<Condition> wanted = new ArrayList<>(conditions);
        Condition ofLast = last == SqlNull.NULL ? beforeNull : before;
        if (last != null && ofLast != null) {
            wanted.add(ofLast);
        }
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
            Object now = bound.last().get();
            if (now != null && !now.equals(last)) {
                last = now;
                constants[boundPlace] = now;
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
            prepared = filter.ordered(prepared, from, count);
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
