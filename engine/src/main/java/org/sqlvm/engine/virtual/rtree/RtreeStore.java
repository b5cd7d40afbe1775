package org.sqlvm.engine.virtual.rtree;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.shadow.ShadowRows;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The three tables in which an R-Tree is stored, and nodes that were read. Nodes in memory are as
 * those in the table: changes are written at the end of each row's change, and all nodes are
 * forgotten if the table has another version.
 */
final class RtreeStore {
    static final String NODE = "_node";
    static final String PARENT = "_parent";
    static final String ROWID = "_rowid";

    /** The columns behind the key. */
    private static final int VALUE = 1;

    private static final int AUXILIARY = 2;

    /** How many nodes stay in memory: half of this at least, once there are more. */
    private static final int NODES_MAX = 8_000;

    private static final int RANDOM_TRIES = 100;

    private final ModuleHost host;
    private final DatabaseId database;
    private final String name;
    private final RtreeLayout layout;

    /** Nodes that were used since the last change of generations, and those before. */
    private Map<Long, RtreeNode> young = new HashMap<>();

    private Map<Long, RtreeNode> old = new HashMap<>();

    /** The version of the table of nodes that these are of. */
    private long version;

    private ShadowRows reading;
    private ShadowRows nodes;
    private ShadowRows parents;
    private ShadowRows rowids;
    private boolean nodesOpen;
    private boolean parentsOpen;
    private boolean rowidsOpen;

    RtreeStore(ModuleHost host, DatabaseId database, String name, RtreeLayout layout) {
        this.host = host;
        this.database = database;
        this.name = name;
        this.layout = layout;
    }

    RtreeLayout layout() {
        return layout;
    }

    /** The error of a tree that is not as it should be. */
    static SqlException corrupt() {
        return new SqlException(ResultCode.CORRUPT_VTAB, "database disk image is malformed");
    }

    // ------------------------------------------------------------------ nodes

    /** Nodes in memory are those of the table as it is now, or forgotten. */
    void refresh() {
        if (nodesOpen) {
            refresh(nodes);
            return;
        }
        try (ShadowRows rows = openReading()) {
            refresh(rows);
        }
    }

    private void refresh(ShadowRows rows) {
        if (rows.version() != version) {
            forget();
            version = rows.version();
        }
    }

    /** Forgets the nodes in memory. */
    void forget() {
        young.clear();
        old.clear();
    }

    private ShadowRows openReading() {
        reading = opened(NODE, false, reading);
        return reading;
    }

    private ShadowRows opened(String suffix, boolean writable, ShadowRows before) {
        ShadowRows rows = ShadowRows.open(host, database, name + suffix, writable, before);
        if (rows == null) {
            throw corrupt();
        }
        return rows;
    }

    /**
     * A node.
     *
     * @throws SqlException SQLITE_CORRUPT_VTAB if there is none, or it is none of this tree
     */
    RtreeNode node(long number) {
        RtreeNode found = young.get(number);
        if (found == null) {
            found = old.get(number);
            if (found == null) {
                found = load(number);
            }
            keep(found);
        }
        return found;
    }

    private void keep(RtreeNode node) {
        if (young.size() >= NODES_MAX / 2) {
            Map<Long, RtreeNode> spare = old;
            old = young;
            young = spare;
            young.clear();
        }
        young.put(node.number, node);
    }

    private RtreeNode load(long number) {
        byte[] data = null;
        if (nodesOpen) {
            data = read(nodes, number);
        } else {
            try (ShadowRows rows = openReading()) {
                refresh(rows);
                data = read(rows, number);
            }
        }
        if (number <= 0 || data == null || data.length != layout.nodeSize()) {
            throw corrupt();
        }
        RtreeNode node = new RtreeNode(layout, number, data);
        if (node.count() > layout.cellsMax()
                || (node.isRoot() && node.depth() >= RtreeLayout.DEPTH_MAX)) {
            throw corrupt();
        }
        return node;
    }

    private static byte[] read(ShadowRows rows, long number) {
        return rows.seek(number) ? rows.bytes(VALUE) : null;
    }

    // ------------------------------------------------------------------ changes

    private ShadowRows nodes() {
        if (!nodesOpen) {
            nodes = opened(NODE, true, nodes);
            nodesOpen = true;
        }
        return nodes;
    }

    private ShadowRows parents() {
        if (!parentsOpen) {
            parents = opened(PARENT, true, parents);
            parentsOpen = true;
        }
        return parents;
    }

    private ShadowRows rowids() {
        if (!rowidsOpen) {
            rowids = opened(ROWID, true, rowids);
            rowidsOpen = true;
        }
        return rowids;
    }

    /** Begins the change of a row. */
    void begin() {
        nodes();
        refresh(nodes);
    }

    /**
     * Ends the change of a row.
     *
     * @param done whether all nodes are written
     */
    void end(boolean done) {
        if (done && nodesOpen) {
            version = nodes.version();
        } else {
            forget();
        }
        if (nodesOpen) {
            nodes.close();
            nodesOpen = false;
        }
        if (parentsOpen) {
            parents.close();
            parentsOpen = false;
        }
        if (rowidsOpen) {
            rowids.close();
            rowidsOpen = false;
        }
    }

    /** Stores a node; one without a number gets the next one. */
    void write(RtreeNode node) {
        if (node.number == 0) {
            node.number = next(nodes());
            keep(node);
        }
        nodes().putBlob(node.number, node.data, node.data.length);
        node.dirty = false;
    }

    /** Deletes a node, and its entry in the table of parents. */
    void delete(RtreeNode node) {
        nodes().delete(node.number);
        parents().delete(node.number);
        young.remove(node.number);
        old.remove(node.number);
    }

    private static long next(ShadowRows rows) {
        long last = rows.last() ? rows.rowid() : 0;
        if (last < Long.MAX_VALUE) {
            return last + 1;
        }
        for (int i = 0; i < RANDOM_TRIES; i++) {
            long tried = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
            if (!rows.seek(tried)) {
                return tried;
            }
        }
        throw new SqlException(ResultCode.FULL, "database or disk is full");
    }

    /** The parent of a node; 0 if the table knows none. */
    long parent(long node) {
        return parents().seek(node) ? Casts.toLong(parents().value(VALUE)) : 0;
    }

    void setParent(long node, long parent) {
        parents().put(node, SqlNull.NULL, parent);
    }

    /** A rowid that no entry has. */
    long newRowid() {
        host.countChange(); // SQLite inserts the entry first, and then its leaf.
        return next(rowids());
    }

    /** Whether there is an entry. */
    boolean hasRowid(long rowid) {
        return rowids().seek(rowid);
    }

    /** The leaf of an entry, also outside of a change; null if there is no such entry. */
    Long leaf(long rowid) {
        if (rowidsOpen) {
            return leaf(rowids, rowid);
        }
        try (ShadowRows rows = opened(ROWID, false, null)) {
            return leaf(rows, rowid);
        }
    }

    private static Long leaf(ShadowRows rows, long rowid) {
        return rows.seek(rowid) ? Casts.toLong(rows.value(VALUE)) : null;
    }

    /** Notes the leaf of an entry; its auxiliary columns stay. */
    void setLeaf(long rowid, long leaf) {
        int count = layout.auxiliaryCount();
        if (count == 0) {
            rowids().put(rowid, SqlNull.NULL, leaf);
            return;
        }
        Object[] values = new Object[AUXILIARY + count];
        boolean present = rowids().seek(rowid);
        for (int i = 0; i < count; i++) {
            values[AUXILIARY + i] = present ? rowids().value(AUXILIARY + i) : SqlNull.NULL;
        }
        put(rowid, leaf, values);
    }

    private void put(long rowid, Object leaf, Object[] values) {
        values[0] = SqlNull.NULL;
        values[VALUE] = leaf;
        rowids().put(rowid, values);
    }

    /**
     * Sets the auxiliary columns of an entry, if there is one.
     *
     * @param auxiliary values as in registers; null for one that stays
     */
    void setAuxiliary(long rowid, Object[] auxiliary) {
        if (!rowids().seek(rowid)) {
            return;
        }
        Object[] values = new Object[AUXILIARY + layout.auxiliaryCount()];
        for (int i = 0; i < layout.auxiliaryCount(); i++) {
            Object value = i < auxiliary.length ? auxiliary[i] : null;
            values[AUXILIARY + i] = value == null ? rowids().value(AUXILIARY + i) : value;
        }
        put(rowid, rowids().value(VALUE), values);
    }

    void deleteRowid(long rowid) {
        rowids().delete(rowid);
    }

    /** The rows of the table of rowids, for auxiliary columns; to be closed. */
    ShadowRows openRowids(ShadowRows before) {
        return opened(ROWID, false, before);
    }

    /** An auxiliary column of the row that rows of {@link #openRowids} stand on. */
    static Object auxiliary(ShadowRows rows, int index) {
        return rows.value(AUXILIARY + index);
    }
}
