package org.sqlvm.engine.virtual.rtree;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.module.EngineModule;
import org.sqlvm.engine.virtual.module.ModuleCall;

import java.util.ArrayList;
import java.util.List;

/** {@code USING geopoly(a, b, …)}: polygons, each with other columns (sqlite.org/geopoly.html). */
public final class GeopolyModule implements EngineModule {
    private static final int COLUMNS_MAX = 100;

    @Override
    public boolean isShadow(String suffix) {
        return RtreeModule.isShadowSuffix(suffix);
    }

    @Override
    public ModuleTable connect(ModuleCall call) {
        return make(call, false);
    }

    @Override
    public ModuleTable create(ModuleCall call) {
        return make(call, true);
    }

    private static ModuleTable make(ModuleCall call, boolean creates) {
        if (call.arguments().size() > COLUMNS_MAX) {
            throw SqlException.error("Too many columns for a geopoly table");
        }
        List<String> columns = new ArrayList<>(List.of(GeopolyTable.SHAPE));
        columns.addAll(call.arguments());
        String declaration = "CREATE TABLE x(" + String.join(",", columns) + ");";
        columns.replaceAll(Identifiers::unquoted);
        RtreeDefinition definition = RtreeDefinition.of(call, declaration, columns);
        RtreeLayout layout = RtreeModule.layout(
                call, definition, GeopolyTable.DIMENSIONS, false, columns.size(), creates);
        return new GeopolyTable(call.host(), definition, layout, definition.rows(call.host()));
    }
}
