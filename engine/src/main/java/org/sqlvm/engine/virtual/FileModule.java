package org.sqlvm.engine.virtual;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.files.FileFormat;
import org.sqlvm.api.files.FileLayout;
import org.sqlvm.api.files.FileOptions;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileStamp;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.virtual.files.FileArguments;
import org.sqlvm.engine.virtual.files.FileInput;
import org.sqlvm.engine.virtual.files.FilePattern;
import org.sqlvm.engine.virtual.files.FormatCalls;
import org.sqlvm.engine.virtual.module.EngineModule;
import org.sqlvm.engine.virtual.module.ModuleCall;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code FROM read_csv('x.csv', header = true)}, and {@code USING read_csv('x.csv')}: the rows of
 * files of a format, whose columns come from the first file.
 *
 * <p>A table is one of temp, as those of {@link CsvModule} are: a database that somebody else has
 * made must not choose which files are read.
 */
public record FileModule(FileFormat format) implements EngineModule {
    /** The module that reads files and has that name, or null. */
    static FileModule find(String name) {
        FileFormat format = FileFormats.ofFunction(name);
        return format == null ? null : new FileModule(format);
    }

    /** The name of the function that reads such files. */
    public String name() {
        return FileArguments.PREFIX + format.name();
    }

    @Override
    public boolean isCalled() {
        return true;
    }

    @Override
    public boolean isCallDirectOnly() {
        return true;
    }

    @Override
    public ModuleTable connect(ModuleCall call) {
        if (!call.database().isTemp()) {
            throw SqlException.error(
                    "only tables of temp may read files: CREATE VIRTUAL TABLE temp." + call.table()
                            + " USING " + call.module() + "(…)");
        }
        FileOptions options = FileArguments.of(format, call.arguments());
        FileSystem system = call.host().files();
        List<FileInput> files = files(system, options);
        long now = System.currentTimeMillis();
        List<FileStamp> stamps = stamps(files);
        FileLayout layout = FormatCalls.inspect(format, files.getFirst(), options);
        return new FileTable(format, call.host(), options, files, stamps, now, layout);
    }

    /** The files that the paths mean now. */
    static List<FileInput> files(FileSystem system, FileOptions options) {
        List<FileInput> files = new ArrayList<>();
        for (String path : options.paths()) {
            for (String found : FilePattern.find(system, path)) {
                files.add(new FileInput(system, found, options));
            }
        }
        return files;
    }

    static List<FileStamp> stamps(List<FileInput> files) {
        return files.stream().map(FileInput::stamp).toList();
    }
}
