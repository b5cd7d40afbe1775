package org.sqlvm.api;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * How objects are rows: the columns of {@link Tables#createTable(String, TableColumns, Iterable)}.
 *
 * <pre>{@code
 * TableColumns<Part> columns = new TableColumns<Part>()
 *         .integer("id", part -> part.id())
 *         .real("price", part -> part.price())
 *         .text("name", part -> part.name());
 * }</pre>
 *
 * <p>What reads a column is compiled together with the query; numbers are not boxed.
 *
 * @param <T> of the rows
 */
public final class TableColumns<T> {
    /** What a column's values are. */
    public enum Kind {
        INTEGER,
        REAL,
        TEXT,
        BLOB,
        /** Whatever {@link Result#setObject} takes. */
        ANY
    }

    /**
     * A column.
     *
     * @param reader a ToLongFunction for INTEGER, a ToDoubleFunction for REAL, else a Function
     */
    public record Column(String name, Kind kind, Object reader) {}

    private final List<Column> columns = new ArrayList<>();

    /** No columns yet. */
    public TableColumns() {}

    /** A column of integers. */
    public TableColumns<T> integer(String name, ToLongFunction<? super T> reader) {
        return add(name, Kind.INTEGER, reader);
    }

    /** A column of reals; NaN is NULL. */
    public TableColumns<T> real(String name, ToDoubleFunction<? super T> reader) {
        return add(name, Kind.REAL, reader);
    }

    /** A column of texts; null is NULL. */
    public TableColumns<T> text(String name, Function<? super T, String> reader) {
        return add(name, Kind.TEXT, reader);
    }

    /** A column of blobs; null is NULL. */
    public TableColumns<T> blob(String name, Function<? super T, byte[]> reader) {
        return add(name, Kind.BLOB, reader);
    }

    /** A column of values of any kind; null is NULL. */
    public TableColumns<T> any(String name, Function<? super T, ?> reader) {
        return add(name, Kind.ANY, reader);
    }

    TableColumns<T> add(String name, Kind kind, Object reader) {
        columns.add(new Column(name, kind, reader));
        return this;
    }

    /** The columns so far. */
    public List<Column> columns() {
        return List.copyOf(columns);
    }

    /**
     * The columns of a class: the components of a record; or else what a bean's public methods
     * {@code getX} and {@code isX} give, and its public fields, by name. Numbers of primitive
     * types, String and {@code byte[]} say what the column's type is.
     *
     * @throws IllegalArgumentException if there are none, or the class is not open to us
     */
    public static <T> TableColumns<T> of(Class<T> type) {
        return BeanColumns.of(type);
    }
}
