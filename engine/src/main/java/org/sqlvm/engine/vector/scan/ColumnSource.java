package org.sqlvm.engine.vector.scan;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.engine.vector.column.ChunkBuilder;

import java.util.List;

/** Gives the rows of a table column by column, some at a time. One thread at a time. */
public interface ColumnSource {
    /** The most rows that are read at a time. */
    int BATCH_ROWS = 2048;

    /**
     * Begins with the first row. May be called any number of times.
     *
     * @param plan the plan that the table has chosen
     * @param arguments the plan's values, as in a register
     */
    void begin(ScanPlan plan, Object[] arguments);

    /**
     * What has been begun, in parts that threads can read at the same time; empty if it is to be
     * read as a whole. Each part has been begun, and the caller closes it.
     */
    List<? extends ColumnSource> parts();

    /**
     * Reads the next rows.
     *
     * @param columns those that are wanted of them, by place in the table
     * @return their number, at most {@link #BATCH_ROWS}; 0 at the end
     */
    int read(int[] columns);

    /** Adds the values of a column, of some of the rows that were read last. */
    void give(int column, int from, int to, ChunkBuilder target);

    /** It is not read any more. */
    void close();
}
