package org.sqlvm.engine.virtual.files;

/** What is known of a file of a {@link ColumnFormat}. Immutable; nothing is open. */
public interface ColumnFile {
    int groupCount();

    /**
     * The least and the greatest value of a column in a group, as in registers, or wider bounds;
     * null if they are not known. NULLs do not count.
     */
    Object[] bounds(int group, int column);

    /**
     * Opens a group.
     *
     * @param used by column: whether it will be asked for
     */
    ColumnReader open(int group, boolean[] used);
}
