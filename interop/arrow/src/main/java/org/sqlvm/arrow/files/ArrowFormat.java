package org.sqlvm.arrow.files;

import org.sqlvm.api.files.FileContent;
import org.sqlvm.api.files.FileFormat;
import org.sqlvm.api.files.FileLayout;
import org.sqlvm.api.files.FileOption;
import org.sqlvm.api.files.FileOption.Type;
import org.sqlvm.api.files.FileOptions;
import org.sqlvm.api.files.InputFile;
import org.sqlvm.engine.virtual.files.RowWriter;

import java.io.OutputStream;
import java.util.List;

/** {@code read_arrow('x.arrow')}: files and streams of Arrow's messages, and COPY to one. */
public final class ArrowFormat implements FileFormat {
    @Override
    public String name() {
        return "arrow";
    }

    @Override
    public FileLayout inspect(InputFile file, FileOptions options) {
        return ArrowFile.read(file).layout();
    }

    @Override
    public FileContent open(InputFile file, FileLayout layout, FileOptions options) {
        return ArrowFile.read(file).as(layout);
    }

    @Override
    public List<String> extensions() {
        return List.of("arrow", "arrows", "feather");
    }

    @Override
    public boolean isStream() {
        return false;
    }

    @Override
    public List<FileOption> writeOptions() {
        return List.of(
                new FileOption("types", Type.TEXT, null, "The types of some columns."),
                new FileOption("batch_rows", Type.NUMBER, "122880", "The rows of a record batch."),
                new FileOption(
                        "stream", Type.FLAG, "false", "Whether it is a stream, not a file."));
    }

    @Override
    public RowWriter write(OutputStream output, List<String> columns, FileOptions options) {
        return new ArrowFileWriter(output, columns, options);
    }
}
