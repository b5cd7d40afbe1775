/**
 * Sorting. A {@link Sorter} sorts records of bytes, in memory or as runs in temporary files that
 * are merged; a {@link RowOrder} sorts rows of values that are in memory, column by column; an
 * {@link IntegerOrder} sorts rows by integers of small ranges. Equal keys stay in the order in
 * which they came.
 */
package org.sqlvm.engine.row.sort;
