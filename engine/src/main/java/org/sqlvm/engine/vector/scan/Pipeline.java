package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.vector.cache.CachedRows;
import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Checks;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.expression.BoundCondition;
import org.sqlvm.engine.vector.expression.Filter;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.join.JoinTable;
import org.sqlvm.engine.vector.join.ProbeStage;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorPipeline.Probe;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Drives the rows of a {@link VectorPipeline} from the scanned table to a sink, a vector at a time:
 * the table's own conditions select rows, which then probe one {@link JoinTable} after the other,
 * the most selective first.
 */
public final class Pipeline {
    private final VectorPipeline plan;
    private final SourceSets sets;
    private final int vectorRows;
    private final Runnable poll;
    private final VectorRegisters registers;
    private final Filter filter;

    /** Conditions on the table alone. */
    private final List<Condition> own = new ArrayList<>();

    /** Conditions on constants: true or not for the whole run. */
    private final List<Condition> constant = new ArrayList<>();

    /**
     * From the first condition on the table that may fail, those that are tested in the order in
     * which they are written, each for the rows that are left.
     */
    private final List<BoundCondition> late = new ArrayList<>();

    private final long[] selected;

    /** The selection of the table's rows that pass its own conditions. */
    private final int[] ownSelection;

    private final int[] keptSelection;

    private List<ProbeStage> stages = List.of();

    /** Takes what is counted; null in a run without counts. */
    private final PipelineCounts counts;

    /**
     * Creates a pipeline for one thread.
     *
     * @param counts takes what is counted; may be null
     * @param poll called with every vector; it throws if the run is to end
     */
    public Pipeline(
            VectorPipeline plan,
            Object[] constants,
            int vectorRows,
            CallContext context,
            PipelineCounts counts,
            Runnable poll) {
        this.plan = plan;
        this.counts = counts;
        this.vectorRows = vectorRows;
        this.poll = poll;
        registers = new VectorRegisters(plan, constants, context, vectorRows);
        filter = registers.filter();
        selected = new long[Bits.words(vectorRows)];
        ownSelection = new int[vectorRows];
        keptSelection = new int[vectorRows];
        sets = new SourceSets(plan.steps());
        for (Condition condition : plan.filters()) {
            long sources = sets.of(condition);
            if (plan.mayFail(condition) || (sources == 1 && !late.isEmpty())) {
                assert plan.probes().isEmpty() : condition;
                late.add(Filter.prepareLate(condition));
            } else if (sources == 0) {
                constant.add(condition);
            } else if (sources == 1) {
                own.add(condition);
            }
        }
    }

    /** Leaves out a time in which the sink has run another pipeline; only in a run that counts. */
    public void leaveOut(long nanos) {
        counts.leaveOut(nanos);
    }

    /** Whether the conditions on constants are true; otherwise there are no rows. */
    public boolean mayHaveRows() {
        if (constant.isEmpty()) {
            return true;
        }
        registers.enter(new Chunk[0]);
        BoundCondition condition = filter.prepareAll(constant);
        registers.move(0, 1);
        Bits.fill(selected, 1);
        filter.keep(condition, selected);
        return !Bits.isEmpty(selected, selected.length);
    }

    /**
     * Sets the build sides of the probes.
     *
     * @param tables by number of an input. A probe without one is left out, as are probes and
     *     conditions that read its columns
     * @param selectivities by number of an input: the guessed share of probe rows that match
     */
    public void join(JoinTable[] tables, double[] selectivities) {
        List<ProbeStage> made = new ArrayList<>();
        List<Integer> left = new ArrayList<>();
        for (int i = 0; i < plan.probes().size(); i++) {
            if (tables[plan.probes().get(i).input()] != null) {
                left.add(i);
            }
        }
        left.sort(Comparator.comparingDouble(
                i -> selectivity(plan.probes().get(i), tables, selectivities)));
        long known = 1;
        while (!left.isEmpty()) {
            int number = -1;
            for (int i = 0; number < 0 && i < left.size(); i++) {
                if ((sets.of(plan.probes().get(left.get(i))) & ~(known | 2L << left.get(i))) == 0) {
                    number = left.remove(i);
                }
            }
            if (number < 0) {
                break; // The keys of the rest are not there either.
            }
            Probe probe = plan.probes().get(number);
            JoinTable table = tables[probe.input()];
            int source = number + 1;
            registers.setSource(source, table.columns());
            List<Condition> filters = new ArrayList<>();
            for (Condition condition : plan.filters()) {
                long sources = sets.of(condition);
                boolean decidable = (sources & ~(known | 1L << source)) == 0;
                if (decidable && (sources & ~known) != 0) {
                    filters.add(condition);
                }
            }
            known |= 1L << source;
            made.add(ProbeStage.of(table, source, probe, filters, known, vectorRows));
        }
        stages = made;
    }

    /** The guessed share of probe rows that pass, or more than one if none is dropped. */
    private static double selectivity(Probe probe, JoinTable[] tables, double[] selectivities) {
        double selectivity = selectivities[probe.input()];
        return switch (tables[probe.input()].kind()) {
            case INNER, SEMI -> selectivity;
            case ANTI, NOT_IN -> 1;
            case LEFT -> 2;
        };
    }

    /**
     * Scans one partition.
     *
     * @return false if the sink has no memory for more rows
     */
    public boolean scan(Chunk[] chunks, int rows, VectorSink sink) {
        if (counts == null) {
            return scanAll(chunks, rows, sink);
        }
        counts.begin(chunks, rows);
        boolean goesOn = scanAll(chunks, rows, sink);
        counts.end();
        return goesOn;
    }

    private boolean scanAll(Chunk[] chunks, int rows, VectorSink sink) {
        registers.enter(chunks);
        BoundCondition condition = filter.prepareAll(own);
        if (condition instanceof BoundCondition.Never) {
            if (counts != null) {
                counts.skip();
            }
            poll.run();
            return true;
        }
        BoundCondition quick = Filter.part(condition, true);
        BoundCondition slow = Filter.part(condition, false);
        for (ProbeStage stage : stages) {
            stage.enter(filter);
        }
        sink.enter(registers, vectorRows);
        int[][] selections = new int[plan.probes().size() + 1][];
        for (int from = 0; from < rows; from += vectorRows) {
            poll.run();
            int count = Math.min(rows - from, vectorRows);
            selections[0] = null;
            registers.move(from, count);
            if (from == 0) {
                quick = filter.ordered(quick, from, count);
            }
            count = keep(quick, selections, count);
            // The slow conditions are tested value by value, so the quick ones come first.
            count = keep(slow, selections, count);
            if (count > 0 && !late.isEmpty()) {
                count = keepLate(selections, count, sink);
            }
            if (count < 0 || (count > 0 && !pass(0, selections, count, sink))) {
                return false;
            }
        }
        return true;
    }

    /** As {@link #scan(Chunk[], int, VectorSink)}, for a partition of the column cache. */
    public boolean scan(CachedRows table, int partition, VectorSink sink) {
        int[] passing = table.passing(partition);
        return passing == null
                ? scan(table.chunks(partition), table.rows(partition), sink)
                : scanSome(table.chunks(partition), passing, sink);
    }

    private boolean scanSome(Chunk[] chunks, int[] passing, VectorSink sink) {
        if (counts == null) {
            return scan(chunks, passing, sink);
        }
        counts.begin(chunks, passing.length);
        boolean goesOn = scan(chunks, passing, sink);
        counts.end();
        return goesOn;
    }

    /** Scans the rows of a partition that are known to pass the table's own conditions. */
    private boolean scan(Chunk[] chunks, int[] passing, VectorSink sink) {
        if (passing.length == 0) {
            poll.run();
            return true;
        }
        registers.enter(chunks);
        for (ProbeStage stage : stages) {
            stage.enter(filter);
        }
        sink.enter(registers, vectorRows);
        assert Checks.isAscending(passing, passing.length, Integer.MAX_VALUE);
        int[][] selections = new int[plan.probes().size() + 1][];
        for (int first = 0; first < passing.length; first += vectorRows) {
            poll.run();
            int count = Math.min(passing.length - first, vectorRows);
            System.arraycopy(passing, first, ownSelection, 0, count);
            selections[0] = ownSelection;
            registers.move(0, count);
            registers.select(selections, count);
            if (!pass(0, selections, count, sink)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Narrows the selection to the rows that pass the late conditions.
     *
     * @return their number; -1 if one fails and its row comes again
     */
    private int keepLate(int[][] selections, int count, VectorSink sink) {
        int[] before = selections[0] == null ? null : selections[0].clone();
        try {
            int kept = count;
            for (BoundCondition condition : late) {
                kept = keep(condition, selections, kept);
            }
            return kept;
        } catch (SqlException e) {
            if (sink.isTentative()) {
                return -1;
            }
            selections[0] = before;
            registers.select(selections, count);
            registers.each(() -> passAlone(sink));
            throw e;
        }
    }

    /** Passes one row, so that the first error is that of the first row that has one. */
    private void passAlone(VectorSink sink) {
        int[][] row = {registers.selection(0)};
        int kept = 1;
        for (BoundCondition condition : late) {
            kept = keep(condition, row, kept);
        }
        if (kept > 0) {
            sink.consume(registers);
        }
    }

    /** Narrows the selection of the table's rows to those for which a condition is true. */
    private int keep(BoundCondition condition, int[][] selections, int count) {
        if (condition instanceof BoundCondition.Always || count == 0) {
            return count;
        }
        Bits.fill(selected, count);
        filter.keep(condition, selected);
        int kept = Bits.count(selected, selected.length);
        if (kept == count || kept == 0) {
            return kept;
        }
        if (selections[0] == null) {
            Bits.toSelection(selected, selected.length, ownSelection);
            selections[0] = ownSelection;
        } else {
            Bits.toSelection(selected, selected.length, keptSelection);
            for (int i = 0; i < kept; i++) {
                ownSelection[i] = ownSelection[keptSelection[i]];
            }
        }
        registers.select(selections, kept);
        return kept;
    }

    /** Passes the selected rows to stage {@code number}, or to the sink behind the last one. */
    private boolean pass(int number, int[][] rows, int count, VectorSink sink) {
        assert count > 0 && count <= vectorRows && count == registers.count() : count;
        if (counts == null) {
            return number == stages.size()
                    ? sink.consume(registers)
                    : probe(number, rows, count, sink);
        }
        boolean last = number == stages.size();
        int stage = last ? PipelineCounts.SINK : PipelineCounts.probe(stages.get(number).source);
        int before = counts.enter(stage, count);
        boolean goesOn = last ? sink.consume(registers) : probe(number, rows, count, sink);
        counts.enter(before);
        return goesOn;
    }

    private boolean probe(int number, int[][] rows, int count, VectorSink sink) {
        ProbeStage stage = stages.get(number);
        stage.probe(registers, count);
        while (stage.next(registers, filter, rows, poll)) {
            if (stage.count() > 0 && !pass(number + 1, stage.rows(), stage.count(), sink)) {
                return false;
            }
        }
        return true;
    }
}
