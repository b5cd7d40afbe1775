package org.sqlvm.jdbc;

import org.sqlvm.api.Column;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A result of DatabaseMetaData in the making, with the columns that the Javadoc of the method
 * names, in their order and of their types.
 */
final class MetaRows {
    private final List<Column> columns = new ArrayList<>();
    private final List<Object[]> rows = new ArrayList<>();

    /**
     * @param definition the columns with their types: {@code "TABLE_CAT VARCHAR, KEY_SEQ SMALLINT"}
     */
    MetaRows(String definition) {
        for (String column : definition.split(",", -1)) {
            String[] words = column.strip().split("\\s+", -1);
            assert words.length == 2 : column;
            columns.add(new Column(words[0], words[1], null, null, null));
        }
    }

    /** Adds a row; a boolean is 0 or 1, and any other integer a Long. */
    MetaRows add(Object... values) {
        assert values.length == columns.size() : values.length;
        Object[] row = new Object[values.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = switch (values[i]) {
                case Boolean truth -> truth ? 1L : 0L;
                case Integer number -> number.longValue();
                case Short number -> number.longValue();
                case null, default -> values[i];
            };
        }
        rows.add(row);
        return this;
    }

    /** Sorts by columns, named from the first one on that matters; null comes first. */
    MetaRows sorted(String... names) {
        Comparator<Object[]> order = (_, _) -> 0;
        for (String name : names) {
            int column = indexOf(name);
            order = order.thenComparing(row -> row[column], MetaRows::compare);
        }
        rows.sort(order);
        return this;
    }

    private int indexOf(String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new AssertionError(name);
    }

    private static int compare(Object left, Object right) {
        if (left == null || right == null) {
            return left == right ? 0 : left == null ? -1 : 1;
        }
        return left instanceof Long number && right instanceof Long other
                ? number.compareTo(other)
                : left.toString().compareTo(right.toString());
    }

    SqlvmResultSet resultSet(SqlvmConnection connection) {
        return new MetaResultSet(connection, new ListRows(columns, rows));
    }
}
