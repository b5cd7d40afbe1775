package org.sqlvm.engine.virtual.files;

/** What is known of a file. Threads may share it; nothing is open. */
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

    /**
     * Opens a group some of whose rows are of no use.
     *
     * @param conditions by columns that are used; the reader may leave them alone
     */
    default ColumnReader open(int group, boolean[] used, RowConditions conditions) {
        return open(group, used);
    }
}
