package org.sqlvm.spark.manifest;

import java.io.Serializable;
import java.util.List;

/**
 * A file of a table.
 *
 * @param path relative to the table's folder
 * @param rows the number of rows
 * @param bytes the size of the file
 * @param bounds the columns' bounds; a column without an entry has unknown ones
 */
public record DataFile(String path, long rows, long bytes, List<Bound> bounds)
        implements Serializable {
    public DataFile {
        bounds = List.copyOf(bounds);
    }
}
