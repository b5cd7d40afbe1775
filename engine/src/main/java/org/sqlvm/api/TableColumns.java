package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The columns of a table of objects, each with a function that reads its value from an object; for
 * {@link Tables#createTable(String, TableColumns, Iterable)}.
 *
 * <pre>{@code
 * TableColumns<Part> columns = new TableColumns<Part>()
 *         .integer("id", part -> part.id())
 *         .real("price", part -> part.price())
 *         .text("name", part -> part.name());
 * }</pre>
 *
 * <p>The functions are compiled together with the query; numbers are not boxed.
 *
 * @param <T> the class of the rows
 */
public final class TableColumns<T> {
    /** The type of a column's values. */
    public enum Kind {
        INTEGER,
        REAL,
        TEXT,
        BLOB,
        /** Any value that {@link Result#setObject} takes. */
        ANY
    }

    /**
     * A column.
     *
     * @param reader a ToLongFunction for INTEGER, a ToDoubleFunction for REAL, else a Function
     */
    public record Column(String name, Kind kind, Object reader) {}

    private final List<Column> columns = new ArrayList<>();

    /** Makes an empty list of columns. */
    public TableColumns() {}

    /** Adds a column of integers. */
    public TableColumns<T> integer(String name, ToLongFunction<? super T> reader) {
        return add(name, Kind.INTEGER, reader);
    }

    /** Adds a column of reals; NaN is NULL. */
    public TableColumns<T> real(String name, ToDoubleFunction<? super T> reader) {
        return add(name, Kind.REAL, reader);
    }

    /** Adds a column of texts; null is NULL. */
    public TableColumns<T> text(String name, Function<? super T, @Nullable String> reader) {
        return add(name, Kind.TEXT, reader);
    }

    /** Adds a column of BLOBs; null is NULL. */
    public TableColumns<T> blob(String name, Function<? super T, byte @Nullable []> reader) {
        return add(name, Kind.BLOB, reader);
    }

    /** Adds a column of values of any type; null is NULL. */
    public TableColumns<T> any(
            String name, Function<? super T, ? extends @Nullable Object> reader) {
        return add(name, Kind.ANY, reader);
    }

    TableColumns<T> add(String name, Kind kind, Object reader) {
        columns.add(new Column(name, kind, reader));
        return this;
    }

    /** Returns the columns that have been added. */
    public List<Column> columns() {
        return List.copyOf(columns);
    }

    /**
     * Returns the columns of a class. Those of a record are its components; those of another class
     * are its properties (public methods {@code getX} and {@code isX}) and public fields, sorted by
     * name. Numeric primitive types, String and {@code byte[]} determine the column's type; others
     * are ANY.
     *
     * @throws IllegalArgumentException if there are no columns, or the class is not open to the
     *     engine's module
     */
    public static <T> TableColumns<T> of(Class<T> type) {
        return BeanColumns.of(type);
    }
}
