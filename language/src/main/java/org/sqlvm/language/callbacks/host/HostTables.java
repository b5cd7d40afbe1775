package org.sqlvm.language.callbacks.host;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.api.TableColumns;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Determines the columns of a Java collection from its first row. */
public final class HostTables {
    private HostTables() {}

    /**
     * Returns the Iterable of a collection or array.
     *
     * @throws IllegalArgumentException if {@code rows} cannot be iterated over
     */
    public static Iterable<?> iterable(Object rows) {
        return switch (rows) {
            case Iterable<?> iterable -> iterable;
            case Object[] array -> Arrays.asList(array);
            default ->
                throw new IllegalArgumentException(
                        "cannot be iterated over: " + rows.getClass().getName());
        };
    }

    /** The first row that is not null. */
    public static Object first(String name, Iterable<?> rows) {
        Iterator<?> iterator = rows.iterator();
        while (iterator.hasNext()) {
            Object row = iterator.next();
            if (row != null) {
                return row;
            }
        }
        throw new IllegalArgumentException(
                "table " + name + " has no rows that could say what its columns are");
    }

    /** The columns of rows like {@code first}. */
    public static TableColumns<?> columns(Object first) {
        TableColumns<Object> columns = new TableColumns<>();
        switch (first) {
            case Map<?, ?> map ->
                map.keySet().forEach(key -> columns.any(String.valueOf(key), row -> get(row, key)));
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    int place = i;
                    columns.any("c" + i, row -> element((List<?>) row, place));
                }
            }
            case Object[] array -> {
                for (int i = 0; i < array.length; i++) {
                    int place = i;
                    columns.any("c" + i, row -> element((Object[]) row, place));
                }
            }
            case CharSequence _, Number _, Boolean _, byte[] _ -> columns.any("value", row -> row);
            default -> {
                return TableColumns.of(first.getClass());
            }
        }
        return columns;
    }

    @TruffleBoundary
    private static Object get(Object row, Object key) {
        return ((Map<?, ?>) row).get(key);
    }

    @TruffleBoundary
    private static Object element(List<?> row, int place) {
        return place < row.size() ? row.get(place) : null;
    }

    private static Object element(Object[] row, int place) {
        return place < row.length ? row[place] : null;
    }
}
