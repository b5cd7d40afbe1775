package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.expression.BoundCondition;
import org.sqlvm.engine.vector.expression.Filter;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.join.JoinTable;
import org.sqlvm.engine.vector.join.ProbeStage;
import org.sqlvm.engine.vector.mirror.MirroredRows;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorPipeline.Probe;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The rows of a {@link VectorPipeline} in a run: a table's rows that pass its own conditions look
 * up their partners in one {@link JoinTable} after the other, those first of which the fewest find
 * any.
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

    /** Conditions on nothing: true or not for the whole run. */
    private final List<Condition> constant = new ArrayList<>();

    private final long[] selected;

    /** The table's rows that pass. */
    private final int[] ownSelection;

    private final int[] keptSelection;

    private List<ProbeStage> stages = List.of();

    /** Null if nobody counts. */
    private final PipelineCounts counts;

    /**
     * For one thread.
     *
     * @param counts null if nobody counts
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
            if (sources == 0) {
                constant.add(condition);
            } else if (sources == 1) {
                own.add(condition);
            }
        }
    }

    /** When counting: something else has been done while a row was taken. */
    public void leaveOut(long nanos) {
        counts.leaveOut(nanos);
    }

    /** Whether the conditions on nothing are true, without which there are no rows. */
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
     * Gives the probes their tables.
     *
     * @param tables by number of an input; without one there is no probe, nor any that looks for
     *     what it would find, and no condition that reads its columns is tested
     * @param shares by number of an input: how many of its rows are in the table
     */
    public void join(JoinTable[] tables, double[] shares) {
        List<ProbeStage> made = new ArrayList<>();
        List<Integer> left = new ArrayList<>();
        for (int i = 0; i < plan.probes().size(); i++) {
            if (tables[plan.probes().get(i).input()] != null) {
                left.add(i);
            }
        }
        left.sort(Comparator.comparingDouble(i -> share(plan.probes().get(i), tables, shares)));
        long known = 1;
        while (!left.isEmpty()) {
            int place = -1;
            for (int i = 0; place < 0 && i < left.size(); i++) {
                if ((sets.of(plan.probes().get(left.get(i))) & ~(known | 2L << left.get(i))) == 0) {
                    place = left.remove(i);
                }
            }
            if (place < 0) {
                break; // What the others look for is not there either.
            }
            Probe probe = plan.probes().get(place);
            JoinTable table = tables[probe.input()];
            int source = place + 1;
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

    /** The share of rows that are guessed to find something, or more than one if all go on. */
    private static double share(Probe probe, JoinTable[] tables, double[] shares) {
        double share = shares[probe.input()];
        return switch (tables[probe.input()].kind()) {
            case INNER, SEMI -> share;
            case ANTI, NOT_IN -> 1;
            case LEFT -> 2;
        };
    }

    /**
     * The rows of one partition.
     *
     * @return false if the taker has no memory for more
     */
    public boolean scan(Chunk[] chunks, int rows, RowTaker taker) {
        if (counts == null) {
            return scanAll(chunks, rows, taker);
        }
        counts.begin(chunks, rows);
        boolean goesOn = scanAll(chunks, rows, taker);
        counts.end();
        return goesOn;
    }

    private boolean scanAll(Chunk[] chunks, int rows, RowTaker taker) {
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
        taker.enter(registers, vectorRows);
        int[][] selections = new int[plan.probes().size() + 1][];
        for (int from = 0; from < rows; from += vectorRows) {
            poll.run();
            int count = Math.min(rows - from, vectorRows);
            selections[0] = null;
            registers.move(from, count);
            if (from == 0) {
                quick = filter.ordered(quick);
            }
            count = keep(quick, selections, count);
            // What is left to be tested value by value are fewer values then.
            count = keep(slow, selections, count);
            if (count > 0 && !goOn(0, selections, count, taker)) {
                return false;
            }
        }
        return true;
    }

    /** As {@link #scan(Chunk[], int, RowTaker)}, for a partition of what the mirror holds. */
    public boolean scan(MirroredRows table, int partition, RowTaker taker) {
        int[] passing = table.passing(partition);
        return passing == null
                ? scan(table.chunks(partition), table.rows(partition), taker)
                : scanSome(table.chunks(partition), passing, taker);
    }

    private boolean scanSome(Chunk[] chunks, int[] passing, RowTaker taker) {
        if (counts == null) {
            return scan(chunks, passing, taker);
        }
        counts.begin(chunks, passing.length);
        boolean goesOn = scan(chunks, passing, taker);
        counts.end();
        return goesOn;
    }

    /** The rows of a partition that are known to pass the conditions on the table alone. */
    private boolean scan(Chunk[] chunks, int[] passing, RowTaker taker) {
        if (passing.length == 0) {
            poll.run();
            return true;
        }
        registers.enter(chunks);
        for (ProbeStage stage : stages) {
            stage.enter(filter);
        }
        taker.enter(registers, vectorRows);
        int[][] selections = new int[plan.probes().size() + 1][];
        for (int first = 0; first < passing.length; first += vectorRows) {
            poll.run();
            int count = Math.min(passing.length - first, vectorRows);
            System.arraycopy(passing, first, ownSelection, 0, count);
            selections[0] = ownSelection;
            registers.move(0, count);
            registers.select(selections, count);
            if (!goOn(0, selections, count, taker)) {
                return false;
            }
        }
        return true;
    }

    /** Keeps of the table's rows at hand those for which a condition is true. */
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

    /** The rows at hand have found partners in all stages before {@code place}. */
    private boolean goOn(int place, int[][] rows, int count, RowTaker taker) {
        if (counts == null) {
            return place == stages.size()
                    ? taker.take(registers)
                    : probe(place, rows, count, taker);
        }
        boolean last = place == stages.size();
        int stage = last ? PipelineCounts.TAKER : PipelineCounts.probe(stages.get(place).source);
        int before = counts.enter(stage, count);
        boolean goesOn = last ? taker.take(registers) : probe(place, rows, count, taker);
        counts.enter(before);
        return goesOn;
    }

    private boolean probe(int place, int[][] rows, int count, RowTaker taker) {
        ProbeStage stage = stages.get(place);
        stage.probe(registers, count);
        while (stage.next(registers, filter, rows, poll)) {
            if (stage.count() > 0 && !goOn(place + 1, stage.rows(), stage.count(), taker)) {
                return false;
            }
        }
        return true;
    }
}
