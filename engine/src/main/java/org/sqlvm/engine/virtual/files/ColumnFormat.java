package org.sqlvm.engine.virtual.files;

import java.util.Set;

/** A format whose files have their rows column by column, in groups that can be read alone. */
public interface ColumnFormat extends FileFormat {
    @Override
    default Set<String> commonOptions() {
        return FileOptions.OF_COLUMNS;
    }

    @Override
    default Set<String> options() {
        return Set.of();
    }

    /**
     * Looks at the groups of a file.
     *
     * @param layout of the first file
     */
    ColumnFile look(FileInput file, FileLayout layout, FileOptions options);

    /** Never called: its files are read by columns. */
    @Override
    default RowReader open(FileInput file, FileLayout layout, FileOptions options, boolean[] used) {
        throw new AssertionError(name());
    }
}
