package org.sqlvm.server;

import java.util.List;

/** A command that runs. */
interface Run extends AutoCloseable {
    /** Begins, so that there are first rows. */
    default void begin() {}

    /**
     * Its columns, by its first rows if there are some; null if it gives no rows. Has no effect on
     * the database.
     */
    List<Field> fields();

    /**
     * Goes on.
     *
     * @param rows takes the rows; null if there are none, or they are left out
     * @param limit of rows; 0 for all
     * @return whether it is complete
     */
    boolean run(RowSink rows, long limit);

    /** How many rows it has given, or changed. */
    default long count() {
        return 0;
    }

    /** Of the complete command, with its count. */
    String tag();

    @Override
    default void close() {}
}
