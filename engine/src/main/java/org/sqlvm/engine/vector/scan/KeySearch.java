package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.expression.WantedKeys;
import org.sqlvm.engine.vector.mirror.MirroredRows;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorPipeline.Probe;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Finds out which rows of large inputs are wanted, before those are made: where few rows of the
 * table that looks them up pass its own conditions and the probes in small inputs, it is scanned
 * once for the keys that they will look for. The scan itself then reads those rows alone.
 */
public final class KeySearch implements SharedScan.Work {
    /** An input is large if it has one row for so many of the scanned table, or more. */
    private static final int ROWS_PER_INPUT_ROW = 8;

    /** As above, for an input that refuses no rows: it is of no use in the search itself. */
    private static final int ROWS_PER_UNREFUSED = 64;

    /** Of so many rows at most one is to pass: else it is given up. */
    private static final int ROWS_PER_PASSING = 16;

    /** Integers that a row may take in the range of the keys. */
    private static final int RANGE_PER_ROW = 64;

    private final List<Target> targets;
    private final MirroredRows table;

    /** Null if any may be looked for. */
    private final Sought sought;

    /** By partition: the rows that have passed. */
    private final int[][] passing;

    private final AtomicLong scanned = new AtomicLong();
    private final AtomicLong passed = new AtomicLong();

    /** An input whose wanted keys are searched for. */
    private record Target(
            int input, int place, int register, long least, long range, WantedKeys keys) {
        Target with(WantedKeys found) {
            return new Target(input, place, register, least, range, found);
        }
    }

    /**
     * What is found of an input.
     *
     * @param place which of the probe's keys it is
     */
    public record Wanted(int place, WantedKeys keys) {}

    /**
     * Which of the scanned rows are looked for themselves.
     *
     * @param register of the key by which they are
     */
    public record Sought(int register, WantedKeys keys) {}

    private KeySearch(List<Target> targets, MirroredRows table, Sought sought) {
        this.targets = targets;
        this.table = table;
        this.sought = sought;
        this.passing = new int[table.partitionCount()][];
    }

    /** Takes the rows that have passed, and their keys. */
    final class Taker implements RowTaker {
        private long count;

        /** The partition at hand, and its rows so far as bits; null before the first. */
        private int partition;

        private long[] rows;

        /** Made when it is needed. */
        private int[] narrowed = {};

        /** What has been taken of a partition is done, and another begins. */
        private void enter(int next) {
            finish();
            partition = next;
            rows = new long[Bits.words(table.rows(next))];
        }

        private void finish() {
            if (rows != null) {
                int[] selection = new int[Bits.count(rows, rows.length)];
                Bits.toSelection(rows, rows.length, selection);
                passing[partition] = selection;
            }
        }

        @Override
        public void enter(VectorRegisters registers, int vectorRows) {}

        @Override
        public boolean take(VectorRegisters registers) {
            narrow(registers);
            count += registers.count();
            int from = registers.from(0);
            int[] selection = registers.selection(0);
            for (int i = 0; i < registers.count(); i++) {
                Bits.set(rows, selection == null ? from + i : from + selection[i]);
            }
            for (Target target : targets) {
                Vector keys = registers.get(target.register());
                if (keys.kind != Vector.LONGS || keys.hasNulls) {
                    keys = withoutNulls(keys, registers.count(), target);
                }
                target.keys().add(keys.longs, registers.count());
            }
            return true;
        }

        /** To the rows that somebody looks for. */
        private void narrow(VectorRegisters registers) {
            if (sought == null) {
                return;
            }
            if (narrowed.length < registers.count()) {
                narrowed = new int[registers.count()];
            }
            sought.keys().narrow(registers, sought.register(), narrowed);
        }

        /** NULL looks for nothing; any number does for it. */
        private Vector withoutNulls(Vector keys, int count, Target target) {
            Vector numbers = new Vector(count);
            long[] longs = numbers.makeLongs();
            for (int i = 0; i < count; i++) {
                longs[i] = keys.isNull(i) ? target.least() : keys.longs[i];
            }
            return numbers;
        }
    }

    @Override
    public RowTaker begin() {
        return new Taker();
    }

    @Override
    public void beginPartition(RowTaker taker, int partition) {
        ((Taker) taker).enter(partition);
    }

    @Override
    public boolean end(int segment, RowTaker taker, int rows) {
        ((Taker) taker).finish();
        long all = scanned.addAndGet(rows);
        return passed.addAndGet(((Taker) taker).count) * ROWS_PER_PASSING <= all;
    }

    /**
     * Whether an input has so many rows that it may be worth knowing which are wanted.
     *
     * @param refusesNone no row that looks for one of its rows is refused
     */
    static boolean isLarge(MirroredRows rows, MirroredRows scanned, boolean refusesNone) {
        int ratio = refusesNone ? ROWS_PER_UNREFUSED : ROWS_PER_INPUT_ROW;
        return rows.partitionCount() > 1 && rows.count() >= scanned.count() / ratio;
    }

    /**
     * What has been found.
     *
     * @param table the scanned one, of which only some rows are of interest; null if it was given
     *     up
     * @param bytes taken of the workspace
     */
    public record Found(MirroredRows table, long bytes) {}

    /**
     * Searches.
     *
     * @param probes in the large inputs
     * @param sought which rows of the table are looked for; null if any may be
     * @param threadCount that take part
     * @param wanted by number of an input; takes what is found
     */
    public static Found run(
            List<Probe> probes,
            VectorPipeline plan,
            MirroredRows table,
            Sought sought,
            int threadCount,
            Pipeline own,
            Function<Runnable, Pipeline> pipelines,
            Workspace workspace,
            Wanted[] wanted) {
        List<Target> targets = new ArrayList<>();
        long bytes = 0;
        boolean ended = false;
        try {
            for (Probe probe : probes) {
                Target target = target(probe, plan, table);
                Target same = target == null ? null : sameKeys(target, targets);
                if (same != null) {
                    targets.add(target.with(same.keys()));
                } else if (target != null
                        && workspace.mayGrow(bytes, WantedKeys.size(target.range()))) {
                    workspace.take(WantedKeys.size(target.range()));
                    bytes += WantedKeys.size(target.range());
                    targets.add(target.with(new WantedKeys(target.least(), target.range())));
                }
            }
            KeySearch search = new KeySearch(targets, table, sought);
            boolean found = !targets.isEmpty()
                    && SharedScan.run(table, threadCount, own, pipelines, search);
            if (found) {
                workspace.take(search.size());
                bytes += search.size();
                targets.forEach(target ->
                        wanted[target.input()] = new Wanted(target.place(), target.keys()));
            }
            ended = true;
            return new Found(found ? table.of(search.passing) : null, bytes);
        } finally {
            if (!ended) {
                workspace.take(-bytes);
            }
        }
    }

    /** Of the rows that have passed, in bytes. */
    private long size() {
        long rows = 0;
        for (int[] each : passing) {
            rows += each.length;
        }
        return rows * Integer.BYTES;
    }

    /** One with the same keys; null if there is none. */
    private static Target sameKeys(Target target, List<Target> known) {
        return known.stream()
                .filter(other -> other.register() == target.register())
                .findFirst()
                .orElse(null);
    }

    /**
     * Of the keys that are an integer column of the scanned table the one with the widest range;
     * null if there is none.
     */
    private static Target target(Probe probe, VectorPipeline plan, MirroredRows table) {
        Target best = null;
        for (int place = 0; place < probe.keys().size(); place++) {
            int register = probe.keys().get(place);
            long[] ends = plan.steps().get(register) instanceof Step.Load load && load.source() == 0
                    ? table.integers(load.column())
                    : null;
            long range = ends == null ? 0 : ends[1] - ends[0] + 1;
            boolean close = range > 0
                    && range / RANGE_PER_ROW <= table.count()
                    && range <= Integer.MAX_VALUE;
            if (close && (best == null || range > best.range())) {
                best = new Target(probe.input(), place, register, ends[0], range, null);
            }
        }
        return best;
    }
}
