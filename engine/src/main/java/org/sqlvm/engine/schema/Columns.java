package org.sqlvm.engine.schema;

import org.sqlvm.engine.sql.tree.Name;

import java.util.AbstractList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;

/** The columns of a table in their order, found by their names: a table may have 2,000. */
final class Columns extends AbstractList<Column> implements RandomAccess {
    /** Up to this number of columns a name is compared with each of theirs. */
    private static final int COMPARED_MAX = 16;

    private final Column[] columns;

    /** By {@link Schema#key}, the first one of a name; null for few columns. */
    private final Map<String, Integer> places;

    private Columns(Column[] columns) {
        this.columns = columns;
        places = columns.length > COMPARED_MAX ? HashMap.newHashMap(columns.length) : null;
        for (int i = 0; places != null && i < columns.length; i++) {
            places.putIfAbsent(Schema.key(columns[i].name()), i);
        }
    }

    static Columns of(List<Column> columns) {
        return columns instanceof Columns known
                ? known
                : new Columns(columns.toArray(Column[]::new));
    }

    /** Returns the index of the column called {@code name}, compared without case, or -1. */
    int find(String name) {
        if (places != null) {
            return places.getOrDefault(Schema.key(name), -1);
        }
        for (int i = 0; i < columns.length; i++) {
            if (Name.same(name, columns[i].name())) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public Column get(int index) {
        return columns[index];
    }

    @Override
    public int size() {
        return columns.length;
    }
}
