package org.sqlvm.engine.virtual.rtree;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.module.ModuleCall;
import org.sqlvm.engine.virtual.module.ModuleHost;

import java.util.List;

/**
 * What CREATE VIRTUAL TABLE says of an R-Tree.
 *
 * @param declaration the columns that statements see
 * @param columns their names
 */
record RtreeDefinition(DatabaseId database, String name, String declaration, List<String> columns) {
    /** As many rows are assumed without statistics. */
    private static final long ROWS_UNKNOWN = 1_048_576;

    /** As many rows are assumed at least with statistics. */
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
        List<Object[]> rows = host.run("SELECT length(CAST(data AS BLOB)) FROM "
                + qualified(name + RtreeStore.NODE) + " WHERE nodeno = 1");
        long size = rows.isEmpty() ? 0 : Casts.toLong(rows.getFirst()[0]);
        if (size < RtreeLayout.NODE_SIZE_MIN || size > Integer.MAX_VALUE) {
            throw new SqlException(
                    ResultCode.CORRUPT_VTAB,
                    "undersize RTree blobs in \"" + name + RtreeStore.NODE + "\"");
        }
        for (String suffix : List.of(RtreeStore.ROWID, RtreeStore.PARENT)) {
            if (host.table(database, name + suffix) == null) {
                throw SqlException.error("no such table: " + database.name() + "." + name + suffix);
            }
        }
        return (int) size;
    }

    /** The estimated number of rows. */
    long rows(ModuleHost host) {
        if (host.table(database, "sqlite_stat1") == null) {
            return ROWS_UNKNOWN;
        }
        List<Object[]> rows = host.run("SELECT stat FROM " + qualified("sqlite_stat1")
                + " WHERE tbl = " + Identifiers.literal(name + RtreeStore.ROWID));
        boolean known = !rows.isEmpty() && rows.getFirst()[0] instanceof Text;
        return Math.max(known ? Casts.toLong(rows.getFirst()[0]) : 0, ROWS_MIN);
    }
}
