package org.sqlvm.engine.vector;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.vector.VectorQuery.Comparator;
import org.sqlvm.engine.vector.VectorQuery.Condition;
import org.sqlvm.engine.vector.VectorQuery.Step;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Keeps rows of a {@link ColumnScan} from a program that would do nothing with them: those that
 * fail its first conditions, and those that come behind all that a sort still wants. Only what
 * codes decide is looked at; the program tests each row that it gets itself.
 */
public final class ScanFilter {
    /**
     * A row is passed over unless this is true; NULL is not.
     *
     * @param column its number in the scan
     * @param constant the other side
     * @param affinity applied to both sides
     */
    public record Test(int column, Comparator comparator, Object constant, Affinity affinity) {}

    /**
     * What a sort wants, of which {@code column} is the first key.
     *
     * @param last the key of the last row that is wanted so far; null while all are
     */
    public record Bound(int column, boolean descending, Supplier<Object> last) {}

    private final Bound bound;

    /** By condition: the other side. */
    private final Object[] constants;

    private final List<Condition> conditions = new ArrayList<>();
    private final VectorRegisters registers;
    private final Filter filter;
    private final long[] selected;
    private final int[] lanes;

    /** The conditions in the partition at hand. */
    private BoundCondition prepared;

    /** @param bound null for none */
    public ScanFilter(List<Test> tests, Bound bound, int vectorRows) {
        this.bound = bound;
        this.constants = new Object[tests.size() + 1];
        List<Step> steps = new ArrayList<>();
        for (Test test : tests) {
            add(test, steps);
        }
        if (bound != null) {
            Comparator comparator = bound.descending() ? Comparator.GE : Comparator.LE;
            add(new Test(bound.column(), comparator, SqlNull.NULL, Affinity.NONE), steps);
        }
        VectorPipeline pipeline =
                new VectorPipeline(List.copyOf(steps), List.copyOf(conditions), List.of());
        registers = new VectorRegisters(pipeline, constants, null, vectorRows);
        filter = registers.filter();
        selected = new long[Bits.words(vectorRows)];
        lanes = new int[vectorRows];
    }

    private void add(Test test, List<Step> steps) {
        int place = conditions.size();
        constants[place] = test.constant();
        steps.add(new Step.Load(0, test.column()));
        steps.add(new Step.Constant(place));
        int column = steps.size() - 2;
        conditions.add(
                new Condition.Compare(test.comparator(), column, column + 1, test.affinity()));
    }

    /** A partition begins. */
    void enter(Chunk[] chunks) {
        registers.enter(chunks);
        prepare();
    }

    private void prepare() {
        boolean bounded = bound != null
                && constants[conditions.size() - 1] != SqlNull.NULL
                && mayBeBounded(registers.chunk(2 * conditions.size() - 2));
        List<Condition> wanted = bound == null || bounded
                ? conditions
                : conditions.subList(0, conditions.size() - 1);
        BoundCondition all = filter.prepareAll(wanted);
        prepared = all instanceof BoundCondition.Never ? all : Filter.part(all, true);
    }

    /** Where NULL is sorted to is not looked at. */
    private static boolean mayBeBounded(Chunk chunk) {
        return chunk.nulls == null && !(chunk instanceof Chunk.Nulls);
    }

    /** Whether the partition at hand has no row that the program is to see. */
    boolean refusesAll() {
        return prepared instanceof BoundCondition.Never;
    }

    /**
     * Selects rows of the partition.
     *
     * @return how many of them the program is to see
     */
    int select(int from, int count) {
        if (bound != null) {
            Object last = bound.last().get();
            int place = conditions.size() - 1;
            if (last != null && !last.equals(constants[place])) {
                constants[place] = last;
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
            Bits.toLanes(selected, selected.length, lanes);
        }
        return kept;
    }

    /** The rows that were selected last, if they are some of them. */
    int[] lanes() {
        return lanes;
    }
}
