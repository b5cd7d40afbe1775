package org.sqlvm.engine.virtual.rtree;

import org.sqlvm.api.WritableTable;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.module.EngineTable;
import org.sqlvm.engine.virtual.module.ModuleHost;

import java.util.List;

/** A table that is stored as an R-Tree: what R-Trees and tables of polygons have in common. */
abstract class RtreeTable implements EngineTable, WritableTable {
    private final ModuleHost host;
    private final DatabaseId database;
    private final String name;
    private final String declaration;
    private final List<String> columns;
    private final RtreeStore store;
    private final RtreeChange change;

    private final RtreeDefinition definition;
    /** The number of rows by statistics; -1 without any. */
    private final long rows;

    /** How many cursors stand on a row. */
    private int readers;

    /**
     * @param definition the table's name and columns
     * @param rows the number of rows by statistics; -1 without any
     */
    RtreeTable(ModuleHost host, RtreeDefinition definition, RtreeLayout layout, long rows) {
        this.host = host;
        this.database = definition.database();
        this.name = definition.name();
        this.declaration = definition.declaration();
        this.columns = definition.columns();
        this.definition = definition;
        this.rows = rows;
        store = new RtreeStore(host, database, name, layout);
        change = new RtreeChange(store);
    }

    final RtreeStore store() {
        return store;
    }

    final RtreeLayout layout() {
        return store.layout();
    }

    final long estimatedRows() {
        return rows < 0 ? definition.measuredRows(host) : rows;
    }

    @Override
    public double rowCount() {
        return estimatedRows();
    }

    @Override
    public String declaration() {
        return declaration;
    }

    @Override
    public boolean isInnocuous() {
        return true;
    }

    // ------------------------------------------------------------------ changes

    /** A cursor stands on a row from now on. */
    final void beginReading() {
        readers++;
    }

    final void endReading() {
        readers--;
        assert readers >= 0 : readers;
    }

    /**
     * Changes a row.
     *
     * @throws SqlException SQLITE_LOCKED_VTAB if a cursor stands on a row: the tree may become
     *     another one below it
     */
    final void changing(Runnable work) {
        if (readers > 0) {
            throw new SqlException(ResultCode.LOCKED_VTAB, "database table is locked");
        }
        boolean done = false;
        try {
            store.begin();
            work.run();
            done = true;
        } finally {
            if (!done) {
                change.reset();
            }
            store.end(done);
        }
    }

    /** The part of {@link #changing} that changes the tree. */
    final RtreeChange change() {
        return change;
    }

    /**
     * Sees to it that no other entry has a rowid.
     *
     * @param replaces whether another one is deleted
     */
    final void claim(long rowid, boolean replaces) {
        if (!store.hasRowid(rowid)) {
            return;
        }
        if (!replaces) {
            throw constraint("UNIQUE constraint failed: " + name + "." + columns.getFirst());
        }
        change.delete(rowid);
    }

    /** The error of a lower bound that is greater than the upper one in the column behind it. */
    final SqlException boundError(int column) {
        return constraint("rtree constraint failed: " + name + ".(" + columns.get(column) + "<="
                + columns.get(column + 1) + ")");
    }

    private static SqlException constraint(String message) {
        return new SqlException(ResultCode.CONSTRAINT, message);
    }

    /** The key of a row. */
    static long key(Object value) {
        return Casts.toLong(value);
    }

    static boolean isNull(Object value) {
        return value == null || value == SqlNull.NULL;
    }

    @Override
    public void delete(Object key) {
        changing(() -> change.delete(key(key)));
    }

    // ------------------------------------------------------------------ the whole table

    @Override
    public void rename(String other) {
        for (String suffix : List.of(RtreeStore.NODE, RtreeStore.PARENT, RtreeStore.ROWID)) {
            host.run("ALTER TABLE " + qualified(suffix) + " RENAME TO "
                    + Identifiers.quoted(other + suffix));
        }
    }

    @Override
    public void destroy() {
        for (String suffix : List.of(RtreeStore.NODE, RtreeStore.ROWID, RtreeStore.PARENT)) {
            host.run("DROP TABLE " + qualified(suffix));
        }
    }

    private String qualified(String suffix) {
        return Identifiers.quoted(database.name()) + "." + Identifiers.quoted(name + suffix);
    }

    @Override
    public String checkIntegrity(boolean quick) {
        String report = RtreeCheck.check(host, database.name(), name);
        return report.isEmpty()
                ? null
                : "In RTree " + database.name() + "." + name + ":\n" + report;
    }
}
