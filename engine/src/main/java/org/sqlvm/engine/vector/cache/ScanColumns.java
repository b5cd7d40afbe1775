package org.sqlvm.engine.vector.cache;

import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The columns that a scan reads of a table, and those that it may decode for the column cache.
 *
 * @param own the columns that it reads
 * @param siblings the columns that other scans of its statement read; they are decoded along, so
 *     that the table is read once
 * @param readable all columns that can be read of a row; empty if no spare columns are decoded
 */
public record ScanColumns(
        List<StoredColumn> own, List<StoredColumn> siblings, List<StoredColumn> readable) {
    public ScanColumns {
        assert Set.copyOf(own).size() == own.size() : own;
    }

    /** A scan that decodes no other columns. */
    public static ScanColumns only(List<StoredColumn> own) {
        return new ScanColumns(own, List.of(), List.of());
    }

    /** All columns that the statement reads. */
    public Set<StoredColumn> all() {
        Set<StoredColumn> all = new LinkedHashSet<>(own);
        all.addAll(siblings);
        return all;
    }

    /**
     * The columns that the statement reads: the scan's own, then those of other scans that are not
     * cached.
     */
    Set<StoredColumn> asked(CachedTable held) {
        Set<StoredColumn> asked = new LinkedHashSet<>(own);
        for (StoredColumn column : siblings) {
            if (!held.holds(column)) {
                asked.add(column);
            }
        }
        return asked;
    }
}
