package org.sqlvm.engine.row.function;

import java.util.List;

/**
 * A collection of the program around the database that SQL reads as a table, as programs know it:
 * they are shared by all connections that have registered the like. What its rows are is the
 * connection's, in place {@link #slot} of {@link Registered#bodies}.
 *
 * @param name as the user wrote it
 * @param rowCount the guessed number of rows, a power of two; 0 if it is not known
 * @param batches its rows come column by column
 */
public record RegisteredTable(
        String name, List<Column> columns, long rowCount, boolean batches, int slot) {
    /**
     * A column.
     *
     * @param type INTEGER, REAL, TEXT or BLOB; empty for values of any kind
     * @param hidden an argument of a table that is read as a function; behind the other columns
     */
    public record Column(String name, String type, boolean hidden) {
        public Column(String name, String type) {
            this(name, type, false);
        }
    }

    /** The rows of a connection's collection. */
    public interface Rows extends RegisteredFunction.Body {
        /** Whether they come column by column. */
        default boolean hasBatches() {
            return false;
        }
    }

    /** The most hidden columns: their numbers are bits of an int. */
    public static final int PARAMETERS_MAX = Integer.SIZE;

    public int parameterCount() {
        return (int) columns.stream().filter(Column::hidden).count();
    }

    /** The power of two that stands for a number of rows. */
    public static long rounded(long rowCount) {
        return rowCount <= 0 ? 0 : Long.highestOneBit(rowCount);
    }
}
