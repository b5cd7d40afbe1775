package org.sqlvm.parquet;

import org.sqlvm.api.files.FileContent;
import org.sqlvm.api.files.FileFormat;
import org.sqlvm.api.files.FileLayout;
import org.sqlvm.api.files.FileOption;
import org.sqlvm.api.files.FileOption.Type;
import org.sqlvm.api.files.FileOptions;
import org.sqlvm.api.files.InputFile;
import org.sqlvm.engine.virtual.files.RowWriter;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * {@code read_parquet('x.parquet')}, whose names and types are those of the file, and COPY to one.
 */
public final class ParquetFormat implements FileFormat {
    @Override
    public String name() {
        return "parquet";
    }

    @Override
    public FileLayout inspect(InputFile file, FileOptions options) {
        return ParquetFile.read(file).layout();
    }

    @Override
    public FileContent open(InputFile file, FileLayout layout, FileOptions options) {
        return ParquetFile.read(file).as(layout);
    }

    @Override
    public boolean isStream() {
        return false;
    }

    @Override
    public List<FileOption> writeOptions() {
        return List.of(
                new FileOption("types", Type.TEXT, null, "The types of some columns."),
                new FileOption("row_group_size", Type.NUMBER, "122880", "The rows of a group."),
                new FileOption(
                        "compression",
                        Type.TEXT,
                        "snappy",
                        "Of pages: none, snappy, gzip or zstd."),
                new FileOption(
                        "mixed_as_text",
                        Type.FLAG,
                        "false",
                        "Whether columns that have values of several types in the first group are"
                                + " texts, and no error."));
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
