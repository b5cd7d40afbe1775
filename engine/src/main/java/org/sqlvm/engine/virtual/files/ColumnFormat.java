package org.sqlvm.engine.virtual.files;

import java.util.Set;

/** A format whose files say which columns they have, and have their rows column by column. */
public interface ColumnFormat extends FileFormat {
    @Override
    default Set<String> commonOptions() {
        return FileOptions.OF_COLUMNS;
    }

    @Override
    default Set<String> options() {
        return Set.of();
    }
}
