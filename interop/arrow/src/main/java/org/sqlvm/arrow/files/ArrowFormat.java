package org.sqlvm.arrow.files;

import org.sqlvm.engine.virtual.files.ColumnFile;
import org.sqlvm.engine.virtual.files.ColumnFormat;
import org.sqlvm.engine.virtual.files.FileInput;
import org.sqlvm.engine.virtual.files.FileLayout;
import org.sqlvm.engine.virtual.files.FileOptions;
import org.sqlvm.engine.virtual.files.RowWriter;

import java.io.OutputStream;
import java.util.List;
import java.util.Set;

/** {@code read_arrow('x.arrow')}: files and streams of Arrow's messages, and COPY to one. */
public final class ArrowFormat implements ColumnFormat {
    @Override
    public String name() {
        return "arrow";
    }

    @Override
    public FileLayout inspect(FileInput file, FileOptions options) {
        return ArrowFile.read(file).layout();
    }

    @Override
    public ColumnFile look(FileInput file, FileLayout layout, FileOptions options) {
        return ArrowFile.read(file).as(layout);
    }

    @Override
    public Set<String> writeOptions() {
        return Set.of("types", "batch_rows", "stream");
    }

    @Override
    public RowWriter write(OutputStream output, List<String> columns, FileOptions options) {
        return new ArrowFileWriter(output, columns, options);
    }
}
