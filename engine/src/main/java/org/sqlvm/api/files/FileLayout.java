package org.sqlvm.api.files;

import java.util.List;

/**
 * What the first file has been found to be; the others must be like it.
 *
 * @param rowSize how many bytes of the file a row takes, about
 * @param form what else the format has found, an object that does not change; null for nothing
 */
public record FileLayout(List<FileColumn> columns, double rowSize, Object form) {
    /** What a row is taken to need if the format does not say it, in bytes. */
    private static final double ROW_SIZE = 100;

    public FileLayout {
        columns = List.copyOf(columns);
    }

    /** A layout of columns alone. */
    public static FileLayout of(List<FileColumn> columns) {
        return new FileLayout(columns, ROW_SIZE, null);
    }
}
