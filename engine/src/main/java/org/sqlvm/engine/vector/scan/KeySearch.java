package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.cache.CachedRows;
import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Checks;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.expression.DynamicFilter;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorPipeline.Probe;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Computes dynamic filters: the keys of large build sides that can be found. If few rows of the
 * probe side pass its own conditions and the probes of small inputs, it is scanned once for their
 * keys before the large build sides are made. The scan itself then reads the passing rows only.
 */
public final class KeySearch implements SharedScan.Work {
    /** An input is large if the scanned table has at most this many rows for each of its rows. */
    private static final int ROWS_PER_INPUT_ROW = 8;

    /**
     * The same for an input that matches every row: it cannot be probed to make the search cheaper.
     */
    private static final int ROWS_PER_UNREFUSED = 64;

    /** The search is given up if more than one of this many rows passes. */
    private static final int ROWS_PER_PASSING = 16;

    /** The range of the keys may have this many integers for each row of the scanned table. */
    private static final int RANGE_PER_ROW = 64;

    private final List<Target> targets;
    private final CachedRows table;

    /** The dynamic filter on the scanned table itself; null if any of its rows may be needed. */
    private final RegisterFilter ownFilter;

    /** By partition: the selection of the rows that have passed. */
    private final int[][] passing;

    private final AtomicLong scanned = new AtomicLong();
    private final AtomicLong passed = new AtomicLong();

    /**
     * A filter that is being computed.
     *
     * @param key which of the probe's keys it is on
     * @param least the least key of the scanned table
     */
    private record Target(
            int input, int key, int register, long least, long range, DynamicFilter keys) {
        Target with(DynamicFilter found) {
            return new Target(input, key, register, least, range, found);
        }
    }

    /**
     * A dynamic filter on one key of an input.
     *
     * @param key which of the keys it is
     */
    public record KeyFilter(int key, DynamicFilter filter) {}

    /**
     * A dynamic filter on the scanned table.
     *
     * @param register the register of the key
     */
    public record RegisterFilter(int register, DynamicFilter filter) {}

    private KeySearch(List<Target> targets, CachedRows table, RegisterFilter ownFilter) {
        this.targets = targets;
        this.table = table;
        this.ownFilter = ownFilter;
        this.passing = new int[table.partitionCount()][];
    }

    /** The sink of the search: collects rows that have passed, and their keys. */
    final class Collector implements VectorSink {
        private long count;

        /** The current partition, and a bit for each row that has passed; null before the first. */
        private int partition;

        private long[] rows;

        /** Holds a selection; grown when it is needed. */
        private int[] narrowed = {};

        /** Ends a partition and begins the next one. */
        private void enter(int next) {
            finish();
            partition = next;
            rows = new long[Bits.words(table.rows(next))];
        }

        private void finish() {
            if (rows != null) {
                int[] selection = new int[Bits.count(rows, rows.length)];
                Bits.toSelection(rows, rows.length, selection);
                assert Checks.isAscending(selection, selection.length, table.rows(partition));
                passing[partition] = selection;
            }
        }

        @Override
        public void enter(VectorRegisters registers, int vectorRows) {}

        @Override
        public boolean consume(VectorRegisters registers) {
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

        /** Drops rows that the dynamic filter on the scanned table rules out. */
        private void narrow(VectorRegisters registers) {
            if (ownFilter == null) {
                return;
            }
            if (narrowed.length < registers.count()) {
                narrowed = new int[registers.count()];
            }
            ownFilter.filter().narrow(registers, ownFilter.register(), narrowed);
        }

        /** Replaces NULL, which finds nothing, by any integer in the range. */
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
    public VectorSink begin() {
        return new Collector();
    }

    @Override
    public void beginPartition(VectorSink sink, int partition) {
        ((Collector) sink).enter(partition);
    }

    @Override
    public boolean end(int segment, VectorSink sink, int rows) {
        ((Collector) sink).finish();
        long all = scanned.addAndGet(rows);
        return passed.addAndGet(((Collector) sink).count) * ROWS_PER_PASSING <= all;
    }

    /**
     * Whether an input is so large that a dynamic filter may be worth its cost.
     *
     * @param refusesNone whether every row that probes it may find a match
     */
    static boolean isLarge(CachedRows rows, CachedRows scanned, boolean refusesNone) {
        int ratio = refusesNone ? ROWS_PER_UNREFUSED : ROWS_PER_INPUT_ROW;
        return rows.partitionCount() > 1 && rows.count() >= scanned.count() / ratio;
    }

    /**
     * The result of a search.
     *
     * @param table the scanned table with the rows that have passed; null if the search was given
     *     up
     * @param bytes what was taken from the workspace
     */
    public record Found(CachedRows table, long bytes) {}

    /**
     * Runs a search.
     *
     * @param probes the probes of large build sides
     * @param ownFilter the dynamic filter on the scanned table; null if there is none
     * @param threadCount the number of threads that take part
     * @param filters by number of an input; takes the filters that are found
     */
    public static Found run(
            List<Probe> probes,
            VectorPipeline plan,
            CachedRows table,
            RegisterFilter ownFilter,
            int threadCount,
            Pipeline own,
            Function<Runnable, Pipeline> pipelines,
            Workspace workspace,
            KeyFilter[] filters) {
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
                        && workspace.mayGrow(bytes, DynamicFilter.size(target.range()))) {
                    workspace.take(DynamicFilter.size(target.range()));
                    bytes += DynamicFilter.size(target.range());
                    targets.add(target.with(new DynamicFilter(target.least(), target.range())));
                }
            }
            KeySearch search = new KeySearch(targets, table, ownFilter);
            boolean found = !targets.isEmpty()
                    && SharedScan.run(table, threadCount, own, pipelines, search);
            if (found) {
                workspace.take(search.size());
                bytes += search.size();
                targets.forEach(target ->
                        filters[target.input()] = new KeyFilter(target.key(), target.keys()));
            }
            ended = true;
            return new Found(found ? table.of(search.passing) : null, bytes);
        } finally {
            if (!ended) {
                workspace.take(-bytes);
            }
        }
    }

    /** The size of the selections in bytes. */
    private long size() {
        long rows = 0;
        for (int[] each : passing) {
            rows += each.length;
        }
        return rows * Integer.BYTES;
    }

    /** A filter with the same keys; null if there is none. */
    private static Target sameKeys(Target target, List<Target> known) {
        return known.stream()
                .filter(other -> other.register() == target.register())
                .findFirst()
                .orElse(null);
    }

    /**
     * Chooses a key for the filter: an integer column of the scanned table, that with the widest
     * range; null if there is none.
     */
    private static Target target(Probe probe, VectorPipeline plan, CachedRows table) {
        Target best = null;
        for (int key = 0; key < probe.keys().size(); key++) {
            int register = probe.keys().get(key);
            long[] ends = plan.steps().get(register) instanceof Step.Load load && load.source() == 0
                    ? table.integers(load.column())
                    : null;
            long range = ends == null ? 0 : ends[1] - ends[0] + 1;
            boolean close = range > 0
                    && range / RANGE_PER_ROW <= table.count()
                    && range <= Integer.MAX_VALUE;
            if (close && (best == null || range > best.range())) {
                best = new Target(probe.input(), key, register, ends[0], range, null);
            }
        }
        return best;
    }
}
