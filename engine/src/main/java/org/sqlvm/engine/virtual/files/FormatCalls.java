package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.JavaValues;
import org.sqlvm.api.files.FileContent;
import org.sqlvm.api.files.FileFormat;
import org.sqlvm.api.files.FileLayout;
import org.sqlvm.api.files.FileOptions;
import org.sqlvm.api.files.FileScan;
import org.sqlvm.api.files.FormatReader;
import org.sqlvm.api.files.FormatWriter;
import org.sqlvm.engine.row.function.UserCode;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Asks a format, whether it is one of ours or not. */
public final class FormatCalls {
    private FormatCalls() {}

    /** What a format does, which may throw anything. */
    interface Work<T> {
        T run() throws IOException;
    }

    /** Does what belongs to a format; what it throws is the statement's error. */
    private static <T> T called(Work<T> work) throws IOException {
        try {
            return work.run();
        } catch (RuntimeException error) {
            throw UserCode.error(error);
        }
    }

    /** The same while a file is read. */
    static <T> T during(FileInput file, Work<T> work) {
        try {
            return called(work);
        } catch (IOException error) {
            throw file.broken(error);
        }
    }

    /** Finds out which columns a file has. */
    public static FileLayout inspect(FileFormat format, FileInput file, FileOptions options) {
        return during(file, () -> format.inspect(file, options));
    }

    /** Opens what is in a file. */
    public static FileContent open(
            FileFormat format, FileInput file, FileLayout layout, FileOptions options) {
        return during(file, () -> format.open(file, layout, options));
    }

    /**
     * Opens a group.
     *
     * @param used by column: whether it will be asked for
     */
    public static ColumnReader open(
            FileInput file, FileContent content, int group, boolean[] used, RowConditions rows) {
        FileScan scan = new FileScan(used, rows.list());
        FormatReader reader = during(file, () -> content.open(group, scan));
        return reader instanceof ColumnReader own ? own : new BatchReader(reader, file, used);
    }

    /** Begins a file that is written: rows are given with values as in registers. */
    public static FormatWriter write(
            FileFormat format, OutputStream output, List<String> columns, FileOptions options)
            throws IOException {
        FormatWriter writer = called(() -> format.write(output, columns, options));
        return writer instanceof RowWriter
                ? writer
                : new FormatWriter() {
                    @Override
                    public void row(Object[] values) throws IOException {
                        Object[] row = new Object[values.length];
                        for (int i = 0; i < row.length; i++) {
                            row[i] = JavaValues.toObject(values[i]);
                        }
                        called(() -> {
                            writer.row(row);
                            return null;
                        });
                    }

                    @Override
                    public void finish() throws IOException {
                        called(() -> {
                            writer.finish();
                            return null;
                        });
                    }
                };
    }
}
