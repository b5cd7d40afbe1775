package org.sqlvm.engine.virtual;

import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code json_each(json, path)} and {@code json_tree(json, path)}: the elements of a JSON document
 * (sqlite.org/json1.html section 4.24). Index numbers are SQLite's.
 *
 * @param recursive elements of elements too
 * @param binary arrays and objects are given as JSONB
 */
record JsonTable(String name, boolean recursive, boolean binary) implements VirtualTable {
    static final List<VirtualTable> ALL = List.of(
            new JsonTable("json_each", false, false),
            new JsonTable("json_tree", true, false),
            new JsonTable("jsonb_each", false, true),
            new JsonTable("jsonb_tree", true, true));

    static final int KEY = 0;
    static final int VALUE = 1;
    static final int TYPE = 2;
    static final int ATOM = 3;
    static final int ID = 4;
    static final int PARENT = 5;
    static final int FULLKEY = 6;
    static final int PATH = 7;
    static final int JSON = 8;
    static final int ROOT = 9;

    private static final int HAS_JSON = 1;
    private static final int HAS_BOTH = 3;

    private static final double KNOWN_ROWS = 25;
    /** Without a document it has no rows, and is to be the last in a join. */
    private static final double UNKNOWN_COST = Integer.MAX_VALUE;

    @Override
    public Table table(TextEncoding encoding) {
        return VirtualTables.table(
                name,
                List.of("key", "value", "type", "atom", "id", "parent", "fullkey", "path"),
                List.of("json", "root"),
                encoding);
    }

    @Override
    public Plan plan(List<Constraint> usable) {
        int json = -1;
        int root = -1;
        for (int i = 0; i < usable.size(); i++) {
            boolean equal = usable.get(i).operator() == Operator.EQ;
            if (equal && usable.get(i).column() == JSON && json < 0) {
                json = i;
            } else if (equal && usable.get(i).column() == ROOT && root < 0) {
                root = i;
            }
        }
        if (json < 0) {
            return new Plan(0, List.of(), true, UNKNOWN_COST, KNOWN_ROWS);
        }
        List<Integer> arguments = new ArrayList<>(List.of(json));
        if (root >= 0) {
            arguments.add(root);
        }
        int index = root < 0 ? HAS_JSON : HAS_BOTH;
        return new Plan(index, List.copyOf(arguments), true, KNOWN_ROWS, KNOWN_ROWS);
    }

    @Override
    public int ordered(int index, int column, boolean descending) {
        return column < 0 && !descending ? index : -1;
    }

    @Override
    public VirtualCursor open(VirtualContext context) {
        return new JsonCursor(recursive, binary);
    }

    /** As EXPLAIN shows it. */
    @Override
    public String toString() {
        return "vtab:" + name;
    }
}
