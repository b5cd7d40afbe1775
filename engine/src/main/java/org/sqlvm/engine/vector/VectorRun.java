package org.sqlvm.engine.vector;

import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.RowTarget;
import org.sqlvm.engine.row.hash.HashTable;
import org.sqlvm.engine.vector.cache.CachedRows;
import org.sqlvm.engine.vector.cache.ColumnCache;
import org.sqlvm.engine.vector.cache.ScanColumns;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.VectorSizes;
import org.sqlvm.engine.vector.join.JoinTable;
import org.sqlvm.engine.vector.join.RadixPartition;
import org.sqlvm.engine.vector.query.VectorBuild;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorQuery;
import org.sqlvm.engine.vector.query.VectorScan;
import org.sqlvm.engine.vector.scan.BuildOrder;
import org.sqlvm.engine.vector.scan.BuildOrder.Step;
import org.sqlvm.engine.vector.scan.ColumnSource;
import org.sqlvm.engine.vector.scan.FoundGroups;
import org.sqlvm.engine.vector.scan.GivenScan;
import org.sqlvm.engine.vector.scan.Groups;
import org.sqlvm.engine.vector.scan.InputScan;
import org.sqlvm.engine.vector.scan.JoinBuild;
import org.sqlvm.engine.vector.scan.KeySearch;
import org.sqlvm.engine.vector.scan.Pipeline;
import org.sqlvm.engine.vector.scan.PipelineCounts;
import org.sqlvm.engine.vector.scan.QuerySink;
import org.sqlvm.engine.vector.scan.RowGroups;
import org.sqlvm.engine.vector.scan.RowOutput;
import org.sqlvm.engine.vector.scan.RowSegments;
import org.sqlvm.engine.vector.scan.SegmentedScan;
import org.sqlvm.engine.vector.scan.SharedScan;
import org.sqlvm.engine.vector.scan.TableScan;
import org.sqlvm.engine.vector.scan.VectorCounts;
import org.sqlvm.engine.vector.scan.VectorSink;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Runs a {@link VectorScan}: makes a table in memory of each build side, then scans the root, whose
 * rows go into groups or come out; the same for each SELECT of a UNION ALL. A build side that does
 * not fit into memory is made in parts, and the rest of the run is repeated for each part. Each row
 * is in one part, so each combination comes out once.
 */
public final class VectorRun {
    /** Room for at most this many rows is made in advance. */
    private static final long EXPECTED_MAX = 1 << 28;

    private final VectorScan scan;
    private final Object[] constants;
    private final CallContext context;
    private final VectorSizes sizes;
    private final Workspace workspace;
    private final InputScan[] scans;
    private final Pipeline[] pipelines;

    /**
     * By number of an input: the table, or part of one, that is probed now; and the share of probe
     * rows that are guessed to match.
     */
    private final JoinTable[] joined;

    private final double[] selectivities;

    /** The input that is scanned last, of all or of the current SELECT. */
    private int root;

    /** What is done before that. */
    private List<Step> steps = List.of();

    /** By number of an input: the dynamic filter on its rows; null if there is none. */
    private final KeySearch.KeyFilter[] filters;

    /**
     * By number of an input: its cached rows with those that a search has let pass; null if there
     * was none.
     */
    private final CachedRows[] passing;

    private final Runnable poll;

    /** Takes what is counted; null in a run without counts. */
    private final VectorCounts counts;

    /**
     * The cursors that tables are read with.
     *
     * @param inputs by number of an input; null for those of which columns are given
     * @param given by number of an input: what gives columns; else null
     * @param loops the cursors of loops in which the program goes through all rows of a table, and
     *     the columns that it reads there
     */
    public record Tables(
            List<BtreeCursor> inputs,
            List<ColumnSource> given,
            Map<BtreeCursor, List<StoredColumn>> loops) {}

    /**
     * Creates a run.
     *
     * @param tables the cursors
     * @param constants the values of the instruction's operands
     * @param context the context of function calls
     * @param counts takes what is counted; may be null
     * @param poll called with every vector; it throws if the run is to end
     */
    public VectorRun(
            VectorScan scan,
            Tables tables,
            ColumnCache cache,
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
        scans = new InputScan[count];
        pipelines = new Pipeline[count];
        joined = new JoinTable[count];
        selectivities = new double[count];
        filters = new KeySearch.KeyFilter[count];
        passing = new CachedRows[count];
        this.poll = poll;
        for (int i = 0; i < count; i++) {
            scans[i] = scan.inputs().get(i).given() == null
                    ? newTableScan(i, tables, cache)
                    : new GivenScan(
                            scan.inputs().get(i),
                            tables.given().get(i),
                            this.constants,
                            sizes,
                            counts,
                            i,
                            poll);
            pipelines[i] = newPipeline(i, poll);
        }
    }

    private TableScan newTableScan(int number, Tables tables, ColumnCache cache) {
        return new TableScan(
                scan.inputs().get(number),
                columns(number, tables),
                tables.inputs().get(number),
                cache,
                sizes,
                workspace,
                counts,
                number,
                poll);
    }

    /** The columns that are read of an input, and those that others read of the same table. */
    private ScanColumns columns(int number, Tables tables) {
        VectorScan.Input input = scan.inputs().get(number);
        if (input.stored() == null) {
            return ScanColumns.only(input.columns());
        }
        BtreeCursor own = tables.inputs().get(number);
        List<StoredColumn> siblings = new ArrayList<>();
        for (int i = 0; i < tables.inputs().size(); i++) {
            boolean stored = scan.inputs().get(i).given() == null;
            if (i != number && stored && isSameTable(tables.inputs().get(i), own)) {
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
     * Writes the rows of a scan without groups.
     *
     * @param target an empty target
     */
    public void giveRows(RowTarget target) {
        boolean done = run(new RowOutput(scan.queries(), constants, target));
        assert done;
    }

    /**
     * Computes the groups.
     *
     * @param target an empty table for the rows of the groups: keys, then the values of the
     *     aggregates. An aggregate that is an error is an accumulator, as are all if memory was
     *     short
     * @return groups that are not in the table yet; null if all are
     */
    public FoundGroups run(HashTable target) {
        Groups groups = new Groups(
                scan.queries(), constants, sizes.vectorRows(), workspace, Integer.MAX_VALUE);
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

    /** Runs all SELECTs; false if the sink has no memory for more rows. */
    private boolean run(QuerySink sink) {
        for (int input = 0; input < scans.length; input++) {
            if (!scan.isRoot(input)) {
                continue;
            }
            long begun = System.nanoTime();
            sink.switchTo(scan.query(input));
            if (pipelines[input].mayHaveRows() && !runFrom(input, sink)) {
                return false;
            }
            if (counts != null) {
                counts.addRun(input, sink.count(), System.nanoTime() - begun);
            }
        }
        return true;
    }

    /** Runs one SELECT. */
    private boolean runFrom(int scanned, QuerySink sink) {
        assert Arrays.stream(joined).allMatch(Objects::isNull);
        root = scanned;
        CachedRows[] cached = new CachedRows[scans.length];
        Arrays.setAll(cached, i -> scans.length == 1 ? null : scans[i].cached());
        steps = BuildOrder.of(scan, root, cached);
        return run(0, sink);
    }

    /** Runs the steps from number {@code step} on, then scans the root. */
    private boolean run(int step, QuerySink sink) {
        if (step == steps.size()) {
            return switch (sink) {
                case Groups groups -> scan(groups);
                case RowOutput output -> scan(output);
                case RowGroups rows -> scan(root, rows, new long[1]);
            };
        }
        return switch (steps.get(step)) {
            case Step.Build build -> make(step, build.input(), RadixPartition.WHOLE, sink);
            case Step.Search search -> search(step, search, sink);
        };
    }

    /** Computes dynamic filters on the large build sides of an input. */
    private boolean search(int step, Step.Search search, QuerySink sink) {
        int input = search.input();
        if (!search.refuses() && filters[input] == null) {
            return run(step + 1, sink);
        }
        KeySearch.Found found = KeySearch.run(
                search.probes(),
                scan.rows(input),
                scans[input].cached(),
                ownFilter(input),
                sizes.threadCount(),
                searchPipeline(input, poll),
                otherPoll -> searchPipeline(input, otherPoll),
                workspace,
                filters);
        passing[input] = found.table();
        try {
            return run(step + 1, sink);
        } finally {
            passing[input] = null;
            search.probes().forEach(probe -> filters[probe.input()] = null);
            workspace.take(-found.bytes());
        }
    }

    /** The dynamic filter on an input, by the register of its key; null if there is none. */
    private KeySearch.RegisterFilter ownFilter(int input) {
        KeySearch.KeyFilter filter = filters[input];
        return filter == null
                ? null
                : new KeySearch.RegisterFilter(
                        scan.inputs().get(input).build().keys().get(filter.key()), filter.filter());
    }

    /**
     * Makes the table of an input and runs the rest with it.
     *
     * @param partition the radix partition to which rows belong on both sides
     */
    private boolean make(int step, int input, RadixPartition partition, QuerySink sink) {
        long[] scanned = new long[1];
        VectorBuild plan = scan.inputs().get(input).build();
        TableClock clock = counts == null ? null : new TableClock(counts, input);
        JoinBuild.Rest rest = (table, rows) -> {
            if (clock != null) {
                clock.hasTable(rows);
            }
            joined[input] = table;
            // Rows that passed a dynamic filter are likely to be found.
            selectivities[input] =
                    filters[input] != null ? 1 : (double) rows / Math.max(1, scanned[0]);
            boolean goesOn = run(step + 1, sink);
            if (clock != null) {
                pipelines[input].leaveOut(clock.goOn());
            }
            return goesOn;
        };
        JoinBuild build = new JoinBuild(plan, partition, filters[input], sizes, workspace, rest);
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
            if (!make(step, input, half, sink)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Measures how long it takes to make join tables, without the time in which they are probed.
     */
    private static final class TableClock {
        private final VectorCounts counts;
        private final int input;

        /** When the last rows began to become a table; 0 before. */
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

        /** Returns how long the table has been used. */
        long goOn() {
            return System.nanoTime() - left;
        }
    }

    /** Collects the rows of a build side; false if that has ended early. */
    private boolean collect(int input, JoinBuild build, long[] scanned) {
        CachedRows rows = rows(input);
        if (rows != null && build.isShared(rows, sizes) && pipelines[input].mayHaveRows()) {
            pipelines[input].join(joined, selectivities);
            build.share(rows);
            // The first use fixes the time of the run, so that all threads have the same.
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

    /**
     * The cached rows of an input, those that passed a search only; null if not all columns are
     * cached.
     */
    private CachedRows rows(int input) {
        return passing[input] == null ? scans[input].cached() : passing[input];
    }

    private boolean scan(Groups groups) {
        assert scan.isRoot(root) : root;
        pipelines[root].join(joined, selectivities);
        SegmentedScan segments = new SegmentedScan(
                sizes, workspace, pipelines[root], groups, scans[root].hasSmallPartitions());
        try {
            CachedRows rows = rows(root);
            // The first use fixes the time of the run, so that all threads have the same.
            context.currentTimeMs();
            return (passing[root] != null || (rows != null && segments.isShared(rows)))
                    ? segments.takeAll(rows, this::rootPipeline)
                    : scans[root].scan(segments) && segments.finish();
        } finally {
            segments.release();
        }
    }

    private boolean scan(RowOutput output) {
        CachedRows rows = rows(root);
        boolean shared =
                passing[root] != null || (rows != null && SharedScan.isWorthThreads(rows, sizes));
        if (!shared) {
            return scan(root, output, new long[1]);
        }
        pipelines[root].join(joined, selectivities);
        // The first use fixes the time of the run, so that all threads have the same.
        context.currentTimeMs();
        VectorQuery query = scan.queries().get(scan.query(root));
        VectorPipeline plan = scan.rows(root);
        if (plan.filters().isEmpty() && plan.probes().isEmpty() && query.top() == null) {
            output.expect(Math.toIntExact(Math.min(rows.count(), EXPECTED_MAX)));
        }
        RowSegments segments =
                new RowSegments(output, scan.query(root), query.keys(), workspace, rows);
        int given;
        try {
            SharedScan.run(
                    rows, sizes.threadCount(), pipelines[root], this::rootPipeline, segments);
            given = segments.give();
        } finally {
            segments.release();
        }
        // Segments that did not fit into memory are scanned again, in this thread.
        for (int partition = SharedScan.firstPartition(given);
                partition < rows.partitionCount();
                partition++) {
            pipelines[root].scan(rows, partition, output);
        }
        return true;
    }

    /** The pipeline of the root for another thread. */
    private Pipeline rootPipeline(Runnable otherPoll) {
        return joined(newPipeline(root, otherPoll));
    }

    /** A pipeline that searches for keys. */
    private Pipeline searchPipeline(int input, Runnable otherPoll) {
        PipelineCounts own = counts == null ? null : counts.keySearch(input);
        return joined(new Pipeline(
                scan.rows(input), constants, sizes.vectorRows(), context, own, otherPoll));
    }

    /** Sets the build sides of a pipeline of another thread. */
    private Pipeline joined(Pipeline made) {
        JoinTable[] own = Arrays.stream(joined)
                .map(table -> table == null ? null : table.forThread())
                .toArray(JoinTable[]::new);
        made.join(own, selectivities);
        return made;
    }

    /**
     * Scans an input in this thread.
     *
     * @param scanned takes the number of rows that were read
     */
    private boolean scan(int input, VectorSink sink, long[] scanned) {
        Pipeline pipeline = pipelines[input];
        if (!pipeline.mayHaveRows()) {
            return true;
        }
        pipeline.join(joined, selectivities);
        CachedRows some = passing[input];
        if (some != null) {
            scanned[0] += some.count();
            return IntStream.range(0, some.partitionCount())
                    .allMatch(partition -> pipeline.scan(some, partition, sink));
        }
        return scans[input].scan((chunks, rows) -> {
            scanned[0] += rows;
            return pipeline.scan(chunks, rows, sink);
        });
    }
}
