package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.files.FileOption;
import org.sqlvm.api.files.FileOption.Type;
import org.sqlvm.api.files.FileOptions;

import java.util.ArrayList;
import java.util.List;

/** The options of formats whose columns are found by the first rows. */
final class RecordOptions {
    private static final String SAMPLE_SIZE = "sample_size";
    private static final String IGNORE_ERRORS = "ignore_errors";

    private static final List<FileOption> COMMON = List.of(
            new FileOption(
                    "columns",
                    Type.TEXT,
                    null,
                    "All columns with types, as CREATE TABLE has them."),
            new FileOption("types", Type.TEXT, null, "Some columns with other types than found."),
            new FileOption(
                    SAMPLE_SIZE,
                    Type.NUMBER,
                    "20480",
                    "The rows that decide on types; -1 for all."),
            new FileOption(
                    IGNORE_ERRORS, Type.FLAG, "false", "Leaves rows out that cannot be read."),
            new FileOption("encoding", Type.TEXT, null, "UTF-8, or another that Java knows."));

    private RecordOptions() {}

    /** These and a format's own. */
    static List<FileOption> with(FileOption... own) {
        List<FileOption> all = new ArrayList<>(COMMON);
        all.addAll(List.of(own));
        return List.copyOf(all);
    }

    /** How many rows are looked at to find types. */
    static long sampleRows(FileOptions options) {
        long rows = options.number(SAMPLE_SIZE);
        return rows < 0 ? Long.MAX_VALUE : Math.max(1, rows);
    }

    /** Whether rows that cannot be read are left out. */
    static boolean ignoresErrors(FileOptions options) {
        return options.flag(IGNORE_ERRORS);
    }
}
