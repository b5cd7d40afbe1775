package org.sqlvm.engine.virtual.files;

import org.sqlvm.engine.error.SqlException;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;

/**
 * A format of files whose rows can be read: {@code FROM read_NAME('path', option = value)}. Formats
 * that need libraries are found with {@link java.util.ServiceLoader}.
 */
public interface FileFormat {
    /** Its name: {@code csv}. */
    String name();

    /** The options that it has in common with others. */
    default Set<String> commonOptions() {
        return FileOptions.OF_ROWS;
    }

    /** The options that it knows beside these. */
    Set<String> options();

    /** The columns of a file, by its first rows and by what the options say. */
    FileLayout inspect(FileInput file, FileOptions options);

    /**
     * Looks at a file before it is read.
     *
     * @param layout of the first file
     */
    ColumnFile look(FileInput file, FileLayout layout, FileOptions options);

    /** Whether its values are texts without types. */
    default boolean isText() {
        return false;
    }

    /** The options that it knows when it is written, beside {@code compression}. */
    default Set<String> writeOptions() {
        return Set.of();
    }

    /**
     * Whether the option {@code compression} says how it compresses what is in a file: then the
     * file as a whole is not compressed.
     */
    default boolean compressesItself() {
        return false;
    }

    /**
     * Writes a file.
     *
     * @param columns their names
     */
    default RowWriter write(OutputStream output, List<String> columns, FileOptions options)
            throws IOException {
        throw SqlException.error("files of the format " + name() + " cannot be written");
    }
}
