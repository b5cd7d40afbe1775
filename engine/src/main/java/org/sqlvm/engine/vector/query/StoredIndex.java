package org.sqlvm.engine.vector.query;

import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.List;

/**
 * An index that has all columns that a scan reads, and less to read than the table.
 *
 * @param name for those who look at the mirror
 * @param root the first page of its b-tree
 * @param columns as the scan's, where entries hold them
 * @param readable all that there is to read of an entry
 */
public record StoredIndex(
        String name, int root, List<StoredColumn> columns, List<StoredColumn> readable) {}
