package org.sqlvm.engine.virtual.files;

import java.util.List;

/**
 * What the first file has been found to be; the others must be like it.
 *
 * @param rowSize how many bytes of the file a row takes, about
 * @param form what else the format has found; null for nothing
 */
public record FileLayout(List<FileColumn> columns, double rowSize, Object form) {
    public FileLayout {
        columns = List.copyOf(columns);
    }
}
