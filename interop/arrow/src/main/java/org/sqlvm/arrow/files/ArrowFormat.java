package org.sqlvm.arrow.files;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.virtual.files.ColumnFile;
import org.sqlvm.engine.virtual.files.ColumnFormat;
import org.sqlvm.engine.virtual.files.FileInput;
import org.sqlvm.engine.virtual.files.FileLayout;
import org.sqlvm.engine.virtual.files.FileOptions;

import java.util.List;
import java.util.Set;

/** {@code read_arrow('x.arrow')}: files and streams of Arrow's messages. */
public final class ArrowFormat implements ColumnFormat {
    private static final List<String> SENSELESS =
            List.of("columns", "types", "sample_size", "ignore_errors", "compression");

    @Override
    public String name() {
        return "arrow";
    }

    @Override
    public Set<String> options() {
        return Set.of();
    }

    @Override
    public FileLayout inspect(FileInput file, FileOptions options) {
        for (String option : SENSELESS) {
            if (options.text(option) != null) {
                throw SqlException.error("no such option of read_arrow: " + option);
            }
        }
        return ArrowFile.read(file).layout();
    }

    @Override
    public ColumnFile look(FileInput file, FileLayout layout, FileOptions options) {
        return ArrowFile.read(file).as(layout);
    }
}
