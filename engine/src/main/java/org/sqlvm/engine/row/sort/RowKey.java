package org.sqlvm.engine.row.sort;

import org.sqlvm.engine.data.KeyField;

/**
 * A column that rows are sorted by, and how.
 *
 * @param column number of the value in a row
 */
public record RowKey(int column, KeyField field) {}
