package org.sqlvm.engine.virtual.rtree;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.module.ModuleCall;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.shadow.ShadowRows;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The definition of a table that is an R-Tree.
 *
 * @param declaration the columns that statements see
 * @param columns their names
 */
record RtreeDefinition(DatabaseId database, String name, String declaration, List<String> columns) {
    private static final String STATISTICS = "sqlite_stat1";

    /** As many rows are assumed of a tree of which nothing is known. */
    private static final long ROWS_UNKNOWN = 1_048_576;

    /** As many rows are assumed at least of one of which something is. */
    private static final long ROWS_MIN = 100;

    static RtreeDefinition of(ModuleCall call, String declaration, List<String> columns) {
        return new RtreeDefinition(call.database(), call.table(), declaration, columns);
    }

    private String qualified(String table) {
        return Identifiers.quoted(database.name()) + "." + Identifiers.quoted(table);
    }

    /** Creates the tables that store an empty tree. */
    void create(ModuleHost host, RtreeLayout layout) {
        StringBuilder rowids = new StringBuilder("CREATE TABLE ")
                .append(qualified(name + RtreeStore.ROWID))
                .append("(rowid INTEGER PRIMARY KEY,nodeno");
        for (int i = 0; i < layout.auxiliaryCount(); i++) {
            rowids.append(",a").append(i);
        }
        host.run(rowids.append(')').toString());
        host.run("CREATE TABLE " + qualified(name + RtreeStore.NODE)
                + "(nodeno INTEGER PRIMARY KEY,data)");
        host.run("CREATE TABLE " + qualified(name + RtreeStore.PARENT)
                + "(nodeno INTEGER PRIMARY KEY,parentnode)");
        host.run("INSERT INTO " + qualified(name + RtreeStore.NODE) + " VALUES(1,zeroblob("
                + layout.nodeSize() + "))");
    }

    /**
     * The size of the nodes of a tree that is stored.
     *
     * @throws SqlException SQLITE_CORRUPT_VTAB for a size that no tree has
     */
    int storedNodeSize(ModuleHost host) {
        if (host.table(database, name + RtreeStore.NODE) == null) {
            throw missing(RtreeStore.NODE);
        }
        long size = reading(host, RtreeStore.NODE, rows -> {
            boolean found = rows.seek(RtreeNode.ROOT);
            byte[] root = found ? rows.bytes(1) : null;
            return root == null ? 0 : root.length;
        });
        if (size < RtreeLayout.NODE_SIZE_MIN) {
            throw new SqlException(
                    ResultCode.CORRUPT_VTAB,
                    "undersize RTree blobs in \"" + name + RtreeStore.NODE + "\"");
        }
        for (String suffix : List.of(RtreeStore.ROWID, RtreeStore.PARENT)) {
            if (host.table(database, name + suffix) == null) {
                throw missing(suffix);
            }
        }
        return (int) size;
    }

    /** How many rows a tree seems to have, as ordinary tables without statistics. */
    long measuredRows(ModuleHost host) {
        long rows = host.rowCount(database, name + RtreeStore.ROWID);
        return rows < 0 ? ROWS_UNKNOWN : Math.max(rows, ROWS_MIN);
    }

    /** The number of rows by statistics; -1 without any. */
    long rows(ModuleHost host) {
        if (host.table(database, STATISTICS) == null) {
            return -1;
        }
        Text wanted = Text.of(name + RtreeStore.ROWID);
        return reading(host, STATISTICS, rows -> {
            for (boolean more = rows.first(); more; more = rows.next()) {
                if (rows.value(0) instanceof Text table && table.equals(wanted)) {
                    return Math.max(Casts.toLong(rows.value(2)), ROWS_MIN);
                }
            }
            return ROWS_MIN;
        });
    }

    private SqlException missing(String suffix) {
        return SqlException.error("no such table: " + database.name() + "." + name + suffix);
    }

    /** Reads a table outside of statements: a table is connected while one is compiled. */
    private long reading(ModuleHost host, String table, ToLongFunction<ShadowRows> reader) {
        Btree btree = host.database(database);
        btree.beginRead();
        String whole = table.equals(STATISTICS) ? table : name + table;
        try (ShadowRows rows = ShadowRows.open(host, database, whole, false)) {
            return rows == null ? 0 : reader.applyAsLong(rows);
        } finally {
            btree.endRead();
        }
    }
}
