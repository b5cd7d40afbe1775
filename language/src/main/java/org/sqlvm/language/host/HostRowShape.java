package org.sqlvm.language.host;

import org.sqlvm.api.TableColumns;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.database.InsertTarget;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The shape of rows of one kind: the members that are inserted.
 *
 * @param names the names of the members; null for rows that have a value for each column of the
 *     table
 * @param columns the readers of the members
 * @param kind the kind of object that a row is
 * @param type the class of rows of this shape
 * @param isChosen whether rows may have other members, too
 */
record HostRowShape(
        List<String> names,
        List<TableColumns.Column> columns,
        Kind kind,
        Class<?> type,
        boolean isChosen) {
    enum Kind {
        /** The kind of object that the readers take. */
        OBJECT,
        MAP,
        LIST,
        ARRAY,
        /** A single value. */
        VALUE
    }

    /** Returns the shape of rows of a class, or of another kind that {@code type} may be. */
    static HostRowShape of(Class<?> type, List<String> wanted) {
        return ofObjects(TableColumns.of(type).columns(), wanted, type, true);
    }

    /** Returns the shape of rows whose columns a caller has declared. */
    static HostRowShape of(List<TableColumns.Column> columns, List<String> wanted) {
        return ofObjects(columns, wanted, Object.class, true);
    }

    private static HostRowShape ofObjects(
            List<TableColumns.Column> columns,
            List<String> wanted,
            Class<?> type,
            boolean isChosen) {
        List<TableColumns.Column> used = columns;
        if (wanted != null) {
            Map<String, TableColumns.Column> known = new LinkedHashMap<>();
            columns.forEach(column -> known.put(InsertTarget.key(column.name()), column));
            used = new ArrayList<>();
            for (String name : wanted) {
                TableColumns.Column column = known.get(InsertTarget.key(name));
                if (column == null) {
                    throw new IllegalArgumentException(type.getName() + " has no member " + name
                            + " among " + String.join(", ", names(columns)));
                }
                used.add(column);
            }
        }
        return new HostRowShape(names(used), List.copyOf(used), Kind.OBJECT, type, isChosen);
    }

    private static List<String> names(List<TableColumns.Column> columns) {
        return columns.stream().map(TableColumns.Column::name).toList();
    }

    /** Rows like this one. */
    static HostRowShape of(Object row, List<String> wanted) {
        return switch (row) {
            case Map<?, ?> map -> {
                List<String> names = wanted;
                if (names == null) {
                    names = map.keySet().stream().map(String::valueOf).toList();
                }
                yield new HostRowShape(names, List.of(), Kind.MAP, Map.class, wanted != null);
            }
            case List<?> _ -> new HostRowShape(wanted, List.of(), Kind.LIST, List.class, false);
            case Object[] _ ->
                new HostRowShape(wanted, List.of(), Kind.ARRAY, Object[].class, false);
            case CharSequence _, Number _, Boolean _, byte[] _ ->
                new HostRowShape(wanted, List.of(), Kind.VALUE, row.getClass(), false);
            default -> {
                Class<?> type = row.getClass();
                List<TableColumns.Column> columns = TableColumns.of(type).columns();
                yield ofObjects(columns, wanted, type, wanted != null);
            }
        };
    }

    /**
     * Returns the shape of a row that follows rows of this shape.
     *
     * @throws SqlException if it has members that those rows did not have
     */
    HostRowShape next(Object row) {
        HostRowShape next = of(row, names);
        if (isChosen) {
            return next;
        }
        if (names != null && next.kind == Kind.OBJECT) {
            for (TableColumns.Column column : TableColumns.of(next.type).columns()) {
                if (!next.columns.contains(column)) {
                    throw noMember(column.name());
                }
            }
        }
        return new HostRowShape(next.names, next.columns, next.kind, next.type, false);
    }

    /** The error of a row that has a member which the first one had not. */
    static SqlException noMember(Object name) {
        return SqlException.error("the first row had no member " + name);
    }

    /** Whether a row is of this shape. A subclass may have more members. */
    boolean fits(Object row) {
        return (kind == Kind.OBJECT && !isChosen)
                ? row != null && row.getClass() == type
                : type.isInstance(row);
    }

    /** The types of the columns of a new table, by member. */
    List<String> types() {
        if (names == null) {
            throw SqlException.error("rows without names do not say what columns a table has");
        }
        List<String> types = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            types.add(kind == Kind.OBJECT ? type(columns.get(i)) : "");
        }
        return types;
    }

    /** How the column of a member is declared. */
    static String type(TableColumns.Column column) {
        return switch (column.kind()) {
            case INTEGER -> "INTEGER";
            case REAL -> "REAL";
            case TEXT -> "TEXT";
            case BLOB -> "BLOB";
            case ANY -> "";
        };
    }
}
