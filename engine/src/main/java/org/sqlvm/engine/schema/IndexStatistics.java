package org.sqlvm.engine.schema;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The results of ANALYZE for an index: a row of sqlite_stat1 (file-format section 2.6.3), and those
 * of sqlite_stat4.
 *
 * @param rows the number of rows in the index, then the average number that are equal in the first
 *     column, in the first two, …
 * @param unordered whether the index is of no use for ranges and orders
 * @param entrySize the average size of an entry in bytes; 0 if unknown
 * @param noSkipScan whether skip-scans of the index are ruled out
 * @param samples the samples in the order of the index; empty without sqlite_stat4
 */
public record IndexStatistics(
        List<Long> rows,
        boolean unordered,
        int entrySize,
        boolean noSkipScan,
        List<IndexSample> samples) {
    public IndexStatistics {
        assert !rows.isEmpty();
    }

    /** Parses the text in column {@code stat}; returns null if it does not begin with a number. */
    static IndexStatistics of(String stat) {
        List<Long> rows = new ArrayList<>();
        boolean unordered = false;
        boolean noSkipScan = false;
        int entrySize = 0;
        boolean counting = true;
        for (String word : stat.trim().split(" +")) {
            counting &= word.matches("[0-9]{1,18}");
            if (counting) {
                rows.add(Long.parseLong(word));
            } else if (word.startsWith("unordered")) {
                unordered = true;
            } else if (word.matches("sz=[0-9]{1,9}.*")) {
                entrySize = Math.max(2, Integer.parseInt(word.replaceAll("^sz=|[^0-9].*$", "")));
            } else if (word.startsWith("noskipscan")) {
                noSkipScan = true;
            }
        }
        return rows.isEmpty()
                ? null
                : new IndexStatistics(
                        List.copyOf(rows), unordered, entrySize, noSkipScan, List.of());
    }

    IndexStatistics withSamples(List<IndexSample> found) {
        List<IndexSample> sorted = found.stream()
                .sorted(Comparator.comparingLong(IndexSample::before))
                .toList();
        return new IndexStatistics(rows, unordered, entrySize, noSkipScan, sorted);
    }

    /** Rows in the index. */
    public long total() {
        return rows.get(0);
    }

    /** How many rows are equal in the first {@code columns} columns; at least 1. */
    public long equal(int columns) {
        return Math.max(1, rows.get(columns));
    }
}
