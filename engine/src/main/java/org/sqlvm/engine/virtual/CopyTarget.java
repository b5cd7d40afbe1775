package org.sqlvm.engine.virtual;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.files.FileFormat;
import org.sqlvm.api.files.FileOptions;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.virtual.files.FileArguments;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.util.List;

/**
 * A file that COPY writes, as a program knows it: a table without rows, whose cursor takes them.
 *
 * @param columns their names
 */
public record CopyTarget(FileFormat format, FileOptions options, List<String> columns)
        implements VirtualTable {
    /**
     * @param arguments the path, and options as texts: {@code header=true}
     * @throws org.sqlvm.engine.error.SqlException if the format does not know one of them
     */
    public static CopyTarget of(FileFormat format, List<String> arguments, List<String> columns) {
        return new CopyTarget(format, FileArguments.ofWriting(format, arguments), columns);
    }

    @Override
    public String name() {
        return options.paths().getFirst();
    }

    @Override
    public Table table(TextEncoding encoding) {
        throw new AssertionError("is not read: " + name());
    }

    @Override
    public ScanPlan plan(ScanRequest request, Registered registered) {
        throw new AssertionError("is not read: " + name());
    }

    @Override
    public VirtualCursor open(VirtualContext context) {
        return new CopyCursor(this, context.filesToWrite());
    }

    /** As EXPLAIN shows it. */
    @Override
    public String toString() {
        return "file:" + name();
    }
}
