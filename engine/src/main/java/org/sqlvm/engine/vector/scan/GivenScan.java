package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.cache.CachedRows;
import org.sqlvm.engine.vector.column.VectorSizes;
import org.sqlvm.engine.vector.query.GivenColumns;
import org.sqlvm.engine.vector.query.VectorScan;

import java.util.List;

/** Scans columns that a virtual table gives. Only those of a {@link ChunkSource} are cached. */
public final class GivenScan implements InputScan {
    private final VectorScan.Input input;
    private final ColumnSource source;
    private final Object[] arguments;
    private final VectorSizes sizes;

    /** Takes what is counted; null in a run without counts. */
    private final VectorCounts counts;

    private final int number;
    private final Runnable poll;

    /** The rows that were in memory when the run first asked; null if they were not, or before. */
    private CachedRows cached;

    private boolean asked;

    /**
     * Creates a scan.
     *
     * @param constants the values of the instruction's operands
     * @param counts takes what is counted; may be null
     * @param number the number of the input
     * @param poll called now and then while rows are read
     */
    public GivenScan(
            VectorScan.Input input,
            ColumnSource source,
            Object[] constants,
            VectorSizes sizes,
            VectorCounts counts,
            int number,
            Runnable poll) {
        this.input = input;
        this.source = source;
        this.sizes = sizes;
        this.counts = counts;
        this.number = number;
        this.poll = poll;
        arguments = input.given().arguments().stream()
                .map(place -> constants[place])
                .toArray();
    }

    @Override
    public CachedRows cached() {
        if (!asked && source instanceof ChunkSource whole) {
            source.begin(input.given().plan(), arguments);
            cached = whole.cached(input.columns(), sizes);
        }
        asked = true;
        return cached;
    }

    @Override
    public boolean hasSmallPartitions() {
        return source instanceof ChunkSource;
    }

    /** The parts of a table are the same with any number of threads, and so are sums of reals. */
    @Override
    public boolean scan(PartitionSink sink) {
        CachedRows known = cached();
        if (known != null) {
            return scan(known, sink);
        }
        GivenColumns given = input.given();
        source.begin(given.plan(), arguments);
        PartitionBuilders builders = new PartitionBuilders(input.columns(), sizes);
        List<? extends ColumnSource> parts = source.parts();
        if (parts.isEmpty()) {
            GivenRows rows = new GivenRows(source, builders);
            return scan(() -> rows.next(poll), sink);
        }
        List<GivenRows> rows =
                parts.stream().map(part -> new GivenRows(part, builders)).toList();
        GivenParts all = new GivenParts(rows, sizes.threadCount(), poll);
        return all.run(() -> scan(all::next, sink));
    }

    private static boolean scan(CachedRows known, PartitionSink sink) {
        for (int i = 0; i < known.partitionCount(); i++) {
            if (!sink.consume(known.chunks(i), known.rows(i))) {
                return false;
            }
        }
        return true;
    }

    /** Gives partitions. */
    private interface Partitions {
        /** The next one; null at the end. */
        GivenRows.Partition next();
    }

    private boolean scan(Partitions partitions, PartitionSink sink) {
        GivenRows.Partition partition = counted(partitions);
        while (partition != null) {
            if (!sink.consume(partition.chunks(), partition.rows())) {
                return false;
            }
            partition = counted(partitions);
        }
        return true;
    }

    private GivenRows.Partition counted(Partitions partitions) {
        if (counts == null) {
            return partitions.next();
        }
        long begun = System.nanoTime();
        GivenRows.Partition partition = partitions.next();
        counts.addDecoded(number, partition == null ? 0 : 1, System.nanoTime() - begun);
        return partition;
    }
}
