package org.sqlvm.parquet;

import org.sqlvm.engine.virtual.files.ColumnFile;
import org.sqlvm.engine.virtual.files.ColumnFormat;
import org.sqlvm.engine.virtual.files.FileInput;
import org.sqlvm.engine.virtual.files.FileLayout;
import org.sqlvm.engine.virtual.files.FileOptions;
import org.sqlvm.engine.virtual.files.RowWriter;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;

/**
 * {@code read_parquet('x.parquet')}, whose names and types are those of the file, and COPY to one.
 */
public final class ParquetFormat implements ColumnFormat {
    @Override
    public String name() {
        return "parquet";
    }

    @Override
    public FileLayout inspect(FileInput file, FileOptions options) {
        return ParquetFile.read(file).layout();
    }

    @Override
    public ColumnFile look(FileInput file, FileLayout layout, FileOptions options) {
        return ParquetFile.read(file).as(layout);
    }

    @Override
    public Set<String> writeOptions() {
        return Set.of("types", "row_group_size");
    }

    @Override
    public boolean compressesItself() {
        return true;
    }

    @Override
    public RowWriter write(OutputStream output, List<String> columns, FileOptions options)
            throws IOException {
        return new ParquetWriter(output, columns, options);
    }
}
