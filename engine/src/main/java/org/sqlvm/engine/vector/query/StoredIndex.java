package org.sqlvm.engine.vector.query;

import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.List;

/**
 * A covering index: it has all columns that a scan reads, and is smaller than the table.
 *
 * @param name the name that {@code PRAGMA sqlvm_mirror} shows
 * @param root the first page of its b-tree
 * @param columns the columns of the scan, with their places in the index's records
 * @param readable all columns that can be read of an entry
 */
public record StoredIndex(
        String name, int root, List<StoredColumn> columns, List<StoredColumn> readable) {}
