package org.sqlvm.server.command;

import org.sqlvm.server.rows.RowSink;
import org.sqlvm.server.value.Field;

import java.util.List;

/** A command that runs. */
interface Run extends AutoCloseable {
    /** Begins, so that there are first rows. */
    default void begin() {}

    /**
     * Returns the columns, with types that hold all rows; null if there are no rows. Has no effect
     * on the database: before a statement that would change it has begun, the types are those of
     * the declarations.
     */
    List<Field> fields();

    /**
     * Returns the columns with types that hold the next rows; later rows may need others.
     *
     * @param limit the number of these rows; 0 for all remaining rows
     */
    default List<Field> fields(long limit) {
        return fields();
    }

    /**
     * Continues the run.
     *
     * @param rows receives the rows; null if there are none, or they are skipped
     * @param limit the maximum number of rows; 0 for all
     * @return whether the run is complete
     */
    boolean run(RowSink rows, long limit);

    /** Returns the number of rows that were returned or changed. */
    default long count() {
        return 0;
    }

    /** Returns the tag of the complete command, with its count. */
    String tag();

    @Override
    default void close() {}
}
