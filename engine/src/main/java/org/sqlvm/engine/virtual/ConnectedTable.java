package org.sqlvm.engine.virtual;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.TableModule;
import org.sqlvm.api.WritableTable;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.virtual.module.EngineTable;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.util.Set;

/**
 * A table of a {@link TableModule}, as programs know it: they are shared by connections, each of
 * which has a {@link ModuleTable} of its own for it.
 *
 * @param database where it is
 * @param name as the schema has it; of a call its text
 * @param sql its CREATE VIRTUAL TABLE, which of a call is made up; empty if it has none, but its
 *     module's name
 * @param declared its columns
 */
public record ConnectedTable(DatabaseId database, String name, String sql, Table declared)
        implements VirtualTable {
    @Override
    public Table table(TextEncoding encoding) {
        return declared;
    }

    /** The table of the connection that compiles. */
    private ModuleTable own() {
        return ConnectedTables.current().find(this);
    }

    @Override
    public ScanPlan plan(ScanRequest request) {
        return ConnectedTables.current().plan(this, request);
    }

    @Override
    public double rowCount() {
        return TableCalls.rowCount(own());
    }

    @Override
    public boolean isScan() {
        return own() instanceof EngineTable table && table.isScan();
    }

    /** The numbers of the databases that a statement needs a transaction on which uses it. */
    public Set<Integer> databases() {
        return ConnectedTables.current().databases(this);
    }

    /** Whether statements can change its rows. */
    public boolean isWritable() {
        return own() instanceof WritableTable;
    }

    /** Whether it need not be given all values that UPDATE does not change. */
    public boolean keepsUnchanged() {
        return own() instanceof WritableTable table
                && TableCalls.call(table, table::keepsUnchanged);
    }

    @Override
    public boolean hasBatches() {
        return TableCalls.hasBatches(own());
    }

    @Override
    public boolean isModule() {
        return true;
    }

    @Override
    public Risk risk() {
        return Risk.of(own());
    }

    @Override
    public VirtualCursor open(VirtualContext context) {
        return TableCalls.open(context.connected(this), context);
    }

    /** As EXPLAIN shows it. */
    @Override
    public String toString() {
        return "vtab:" + name;
    }
}
