package org.sqlvm.engine.virtual;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.virtual.module.EngineTable;
import org.sqlvm.engine.virtual.module.VirtualCursor;
import org.sqlvm.engine.virtual.pragma.Pragma;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A table of the engine's own that needs no statement to create it: all connections share it. */
public final class StatelessTable implements VirtualTable {
    private final String name;
    private final EngineTable table;
    private final Map<TextEncoding, Table> declared = new ConcurrentHashMap<>();

    StatelessTable(String name, EngineTable table) {
        this.name = name;
        this.table = table;
    }

    /** The table of a PRAGMA. */
    public static StatelessTable of(Pragma pragma) {
        return new StatelessTable("pragma_" + pragma.name(), new PragmaTable(pragma));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Table table(TextEncoding encoding) {
        return declared.computeIfAbsent(
                encoding,
                _ -> Table.plain(
                        name,
                        DatabaseId.MAIN,
                        0,
                        Declarations.columns(
                                table.declaration(), Preparation.idle(encoding, Registered.NONE)),
                        false,
                        ""));
    }

    @Override
    public ScanPlan plan(ScanRequest request, Registered registered) {
        return table.plan(request);
    }

    @Override
    public double rowCount(Registered registered) {
        return table.rowCount();
    }

    @Override
    public Risk risk(Registered registered) {
        return Risk.of(table);
    }

    @Override
    public VirtualCursor open(VirtualContext context) {
        return table.open(context);
    }

    /** As EXPLAIN shows it. */
    @Override
    public String toString() {
        return "vtab:" + name;
    }
}
