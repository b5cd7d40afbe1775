package org.sqlvm.engine.row.sort;

import org.sqlvm.engine.data.KeyField;

/**
 * What rows are sorted by.
 *
 * @param column number of the value in a row
 */
public record RowKey(int column, KeyField field) {}
