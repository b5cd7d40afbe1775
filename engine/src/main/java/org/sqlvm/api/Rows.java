package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

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
 * (sqlite.org/c3ref/column_blob.html): {@link #getLong} of a TEXT returns the number that it begins
 * with, and {@link #getText} of a number its text; for NULL, getters return 0, 0.0 or null. A
 * getter with a column's name looks the name up in each call: before a loop, call
 * {@link #columnIndex}. Only one thread at a time may use the rows.
 */
public interface Rows extends AutoCloseable {

    /** The storage class of a value. */
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
     * @throws org.sqlvm.api.SqlvmException if computing the row failed
     */
    boolean next();

    /**
     * Returns the next rows as a batch of columns, at least one row, and moves past them. The batch
     * has the rows that have been computed already. Afterwards there is no current row.
     *
     * @return the batch, or null after the last row
     * @throws SqlvmException as {@link #next}
     * @throws UnsupportedOperationException for rows that are not the result of a statement
     */
    default @Nullable RowBatch nextBatch() {
        throw new UnsupportedOperationException();
    }

    int columnCount();

    /** Returns the name, declared type and origin of a column. */
    Column column(int column);

    default String columnName(int column) {
        return column(column).name();
    }

    /** Returns the declared type of the table column that this column comes from, or null. */
    default @Nullable String columnDeclaredType(int column) {
        return column(column).declaredType();
    }

    /**
     * Returns the index of the first column with this name, ignoring case.
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
     * Returns the storage class of a column in the first row, before {@link #next} has moved to it.
     * Returns null if that row has not been computed yet, or if {@link #next} has been called.
     */
    @Nullable
    Type firstType(int column);

    /**
     * Returns the column's value in the row that {@link #firstType} looks at, converted as by
     * {@link #getLong}; 0 if {@link #firstType} returns null.
     */
    long firstLong(int column);

    boolean isNull(int column);

    long getLong(int column);

    double getDouble(int column);

    /** Returns the value as text, or null for NULL. */
    @Nullable
    String getText(int column);

    /** Returns the bytes in a new array, or null for NULL. */
    byte @Nullable [] getBlob(int column);

    /** Returns a Long, Double, String, byte[] or null. */
    @Nullable
    Object getObject(int column);

    /** @throws ArithmeticException if the value does not fit into 32 bits */
    default int getInt(int column) {
        return Math.toIntExact(getLong(column));
    }

    /** Returns whether the value counts as true in WHERE: whether it is not 0 as a number. */
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

    default @Nullable String getText(String column) {
        return getText(columnIndex(column));
    }

    default byte @Nullable [] getBlob(String column) {
        return getBlob(columnIndex(column));
    }

    default @Nullable Object getObject(String column) {
        return getObject(columnIndex(column));
    }

    /**
     * Returns the remaining rows as objects of a record, or of any class with one constructor. Each
     * of its parameters takes the column with its name, where case and underscores do not count.
     *
     * <p>Parameters may be of primitive types and their boxes, String, byte[], Object, BigDecimal,
     * BigInteger, UUID, LocalDate, LocalTime, LocalDateTime, Instant and enums.
     *
     * @throws IllegalArgumentException if a parameter has no column, or another type
     */
    default <T> RecordRows<T> as(Class<T> type) {
        return new RecordRows<>(this, type);
    }

    /**
     * Returns the remaining rows as a sequential stream of the objects that {@code mapper} makes
     * from them. Reaching the end of the stream, or closing it, closes the rows.
     */
    default <T> Stream<T> stream(Function<? super Rows, ? extends T> mapper) {
        Spliterator<T> source = Spliterators.spliteratorUnknownSize(
                new RowIterator<>(this, mapper), Spliterator.ORDERED);
        return StreamSupport.stream(source, false).onClose(this::close);
    }

    /** Ends the statement's run, and its read transaction if it holds one. */
    @Override
    void close();
}
