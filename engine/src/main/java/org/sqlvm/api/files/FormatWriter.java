package org.sqlvm.api.files;

import org.jspecify.annotations.Nullable;

import java.io.IOException;

/** Takes the rows that are written to a file. */
public interface FormatWriter {
    /**
     * Writes a row.
     *
     * @param values by column: Long, Double, String, byte[] or null
     */
    void row(@Nullable Object[] values) throws IOException;

    /** There are no more rows. What they are written to is closed by the caller. */
    default void finish() throws IOException {}
}
