package org.sqlvm.engine.virtual.rtree;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.shadow.ShadowRows;

import java.util.ArrayList;
import java.util.List;

/** Looks for faults in a tree, for {@code rtreecheck()} and PRAGMA integrity_check. */
public final class RtreeCheck {
    private static final int LINES_MAX = 100;

    private final List<String> lines = new ArrayList<>();
    private final ShadowRows nodes;
    private final ShadowRows parents;
    private final ShadowRows rowids;
    private final RtreeLayout layout;
    private long leafCells;
    private long innerCells;

    /** How many nodes may still be visited: one that is below itself has no end. */
    private long visitsLeft;

    private RtreeCheck(
            ShadowRows nodes, ShadowRows parents, ShadowRows rowids, RtreeLayout layout) {
        this.nodes = nodes;
        this.parents = parents;
        this.rowids = rowids;
        this.layout = layout;
        visitsLeft = 2 * nodes.count() + LINES_MAX;
    }

    /** The function {@code rtreecheck}: of a table, or of a database and a table. */
    public static String call(ModuleHost host, Object[] arguments) {
        if (arguments.length != 1 && arguments.length != 2) {
            throw SqlException.error("wrong number of arguments to function rtreecheck()");
        }
        String table = text(arguments[arguments.length - 1]);
        String database = arguments.length == 1 ? DatabaseId.MAIN.name() : text(arguments[0]);
        String report = check(host, database, table);
        return report.isEmpty() ? "ok" : report;
    }

    private static String text(Object value) {
        return value == SqlNull.NULL ? "" : Casts.toText(value).toString();
    }

    /** Returns the faults of a tree, in at most 100 lines; an empty text for none. */
    static String check(ModuleHost host, String database, String name) {
        DatabaseId id = id(host, database);
        if (id == null) {
            throw failed();
        }
        Btree btree = host.database(id);
        btree.beginRead();
        try {
            return check(host, id, name);
        } finally {
            btree.endRead();
        }
    }

    private static String check(ModuleHost host, DatabaseId id, String name) {
        Table table = host.table(id, name + RtreeStore.ROWID);
        int auxiliary = table == null ? 0 : table.columns().size() - 2;
        String quoted = Identifiers.quoted(id.name());
        int columns = host.run("PRAGMA " + quoted + ".table_info(" + Identifiers.quoted(name) + ")")
                .size();
        if (columns == 0) {
            throw failed();
        }
        int dimensions = (columns - 1 - auxiliary) / 2;
        if (dimensions < 1) {
            return "Schema corrupt or not an rtree";
        }
        boolean integers = false;
        try {
            List<Object[]> rows = host.run(
                    "SELECT * FROM " + quoted + "." + Identifiers.quoted(name) + " LIMIT 1");
            integers = !rows.isEmpty() && rows.getFirst()[1] instanceof Long;
        } catch (SqlException e) {
            if (e.code() == ResultCode.ERROR) {
                throw failed();
            }
            if (ResultCode.primary(e.code()) != ResultCode.CORRUPT) {
                throw e;
            }
        }
        try (ShadowRows nodes = ShadowRows.open(host, id, name + RtreeStore.NODE, false);
                ShadowRows parents = ShadowRows.open(host, id, name + RtreeStore.PARENT, false);
                ShadowRows rowids = ShadowRows.open(host, id, name + RtreeStore.ROWID, false)) {
            if (nodes == null || parents == null || rowids == null) {
                throw failed();
            }
            RtreeLayout layout = new RtreeLayout(dimensions, integers, auxiliary, 0);
            return new RtreeCheck(nodes, parents, rowids, layout).report();
        }
    }

    private static SqlException failed() {
        return SqlException.error("SQL logic error");
    }

    private static DatabaseId id(ModuleHost host, String name) {
        for (int number : host.databaseNumbers()) {
            if (host.database(name) == host.database(new DatabaseId(number, name))) {
                return new DatabaseId(number, name);
            }
        }
        return null;
    }

    private String report() {
        checkNode(0, null, 0, RtreeNode.ROOT);
        checkCount(rowids, RtreeStore.ROWID, leafCells);
        checkCount(parents, RtreeStore.PARENT, innerCells);
        return String.join("\n", lines);
    }

    private void add(String line) {
        if (lines.size() < LINES_MAX) {
            lines.add(line);
        }
    }

    private byte[] node(long number) {
        if (!nodes.seek(number)) {
            add("Node " + number + " missing from database");
            return null;
        }
        Object value = nodes.value(1);
        if (value == SqlNull.NULL) {
            throw new SqlException(ResultCode.NOMEM, "out of memory");
        }
        return value instanceof Bytes bytes
                ? bytes.toArray()
                : Casts.toText(value).toArray();
    }

    /**
     * @param depth 0 for a leaf; of the root the root says
     * @param parent the node with the cell of this one; null for the root
     * @param parentBox where the coordinates of that cell begin
     */
    private void checkNode(int depth, byte[] parent, int parentBox, long number) {
        if (visitsLeft-- <= 0) {
            return;
        }
        Interruption.checkCurrent();
        byte[] node = node(number);
        if (node != null) {
            checkSize(depth, parent, parentBox, number, node);
        }
    }

    private void checkSize(int depth, byte[] parent, int parentBox, long number, byte[] node) {
        if (node.length < RtreeLayout.HEADER_SIZE) {
            add("Node " + number + " is too small (" + node.length + " bytes)");
            return;
        }
        int height = depth;
        if (parent == null) {
            height = BigEndian.getU16(node, 0);
            if (height > RtreeLayout.DEPTH_MAX) {
                add("Rtree depth out of range (" + height + ")");
                return;
            }
        }
        int count = BigEndian.getU16(node, 2);
        if (layout.cellOffset(count) > node.length) {
            add("Node " + number + " is too small for cell count of " + count + " (" + node.length
                    + " bytes)");
            return;
        }
        for (int cell = 0; cell < count; cell++) {
            int at = layout.cellOffset(cell);
            long value = BigEndian.getLong(node, at);
            int box = at + RtreeLayout.NUMBER_SIZE;
            checkBox(number, cell, node, box, parent, parentBox);
            if (height > 0) {
                checkMapping(parents, RtreeStore.PARENT, value, number);
                checkNode(height - 1, node, box, value);
                innerCells++;
            } else {
                checkMapping(rowids, RtreeStore.ROWID, value, number);
                leafCells++;
            }
        }
    }

    private void checkBox(
            long number, int cell, byte[] node, int box, byte[] parent, int parentBox) {
        for (int i = 0; i < layout.dimensions(); i++) {
            int offset = 2 * i * RtreeLayout.COORDINATE_SIZE;
            double low = coordinate(node, box + offset);
            double high = coordinate(node, box + offset + RtreeLayout.COORDINATE_SIZE);
            String where = "Dimension " + i + " of cell " + cell + " on node " + number;
            if (low > high) {
                add(where + " is corrupt");
            }
            if (parent != null
                    && (low < coordinate(parent, parentBox + offset)
                            || high
                                    > coordinate(
                                            parent,
                                            parentBox + offset + RtreeLayout.COORDINATE_SIZE))) {
                add(where + " is corrupt relative to parent");
            }
        }
    }

    private double coordinate(byte[] node, int at) {
        return RtreeNode.coordinate(node, at, layout.integers());
    }

    private void checkMapping(ShadowRows rows, String suffix, long key, long expected) {
        if (!rows.seek(key)) {
            add("Mapping (" + key + " -> " + expected + ") missing from %" + suffix + " table");
            return;
        }
        long found = Casts.toLong(rows.value(1));
        if (found != expected) {
            add("Found (" + key + " -> " + found + ") in %" + suffix + " table, expected (" + key
                    + " -> " + expected + ")");
        }
    }

    private void checkCount(ShadowRows rows, String suffix, long expected) {
        long actual = rows.count();
        if (actual != expected) {
            add("Wrong number of entries in %" + suffix + " table - expected " + expected
                    + ", actual " + actual);
        }
    }
}
