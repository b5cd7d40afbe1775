package org.sqlvm.api;

import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The rows of a result, read forward one after the other. Reading a column costs a few nanoseconds:
 * rows arrive in columnar batches, and compiled code reads the batch's arrays.
 *
 * <p>Columns are numbered from 0. A getter converts as SQLite's {@code sqlite3_column_*} do
 * (sqlite.org/c3ref/column_blob.html): {@link #getLong} of TEXT takes the leading number,
 * {@link #getText} of a number its text, anything of NULL is 0, 0.0 or null. A getter by name looks
 * the name up each time: in a loop, ask {@link #columnIndex} before it. Not safe for use by two
 * threads at a time.
 */
public interface Rows extends AutoCloseable {

    /** Storage class of a value. */
    enum Type {
        INTEGER,
        REAL,
        TEXT,
        BLOB,
        NULL
    }

    /**
     * Moves to the next row.
     *
     * @return false after the last row
     * @throws org.sqlvm.api.SqlvmException for an error that this row ran into
     */
    boolean next();

    /**
     * Moves behind several rows at once, which come as columns: those that {@link #next} would go
     * to and that have been computed, one at least. Then it stands on no row.
     *
     * @return null after the last row
     * @throws SqlvmException as {@link #next}
     * @throws UnsupportedOperationException for rows that do not come out of a statement
     */
    default RowBatch nextBatch() {
        throw new UnsupportedOperationException();
    }

    int columnCount();

    /** What is known of a column beside its values. */
    Column column(int column);

    default String columnName(int column) {
        return column(column).name();
    }

    /** The declared type of the table column that column {@code column} shows, or null. */
    default String columnDeclaredType(int column) {
        return column(column).declaredType();
    }

    /**
     * The first column with this name, in any case.
     *
     * @throws IllegalArgumentException if there is none
     */
    default int columnIndex(String name) {
        int count = columnCount();
        for (int i = 0; i < count; i++) {
            if (name.equalsIgnoreCase(columnName(i))) {
                return i;
            }
        }
        throw new IllegalArgumentException("no such column: " + name);
    }

    Type type(int column);

    /**
     * The storage class of the column's value in the row that {@link #next} moves to first, if that
     * has been computed already and not been read; else null.
     */
    Type firstType(int column);

    /** {@link #getLong} of the row that {@link #firstType} has told of; 0 if it was null. */
    long firstLong(int column);

    boolean isNull(int column);

    long getLong(int column);

    double getDouble(int column);

    /** The text, or null for NULL. */
    String getText(int column);

    /** A fresh array, or null for NULL. */
    byte[] getBlob(int column);

    /** A Long, Double, String, byte[] or null. */
    Object getObject(int column);

    /** @throws ArithmeticException if the value does not fit into 32 bits */
    default int getInt(int column) {
        return Math.toIntExact(getLong(column));
    }

    /** Whether the value counts as true in WHERE: it is a number other than 0. */
    default boolean getBoolean(int column) {
        return getDouble(column) != 0;
    }

    default boolean isNull(String column) {
        return isNull(columnIndex(column));
    }

    default long getLong(String column) {
        return getLong(columnIndex(column));
    }

    default int getInt(String column) {
        return getInt(columnIndex(column));
    }

    default double getDouble(String column) {
        return getDouble(columnIndex(column));
    }

    default boolean getBoolean(String column) {
        return getBoolean(columnIndex(column));
    }

    default String getText(String column) {
        return getText(columnIndex(column));
    }

    default byte[] getBlob(String column) {
        return getBlob(columnIndex(column));
    }

    default Object getObject(String column) {
        return getObject(columnIndex(column));
    }

    /**
     * The rows that are left as objects of a record, or of any class with one constructor. Each of
     * its parameters takes the column with its name, where case and underscores do not count.
     *
     * <p>Parameters may be of primitive types and their boxes, String, byte[], Object, BigDecimal,
     * BigInteger, UUID, LocalDate, LocalTime, LocalDateTime, Instant and enums.
     *
     * @throws IllegalArgumentException if a parameter has no column, or a type that is none of
     *     these
     */
    default <T> RecordRows<T> as(Class<T> type) {
        return new RecordRows<>(this, type);
    }

    /**
     * The rows that are left as a sequential stream of what {@code mapper} makes of each. Closing
     * the stream closes the rows; so does its end.
     */
    default <T> Stream<T> stream(Function<? super Rows, ? extends T> mapper) {
        Spliterator<T> source = Spliterators.spliteratorUnknownSize(
                new RowIterator<>(this, mapper), Spliterator.ORDERED);
        return StreamSupport.stream(source, false).onClose(this::close);
    }

    /** Ends the statement's run and its read transaction, if it holds one. */
    @Override
    void close();
}
