package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.engine.virtual.module.EngineModule;
import org.sqlvm.engine.virtual.module.ModuleCall;

import java.util.Locale;
import java.util.Set;

/** {@code USING fts5(…)}: full-text search (sqlite.org/fts5.html). */
public final class Fts5Module implements EngineModule {
    private static final Set<String> SHADOWS =
            Set.of("config", "content", "data", "docsize", "idx");

    @Override
    public ModuleTable connect(ModuleCall call) {
        return Fts5Table.open(call, false);
    }

    @Override
    public ModuleTable create(ModuleCall call) {
        return Fts5Table.open(call, true);
    }

    @Override
    public boolean isShadow(String suffix) {
        return SHADOWS.contains(suffix.toLowerCase(Locale.ROOT));
    }
}
