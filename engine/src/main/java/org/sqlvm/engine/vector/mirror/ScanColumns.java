package org.sqlvm.engine.vector.mirror;

import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a scan reads of a table, and what it may leave to the mirror beside that.
 *
 * @param own columns that it reads
 * @param siblings columns that other scans of its statement read: they are decoded with its own, so
 *     that the table is read once
 * @param readable all that there is to read of a row; empty if nothing is to be decoded that nobody
 *     has asked for
 */
public record ScanColumns(
        List<StoredColumn> own, List<StoredColumn> siblings, List<StoredColumn> readable) {
    public ScanColumns {
        assert Set.copyOf(own).size() == own.size() : own;
    }

    /** These, and no others. */
    public static ScanColumns only(List<StoredColumn> own) {
        return new ScanColumns(own, List.of(), List.of());
    }

    /**
     * The columns that the statement reads: the scan's own, then those of the others that are not
     * held.
     */
    Set<StoredColumn> asked(MirroredTable held) {
        Set<StoredColumn> asked = new LinkedHashSet<>(own);
        for (StoredColumn column : siblings) {
            if (!held.holds(column)) {
                asked.add(column);
            }
        }
        return asked;
    }
}
