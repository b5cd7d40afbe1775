package org.sqlvm.engine.virtual;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.TableModule;
import org.sqlvm.api.WritableTable;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.virtual.module.EngineTable;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.util.Set;
import java.util.function.Function;

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

    /** Asks the table of the connection that compiles. */
    private <T> T ask(Registered registered, Function<ModuleTable, T> question) {
        return ConnectedTables.of(registered).ask(this, question);
    }

    @Override
    public ScanPlan plan(ScanRequest request, Registered registered) {
        return ConnectedTables.of(registered).plan(this, request);
    }

    @Override
    public double rowCount(Registered registered) {
        return ask(registered, TableCalls::rowCount);
    }

    @Override
    public boolean isScan(Registered registered) {
        return ask(registered, own -> own instanceof EngineTable table && table.isScan());
    }

    /** The numbers of the databases that a statement needs a transaction on which uses it. */
    public Set<Integer> databases(Registered registered) {
        return ConnectedTables.of(registered).databases(this);
    }

    /** Whether statements can change its rows. */
    public boolean isWritable(Registered registered) {
        return ask(registered, own -> own instanceof WritableTable);
    }

    /** Whether a plan finds one row at most. */
    public boolean findsOneRow(ScanPlan plan, Registered registered) {
        return ask(registered, own -> own instanceof EngineTable table && table.findsOneRow(plan));
    }

    /** Whether it need not be given all values that UPDATE does not change. */
    public boolean keepsUnchanged(Registered registered) {
        return ask(
                registered,
                own -> own instanceof WritableTable table
                        && TableCalls.call(table, table::keepsUnchanged));
    }

    @Override
    public boolean hasBatches(Registered registered) {
        return ask(registered, TableCalls::hasBatches);
    }

    @Override
    public boolean hasChunks(Registered registered) {
        return ask(registered, own -> own instanceof EngineTable table && table.hasChunks());
    }

    @Override
    public boolean countsRows(Registered registered) {
        return ask(registered, own -> own instanceof EngineTable table && table.countsRows());
    }

    @Override
    public boolean isModule() {
        return true;
    }

    @Override
    public Risk risk(Registered registered) {
        return ask(registered, Risk::of);
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
