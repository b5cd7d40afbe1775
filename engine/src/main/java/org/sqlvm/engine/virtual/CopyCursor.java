package org.sqlvm.engine.virtual;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.files.FormatWriter;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.virtual.files.FileError;
import org.sqlvm.engine.virtual.files.FileOutput;
import org.sqlvm.engine.virtual.files.FormatCalls;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.io.IOException;

/**
 * Writes rows to a file. The file gets its name when it is whole; until then what was there before
 * stays, and if the statement fails it stays for good.
 */
public final class CopyCursor extends VirtualCursor {
    private final String path;
    private final FileOutput output;
    private final FormatWriter writer;

    CopyCursor(CopyTarget target, FileSystem files) {
        this.path = target.name();
        FileOutput opened = null;
        try {
            opened = FileOutput.create(target.format(), files, path, target.options());
            this.writer =
                    FormatCalls.write(target.format(), opened, target.columns(), target.options());
            this.output = opened;
            opened = null;
        } catch (IOException e) {
            throw SqlException.error("cannot open '" + path + "' for writing");
        } finally {
            if (opened != null) {
                opened.abandon();
            }
        }
    }

    /** @param values as in registers; they may be borrowed */
    public void write(Object[] values) {
        try {
            writer.row(values);
        } catch (IOException e) {
            throw FileError.of(path, "cannot be written");
        }
    }

    /** There are no more rows. */
    public void finish() {
        try {
            writer.finish();
            output.finish();
        } catch (IOException e) {
            throw FileError.of(path, "cannot be written");
        }
    }

    @Override
    public void close() {
        output.abandon();
    }

    @Override
    public void filter(ScanPlan plan, Object[] arguments) {
        throw new AssertionError("is not read: " + path);
    }

    @Override
    public boolean next() {
        throw new AssertionError("is not read: " + path);
    }

    @Override
    public Object column(int column) {
        throw new AssertionError("is not read: " + path);
    }

    @Override
    public long rowid() {
        throw new AssertionError("is not read: " + path);
    }
}
