package org.sqlvm.engine.virtual;

import org.sqlvm.api.files.FileFormat;
import org.sqlvm.api.files.FormatWriter;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.virtual.files.FileArguments;
import org.sqlvm.engine.virtual.files.FormatCalls;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes rows in a format of files to a stream of bytes that need not be a file. The values of a
 * row are set one by one; {@link #endRow} writes them.
 */
public final class FormatOutput {
    private final FormatWriter writer;
    private final Object[] row;

    private FormatOutput(FormatWriter writer, int columnCount) {
        this.writer = writer;
        this.row = new Object[columnCount];
    }

    /** Returns whether a module has the format. */
    public static boolean isInstalled(String format) {
        return FileFormats.ofFunction(FileArguments.PREFIX + format) != null;
    }

    /**
     * Begins the output.
     *
     * @param columns their names
     * @param options as those of COPY: {@code compression=zstd}
     * @throws SqlException if no module has the format, or it does not know an option
     */
    public static FormatOutput to(
            OutputStream output, String format, List<String> columns, List<String> options)
            throws IOException {
        FileFormat found = FileFormats.ofFunction(FileArguments.PREFIX + format);
        if (found == null) {
            throw SqlException.error("no module for files of the format " + format);
        }
        List<String> arguments = new ArrayList<>(options);
        // The format is not told of a path.
        arguments.add("''");
        FormatWriter writer = FormatCalls.write(
                found, output, columns, FileArguments.ofWriting(found, arguments));
        return new FormatOutput(writer, columns.size());
    }

    public void setNull(int column) {
        row[column] = SqlNull.NULL;
    }

    public void setLong(int column, long value) {
        row[column] = value;
    }

    public void setDouble(int column, double value) {
        row[column] = value;
    }

    /** @param array holds the UTF-8 bytes, until the row has ended */
    public void setText(int column, byte[] array, int offset, int length) {
        row[column] = new Text(array, offset, length);
    }

    /** @param array holds the bytes, until the row has ended */
    public void setBlob(int column, byte[] array, int offset, int length) {
        row[column] = new Blob(array, offset, length);
    }

    /** Writes the row, all of whose values have been set. */
    public void endRow() throws IOException {
        writer.row(row);
    }

    /** Writes what is left. The stream stays open. */
    public void finish() throws IOException {
        writer.finish();
    }
}
