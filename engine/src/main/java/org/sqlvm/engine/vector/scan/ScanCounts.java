package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Counts what is read of a table, partition by partition, in runs that ask for it. One thread
 * counts; others may read meanwhile.
 */
public final class ScanCounts {
    private final List<StoredColumn> columns;
    private long rows;
    private long partitions;
    private long skipped;
    private long decoded;

    /** By column: the number of partitions with each encoding. */
    private final List<Map<String, Integer>> encodings = new ArrayList<>();

    /**
     * Creates counts of zero.
     *
     * @param columns the columns that are read
     */
    public ScanCounts(List<StoredColumn> columns) {
        this.columns = columns;
        columns.forEach(_ -> encodings.add(new ConcurrentSkipListMap<>()));
    }

    /** Begins a partition. */
    void enter(Chunk[] chunks, int partitionRows) {
        rows += partitionRows;
        partitions++;
        for (int i = 0; i < chunks.length; i++) {
            encodings.get(i).merge(chunks[i].encoding(), 1, Integer::sum);
        }
    }

    /** Notes that the current partition is skipped: its zone map says that no row can pass. */
    void skip(int partitionRows) {
        rows -= partitionRows;
        skipped++;
    }

    /** Notes that not all columns of the current partition were in the column cache. */
    void decode() {
        decoded++;
    }

    /** Adds the counts of another scan of the same columns. */
    void add(ScanCounts other) {
        rows += other.rows;
        partitions += other.partitions;
        skipped += other.skipped;
        decoded += other.decoded;
        for (int i = 0; i < other.encodings.size(); i++) {
            Map<String, Integer> target = encodings.get(i);
            other.encodings
                    .get(i)
                    .forEach((name, count) -> target.merge(name, count, Integer::sum));
        }
    }

    /** Rows of the partitions that were not skipped. */
    public long rows() {
        return rows;
    }

    /** All partitions, including skipped ones. */
    public long partitions() {
        return partitions;
    }

    /** Partitions that were skipped as a whole. */
    public long skipped() {
        return skipped;
    }

    /** Partitions of which not all columns were in the column cache. */
    public long decoded() {
        return decoded;
    }

    /**
     * The columns with their encodings: {@code a int8, b int8 (2) int16 (1)}, if partitions differ.
     */
    public String columns() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < encodings.size(); i++) {
            text.append(i == 0 ? "" : ", ")
                    .append(columns.get(i).name())
                    .append(' ')
                    .append(describe(encodings.get(i)));
        }
        return text.toString();
    }

    private static String describe(Map<String, Integer> encoding) {
        if (encoding.size() == 1) {
            return encoding.keySet().iterator().next();
        }
        StringBuilder text = new StringBuilder();
        encoding.forEach((name, count) -> text.append(text.isEmpty() ? "" : " ")
                .append(name)
                .append(" (")
                .append(count)
                .append(')'));
        return text.toString();
    }
}
