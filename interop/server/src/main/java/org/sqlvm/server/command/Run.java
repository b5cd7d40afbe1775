package org.sqlvm.server.command;

import org.sqlvm.server.rows.RowSink;
import org.sqlvm.server.value.Field;

import java.util.List;

/** A command that runs. */
interface Run extends AutoCloseable {
    /** Begins, so that there are first rows. */
    default void begin() {}

    /**
     * Its columns, in types that hold all its rows; null if it gives no rows. Has no effect on the
     * database: what would have one has types by its declarations before it has begun.
     */
    List<Field> fields();

    /**
     * Its columns as the next rows are, without a promise for those behind them.
     *
     * @param limit of these rows; 0 for all that are left
     */
    default List<Field> fields(long limit) {
        return fields();
    }

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
