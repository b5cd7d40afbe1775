package org.sqlvm.engine.virtual.module;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.TableModule;

/** A module whose tables know of the connection, and whose errors come out as they are. */
public interface EngineModule extends TableModule {
    /** As {@link TableModule#connect(TableModule.Call)}. */
    ModuleTable connect(ModuleCall call);

    /** As {@link TableModule#create(TableModule.Call)}. */
    default ModuleTable create(ModuleCall call) {
        return connect(call);
    }

    /** Is not called. */
    @Override
    default ModuleTable connect(Call call) {
        throw new AssertionError("needs a connection: " + call);
    }
}
