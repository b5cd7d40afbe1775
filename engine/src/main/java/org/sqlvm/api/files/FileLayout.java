package org.sqlvm.api.files;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The layout of the first file; the others must have the same.
 *
 * @param columns its columns
 * @param rowSize the approximate size of a row in the file, in bytes
 * @param form an immutable object with all else that the format has found; may be null
 */
public record FileLayout(
        List<FileColumn> columns, double rowSize, @Nullable Object form) {
    /** The assumed size of a row in bytes, for formats that do not know theirs. */
    private static final double ROW_SIZE = 100;

    public FileLayout {
        columns = List.copyOf(columns);
    }

    /** A layout of columns alone. */
    public static FileLayout of(List<FileColumn> columns) {
        return new FileLayout(columns, ROW_SIZE, null);
    }
}
