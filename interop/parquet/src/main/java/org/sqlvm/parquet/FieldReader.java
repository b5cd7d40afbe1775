package org.sqlvm.parquet;

import org.sqlvm.engine.virtual.files.ColumnValues;

import java.io.IOException;

/** Reads a column of the table, of a group of rows. */
abstract class FieldReader {
    final ColumnValues values = new ColumnValues(ColumnValues.ROWS_MAX);

    /** Reads the values of the next rows, which exist unless the file is damaged. */
    abstract void read(int rows) throws IOException;
}
