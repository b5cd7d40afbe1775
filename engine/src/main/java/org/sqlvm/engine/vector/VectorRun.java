package org.sqlvm.engine.vector;

import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.HashTable;

import java.util.Arrays;
import java.util.List;

/**
 * One run of a {@link VectorScan}: first the inputs whose rows are looked up, each of which becomes
 * a table in memory, then the scan, whose rows go into their groups. An input that there is no
 * memory for is made in parts, and what comes behind it is done anew for each: every row is in one
 * part, so all combinations come, and each once.
 */
public final class VectorRun {
    private final VectorScan scan;
    private final Object[] constants;
    private final CallContext context;
    private final VectorSizes sizes;
    private final Workspace workspace;
    private final TableScan[] tables;
    private final Pipeline[] pipelines;

    /** By number of an input: what is looked up at the moment, and which part of the rows it is. */
    private final JoinTable[] joined;

    private final double[] shares;

    /**
     * A run.
     *
     * @param cursors on the tables of the inputs
     * @param constants the values of the instruction's operands
     * @param context what functions are called in
     * @param poll called with every vector; it throws if the run is to end
     */
    public VectorRun(
            VectorScan scan,
            List<TableCursor> cursors,
            Mirror mirror,
            Object[] constants,
            VectorSizes sizes,
            Workspace workspace,
            CallContext context,
            Runnable poll) {
        this.scan = scan;
        this.constants = constants;
        this.context = context;
        this.sizes = sizes;
        this.workspace = workspace;
        int count = scan.inputs().size();
        tables = new TableScan[count];
        pipelines = new Pipeline[count];
        joined = new JoinTable[count];
        shares = new double[count];
        for (int i = 0; i < count; i++) {
            VectorScan.Input input = scan.inputs().get(i);
            VectorPipeline rows =
                    input.build() == null ? scan.query().rows() : input.build().rows();
            tables[i] = new TableScan(
                    input, cursors.get(i), mirror, sizes.partitionRows(), workspace, poll);
            pipelines[i] = new Pipeline(rows, constants, sizes.vectorRows(), context, poll);
        }
    }

    /**
     * Computes the groups, or the rows.
     *
     * @param target an empty table, whose rows they become: keys, then the aggregates' values. Of
     *     an aggregate that is an error, and where memory was short, there are accumulators instead
     */
    public void run(HashTable target) {
        if (!scan.query().grouped()) {
            boolean done = run(new RowOutput(scan.query().keys(), target));
            assert done;
            return;
        }
        Groups groups = new Groups(scan.query(), sizes.vectorRows(), workspace, Integer.MAX_VALUE);
        try {
            if (run(groups)) {
                groups.finish(target);
                return;
            }
        } finally {
            groups.release();
        }
        try (RowGroups rows = new RowGroups(scan.query(), target, workspace)) {
            boolean done = run(rows);
            assert done;
        }
    }

    /** All rows; false if the taker has no memory for more. */
    private boolean run(RowTaker taker) {
        return !pipelines[0].mayHaveRows() || run(1, taker);
    }

    /** Makes the inputs from {@code input} on, and scans the first. */
    private boolean run(int input, RowTaker taker) {
        if (input == tables.length) {
            return taker instanceof Groups groups ? scan(groups) : scan(0, taker, new long[1]);
        }
        return run(input, KeyPart.WHOLE, taker);
    }

    /** @param part of the rows of {@code input}, and of those that look for them */
    private boolean run(int input, KeyPart part, RowTaker taker) {
        long[] scanned = new long[1];
        VectorBuild plan = scan.inputs().get(input).build();
        JoinBuild build = new JoinBuild(plan, part, sizes, workspace, (table, rows) -> {
            joined[input] = table;
            shares[input] = (double) rows / Math.max(1, scanned[0]);
            return run(input + 1, taker);
        });
        try {
            if (scan(input, build, scanned)) {
                return build.finish();
            }
            if (!build.isTooLarge()) {
                return false;
            }
        } finally {
            build.release();
            joined[input] = null;
        }
        for (KeyPart half : part.halves()) {
            if (!run(input, half, taker)) {
                return false;
            }
        }
        return true;
    }

    private boolean scan(Groups groups) {
        pipelines[0].join(joined, shares);
        SegmentedScan segments =
                new SegmentedScan(scan.query(), sizes, workspace, pipelines[0], groups);
        try {
            MirroredRows rows = tables[0].mirrored();
            // Asked for by one thread, the time is the same for all.
            context.currentTimeMs();
            return (rows != null && segments.isShared(rows))
                    ? segments.takeAll(rows, this::pipeline)
                    : tables[0].scan(segments) && segments.finish();
        } finally {
            segments.release();
        }
    }

    /** The first input's for another thread. */
    private Pipeline pipeline(Runnable poll) {
        JoinTable[] own = Arrays.stream(joined)
                .map(table -> table == null ? null : table.forThread())
                .toArray(JoinTable[]::new);
        Pipeline made =
                new Pipeline(scan.query().rows(), constants, sizes.vectorRows(), context, poll);
        made.join(own, shares);
        return made;
    }

    /** @param scanned where the rows are counted that have been read */
    private boolean scan(int input, RowTaker taker, long[] scanned) {
        Pipeline pipeline = pipelines[input];
        if (!pipeline.mayHaveRows()) {
            return true;
        }
        pipeline.join(joined, shares);
        return tables[input].scan((chunks, rows) -> {
            scanned[0] += rows;
            return pipeline.scan(chunks, rows, taker);
        });
    }
}
