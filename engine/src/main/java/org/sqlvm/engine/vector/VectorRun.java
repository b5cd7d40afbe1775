package org.sqlvm.engine.vector;

import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.RowTarget;
import org.sqlvm.engine.row.hash.HashTable;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.VectorSizes;
import org.sqlvm.engine.vector.join.JoinTable;
import org.sqlvm.engine.vector.join.RadixPartition;
import org.sqlvm.engine.vector.mirror.Mirror;
import org.sqlvm.engine.vector.mirror.MirroredRows;
import org.sqlvm.engine.vector.mirror.ScanColumns;
import org.sqlvm.engine.vector.query.VectorBuild;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorScan;
import org.sqlvm.engine.vector.scan.FoundGroups;
import org.sqlvm.engine.vector.scan.Groups;
import org.sqlvm.engine.vector.scan.InputOrder;
import org.sqlvm.engine.vector.scan.InputOrder.Step;
import org.sqlvm.engine.vector.scan.JoinBuild;
import org.sqlvm.engine.vector.scan.KeySearch;
import org.sqlvm.engine.vector.scan.Pipeline;
import org.sqlvm.engine.vector.scan.PipelineCounts;
import org.sqlvm.engine.vector.scan.QueryTaker;
import org.sqlvm.engine.vector.scan.RowGroups;
import org.sqlvm.engine.vector.scan.RowOutput;
import org.sqlvm.engine.vector.scan.RowSegments;
import org.sqlvm.engine.vector.scan.RowTaker;
import org.sqlvm.engine.vector.scan.SegmentedScan;
import org.sqlvm.engine.vector.scan.SharedScan;
import org.sqlvm.engine.vector.scan.TableScan;
import org.sqlvm.engine.vector.scan.VectorCounts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * One run of a {@link VectorScan}: first the inputs whose rows are looked up, each of which becomes
 * a table in memory, then the scan, whose rows go into their groups; so for each SELECT of a UNION
 * ALL. An input that there is no memory for is made in parts, and what comes behind it is done anew
 * for each: every row is in one partition, so all combinations come, and each once.
 */
public final class VectorRun {
    /** Room for more rows than this is not made before they come. */
    private static final long EXPECTED_MAX = 1 << 28;

    private final VectorScan scan;
    private final Object[] constants;
    private final CallContext context;
    private final VectorSizes sizes;
    private final Workspace workspace;
    private final TableScan[] scans;
    private final Pipeline[] pipelines;

    /** By number of an input: what is looked up at the moment, and which part of the rows it is. */
    private final JoinTable[] joined;

    private final double[] shares;

    /** The input that is scanned, of all or of the SELECT at hand. */
    private int root;

    /** What is done before that. */
    private List<Step> steps = List.of();

    /** By number of an input: which of its rows are looked for; null where it is not known. */
    private final KeySearch.Wanted[] wanted;

    /** By number of an input: it with the only rows of interest; null where all may be. */
    private final MirroredRows[] passing;

    private final Runnable poll;

    /** Null if nobody counts. */
    private final VectorCounts counts;

    /**
     * What tables are read with.
     *
     * @param inputs the cursors of the inputs
     * @param loops the cursors with which the program goes through all rows of a table one by one,
     *     and the columns that it reads there
     */
    public record Tables(List<BtreeCursor> inputs, Map<BtreeCursor, List<StoredColumn>> loops) {}

    /**
     * A run.
     *
     * @param tables what the inputs are read with
     * @param constants the values of the instruction's operands
     * @param context what functions are called in
     * @param counts takes what is counted; null for nothing
     * @param poll called with every vector; it throws if the run is to end
     */
    public VectorRun(
            VectorScan scan,
            Tables tables,
            Mirror mirror,
            Object[] constants,
            VectorSizes sizes,
            Workspace workspace,
            CallContext context,
            VectorCounts counts,
            Runnable poll) {
        this.scan = scan;
        this.counts = counts;
        this.constants = Arrays.stream(constants)
                .map(value -> value instanceof Bytes bytes ? bytes.owned() : value)
                .toArray();
        this.context = context;
        this.sizes = sizes;
        this.workspace = workspace;
        int count = scan.inputs().size();
        scans = new TableScan[count];
        pipelines = new Pipeline[count];
        joined = new JoinTable[count];
        shares = new double[count];
        wanted = new KeySearch.Wanted[count];
        passing = new MirroredRows[count];
        this.poll = poll;
        for (int i = 0; i < count; i++) {
            VectorScan.Input input = scan.inputs().get(i);
            scans[i] = new TableScan(
                    input,
                    columns(i, tables),
                    tables.inputs().get(i),
                    mirror,
                    sizes,
                    workspace,
                    counts,
                    i,
                    poll);
            pipelines[i] = newPipeline(i, poll);
        }
    }

    /** What is read of an input, and what others read of the same table. */
    private ScanColumns columns(int number, Tables tables) {
        VectorScan.Input input = scan.inputs().get(number);
        if (input.stored() == null) {
            return ScanColumns.only(input.columns());
        }
        BtreeCursor own = tables.inputs().get(number);
        List<StoredColumn> siblings = new ArrayList<>();
        for (int i = 0; i < tables.inputs().size(); i++) {
            if (i != number && isSameTable(tables.inputs().get(i), own)) {
                siblings.addAll(scan.inputs().get(i).columns());
            }
        }
        tables.loops().forEach((cursor, columns) -> {
            if (isSameTable(cursor, own)) {
                siblings.addAll(columns);
            }
        });
        return new ScanColumns(input.columns(), siblings, input.stored().readable());
    }

    private static boolean isSameTable(BtreeCursor one, BtreeCursor other) {
        return one.btree() == other.btree() && one.root() == other.root();
    }

    private Pipeline newPipeline(int input, Runnable ownPoll) {
        PipelineCounts own = counts == null ? null : counts.pipeline(input);
        return new Pipeline(scan.rows(input), constants, sizes.vectorRows(), context, own, ownPoll);
    }

    /**
     * Finds the rows of a scan without groups.
     *
     * @param target nobody's yet
     */
    public void giveRows(RowTarget target) {
        boolean done = run(new RowOutput(scan.queries(), target));
        assert done;
    }

    /**
     * Computes the groups.
     *
     * @param target an empty table, whose rows they become: keys, then the aggregates' values. Of
     *     an aggregate that is an error, and where memory was short, there are accumulators instead
     * @return groups that are not in the table yet; null if there are none of those
     */
    public FoundGroups run(HashTable target) {
        Groups groups =
                new Groups(scan.queries(), sizes.vectorRows(), workspace, Integer.MAX_VALUE);
        boolean found = false;
        try {
            found = run(groups);
            if (found) {
                return new FoundGroups(groups, sizes);
            }
        } finally {
            if (!found) {
                groups.release();
            }
        }
        try (RowGroups rows = new RowGroups(scan.queries(), target, workspace)) {
            boolean done = run(rows);
            assert done;
        }
        return null;
    }

    /** All rows; false if the taker has no memory for more. */
    private boolean run(QueryTaker taker) {
        for (int input = 0; input < scans.length; input++) {
            if (!scan.isRoot(input)) {
                continue;
            }
            long begun = System.nanoTime();
            taker.turnTo(scan.query(input));
            if (pipelines[input].mayHaveRows() && !runFrom(input, taker)) {
                return false;
            }
            if (counts != null) {
                counts.addRun(input, taker.count(), System.nanoTime() - begun);
            }
        }
        return true;
    }

    /** All rows of one SELECT. */
    private boolean runFrom(int scanned, QueryTaker taker) {
        root = scanned;
        MirroredRows[] mirrored = new MirroredRows[scans.length];
        Arrays.setAll(mirrored, i -> scans.length == 1 ? null : scans[i].mirrored());
        steps = InputOrder.of(scan, root, mirrored);
        return run(0, taker);
    }

    /** Does the steps from a place on, and scans the root. */
    private boolean run(int place, QueryTaker taker) {
        if (place == steps.size()) {
            return switch (taker) {
                case Groups groups -> scan(groups);
                case RowOutput output -> scan(output);
                case RowGroups rows -> scan(root, rows, new long[1]);
            };
        }
        return switch (steps.get(place)) {
            case Step.Make make -> make(place, make.input(), RadixPartition.WHOLE, taker);
            case Step.Search search -> search(place, search, taker);
        };
    }

    /** Finds out which rows of the large inputs of another are looked for. */
    private boolean search(int place, Step.Search step, QueryTaker taker) {
        int input = step.input();
        if (!step.refuses() && wanted[input] == null) {
            return run(place + 1, taker);
        }
        KeySearch.Found found = KeySearch.run(
                step.probes(),
                scan.rows(input),
                scans[input].mirrored(),
                sought(input),
                sizes.threadCount(),
                searchPipeline(input, poll),
                otherPoll -> searchPipeline(input, otherPoll),
                workspace,
                wanted);
        passing[input] = found.table();
        try {
            return run(place + 1, taker);
        } finally {
            passing[input] = null;
            step.probes().forEach(probe -> wanted[probe.input()] = null);
            workspace.take(-found.bytes());
        }
    }

    /** By what others look for the rows of an input, if it is known for which; else null. */
    private KeySearch.Sought sought(int input) {
        KeySearch.Wanted keys = wanted[input];
        return keys == null
                ? null
                : new KeySearch.Sought(
                        scan.inputs().get(input).build().keys().get(keys.place()), keys.keys());
    }

    /** @param partition of the rows of an input, and of those that look for them */
    private boolean make(int place, int input, RadixPartition partition, QueryTaker taker) {
        long[] scanned = new long[1];
        VectorBuild plan = scan.inputs().get(input).build();
        TableClock clock = counts == null ? null : new TableClock(counts, input);
        JoinBuild.Rest rest = (table, rows) -> {
            if (clock != null) {
                clock.hasTable(rows);
            }
            joined[input] = table;
            // Those that are looked for are found, as a rule.
            shares[input] = wanted[input] != null ? 1 : (double) rows / Math.max(1, scanned[0]);
            boolean goesOn = run(place + 1, taker);
            if (clock != null) {
                pipelines[input].leaveOut(clock.goOn());
            }
            return goesOn;
        };
        JoinBuild build = new JoinBuild(plan, partition, wanted[input], sizes, workspace, rest);
        try {
            if (collect(input, build, scanned)) {
                if (clock != null) {
                    clock.begin();
                }
                return build.finish();
            }
            if (!build.isTooLarge()) {
                return false;
            }
        } finally {
            build.release();
            joined[input] = null;
        }
        for (RadixPartition half : partition.halves()) {
            if (!make(place, input, half, taker)) {
                return false;
            }
        }
        return true;
    }

    /** When counting: how long it takes to make tables of rows, without what is done with them. */
    private static final class TableClock {
        private final VectorCounts counts;
        private final int input;

        /** The last part of the rows becomes a table since then; 0 before. */
        private long begun;

        private long left;

        TableClock(VectorCounts counts, int input) {
            this.counts = counts;
            this.input = input;
        }

        void begin() {
            begun = System.nanoTime();
        }

        void hasTable(int rows) {
            left = System.nanoTime();
            counts.addTable(input, rows, begun == 0 ? 0 : left - begun);
        }

        /** Gives how long the table has been used. */
        long goOn() {
            return System.nanoTime() - left;
        }
    }

    /** The rows of an input; false if that has ended early. */
    private boolean collect(int input, JoinBuild build, long[] scanned) {
        MirroredRows rows = rows(input);
        if (rows != null && build.isShared(rows, sizes) && pipelines[input].mayHaveRows()) {
            pipelines[input].join(joined, shares);
            build.share(rows);
            // Asked for by one thread, the time is the same for all.
            context.currentTimeMs();
            boolean done = SharedScan.run(
                    rows,
                    sizes.threadCount(),
                    pipelines[input],
                    otherPoll -> joined(newPipeline(input, otherPoll)),
                    build);
            if (done) {
                scanned[0] = rows.count();
                build.joinSegments();
                return true;
            }
            build.dropSegments();
        }
        return scan(input, build, scanned);
    }

    /** What the mirror has of an input, of interest only; null if it does not have all. */
    private MirroredRows rows(int input) {
        return passing[input] == null ? scans[input].mirrored() : passing[input];
    }

    private boolean scan(Groups groups) {
        pipelines[root].join(joined, shares);
        SegmentedScan segments = new SegmentedScan(sizes, workspace, pipelines[root], groups);
        try {
            MirroredRows rows = rows(root);
            // Asked for by one thread, the time is the same for all.
            context.currentTimeMs();
            return (passing[root] != null || (rows != null && segments.isShared(rows)))
                    ? segments.takeAll(rows, this::rootPipeline)
                    : scans[root].scan(segments) && segments.finish();
        } finally {
            segments.release();
        }
    }

    private boolean scan(RowOutput output) {
        MirroredRows rows = rows(root);
        boolean shared =
                passing[root] != null || (rows != null && SharedScan.isWorthThreads(rows, sizes));
        if (!shared) {
            return scan(root, output, new long[1]);
        }
        pipelines[root].join(joined, shares);
        // Asked for by one thread, the time is the same for all.
        context.currentTimeMs();
        List<Integer> values = scan.queries().get(scan.query(root)).keys();
        VectorPipeline plan = scan.rows(root);
        if (plan.filters().isEmpty() && plan.probes().isEmpty()) {
            output.expect(Math.toIntExact(Math.min(rows.count(), EXPECTED_MAX)));
        }
        RowSegments segments = new RowSegments(output, values, workspace, rows);
        int given;
        try {
            SharedScan.run(
                    rows, sizes.threadCount(), pipelines[root], this::rootPipeline, segments);
            given = segments.give();
        } finally {
            segments.release();
        }
        // What there was no memory for comes one row after the other.
        for (int partition = given * SharedScan.SEGMENT_PARTITIONS;
                partition < rows.partitionCount();
                partition++) {
            pipelines[root].scan(rows, partition, output);
        }
        return true;
    }

    /** The root's for another thread. */
    private Pipeline rootPipeline(Runnable otherPoll) {
        return joined(newPipeline(root, otherPoll));
    }

    /** The same of any input, to search for keys. */
    private Pipeline searchPipeline(int input, Runnable otherPoll) {
        PipelineCounts own = counts == null ? null : counts.keySearch(input);
        return joined(new Pipeline(
                scan.rows(input), constants, sizes.vectorRows(), context, own, otherPoll));
    }

    /** One for another thread. */
    private Pipeline joined(Pipeline made) {
        JoinTable[] own = Arrays.stream(joined)
                .map(table -> table == null ? null : table.forThread())
                .toArray(JoinTable[]::new);
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
        MirroredRows some = passing[input];
        if (some != null) {
            scanned[0] += some.count();
            return IntStream.range(0, some.partitionCount())
                    .allMatch(partition -> pipeline.scan(some, partition, taker));
        }
        return scans[input].scan((chunks, rows) -> {
            scanned[0] += rows;
            return pipeline.scan(chunks, rows, taker);
        });
    }
}
