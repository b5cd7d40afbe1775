package org.sqlvm.api.files;

import org.jspecify.annotations.Nullable;

import java.io.IOException;

/**
 * A file whose layout is known and whose rows are not read yet. Threads share it; nothing is open.
 * A file may have several groups of rows, each of which a thread of its own reads.
 */
@FunctionalInterface
public interface FileContent {
    /**
     * Opens a group. The caller closes the reader.
     *
     * @param group from 0
     * @param scan which columns and rows are of use
     */
    FormatReader open(int group, FileScan scan) throws IOException;

    /** How many groups the file has. */
    default int groupCount() {
        return 1;
    }

    /**
     * The least and the greatest value of a column in a group, or wider bounds; null if they are
     * not known. NULLs do not count. A group whose bounds exclude a query's conditions is not
     * opened.
     *
     * @return two of Long, Double or String
     */
    default @Nullable Object @Nullable [] bounds(int group, int column) {
        return null;
    }
}
