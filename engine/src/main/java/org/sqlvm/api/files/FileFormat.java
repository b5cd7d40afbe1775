package org.sqlvm.api.files;

import org.sqlvm.engine.error.SqlException;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * A format of files that SQL reads as tables, {@code FROM read_NAME('path', option = value)}, and
 * that COPY reads and writes. Formats are found with {@link java.util.ServiceLoader}, or registered
 * on a connection ({@link org.sqlvm.api.Tables#createFormat}); CSV, JSON, Parquet and Arrow are
 * formats like others.
 *
 * <p>The format knows what is in a file. Which files a path means, whether they may be opened,
 * compression, the checks of options, threads, and the column {@code filename} are sqlvm's. One
 * object serves all connections and threads.
 *
 * <p>What a method throws comes out of the statement as it is. {@link InputFile#error} makes an
 * error of SQL that names the file.
 */
public interface FileFormat {
    /** The name in lower case: {@code csv} is read by {@code read_csv}. */
    String name();

    /** Returns the extensions of its files, in lower case without the dot. */
    default List<String> extensions() {
        return List.of(name());
    }

    /** The options of reading, besides {@code filename} and, of a stream, {@code compression}. */
    default List<FileOption> options() {
        return List.of();
    }

    /**
     * Whether a file is read from its first byte to its last, so that it may be compressed as a
     * whole. If not, it is read at any offset.
     */
    default boolean isStream() {
        return true;
    }

    /** Whether its values are texts without types, which COPY gives the types of a table. */
    default boolean isText() {
        return false;
    }

    /**
     * Finds out which columns a file has, from what it begins with and from the options. Further
     * files of the same call are read with the same columns.
     */
    FileLayout inspect(InputFile file, FileOptions options) throws IOException;

    /**
     * Opens what is in a file.
     *
     * @param layout that of the first file
     */
    FileContent open(InputFile file, FileLayout layout, FileOptions options) throws IOException;

    /** The options of writing; {@code compression}, too, unless {@link #compressesItself}. */
    default List<FileOption> writeOptions() {
        return List.of();
    }

    /**
     * Whether an option {@code compression} of the format's own says how it compresses what is in a
     * file: then the file as a whole is not compressed.
     */
    default boolean compressesItself() {
        return false;
    }

    /**
     * Writes a file, which gets its name when it is whole.
     *
     * @param output closed by the caller
     * @param columns their names
     */
    default FormatWriter write(OutputStream output, List<String> columns, FileOptions options)
            throws IOException {
        throw SqlException.error("files of the format " + name() + " cannot be written");
    }
}
