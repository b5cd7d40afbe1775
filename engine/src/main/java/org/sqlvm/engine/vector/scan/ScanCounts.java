package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What has been read of a table, partition by partition: counted in runs that ask for it, by one
 * thread.
 */
public final class ScanCounts {
    private final List<StoredColumn> columns;
    private long rows;
    private long partitions;
    private long skipped;
    private long decoded;

    /** By column: in how many partitions it has which encoding. */
    private final List<Map<String, Integer>> encodings = new ArrayList<>();

    /** @param columns that are read */
    public ScanCounts(List<StoredColumn> columns) {
        this.columns = columns;
        columns.forEach(_ -> encodings.add(new TreeMap<>()));
    }

    /** A partition begins. */
    void enter(Chunk[] chunks, int partitionRows) {
        rows += partitionRows;
        partitions++;
        for (int i = 0; i < chunks.length; i++) {
            encodings.get(i).merge(chunks[i].encoding(), 1, Integer::sum);
        }
    }

    /** The partition at hand has been passed over: its least and greatest values say enough. */
    void skip(int partitionRows) {
        rows -= partitionRows;
        skipped++;
    }

    /** The partition at hand was not in the mirror, or not all of its columns. */
    void decode() {
        decoded++;
    }

    /** Adds what has been counted of the same columns elsewhere. */
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

    /** Rows of the partitions that have not been passed over. */
    public long rows() {
        return rows;
    }

    /** All partitions, those that have been passed over, too. */
    public long partitions() {
        return partitions;
    }

    /** Partitions that have been passed over as a whole. */
    public long skipped() {
        return skipped;
    }

    /** Partitions of which the mirror did not have all columns. */
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
