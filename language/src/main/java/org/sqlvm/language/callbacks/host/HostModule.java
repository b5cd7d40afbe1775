package org.sqlvm.language.callbacks.host;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.api.BatchTable;
import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.TableModule;
import org.sqlvm.api.WritableTable;
import org.sqlvm.engine.virtual.ModuleCall;
import org.sqlvm.engine.virtual.VirtualModule;

import java.util.function.Function;

/** A module of Java. */
public record HostModule(TableModule module) implements VirtualModule {
    @Override
    public Use use() {
        if (module.isCalled()) {
            return Use.CALLED;
        }
        return module.isEponymous() ? Use.BOTH : Use.CREATED;
    }

    @Override
    @TruffleBoundary
    public boolean isShadow(String suffix) {
        return HostErrors.during(() -> module.isShadow(suffix));
    }

    @Override
    public org.sqlvm.engine.virtual.ModuleTable connect(ModuleCall call) {
        return make(call, module::connect);
    }

    @Override
    public org.sqlvm.engine.virtual.ModuleTable create(ModuleCall call) {
        return make(call, module::create);
    }

    @TruffleBoundary
    private static org.sqlvm.engine.virtual.ModuleTable make(
            ModuleCall call, Function<TableModule.Call, ModuleTable> maker) {
        return HostErrors.during(() -> {
            ModuleTable table = maker.apply(
                    new TableModule.Call(call.database().name(), call.table(), call.arguments()));
            return switch (table) {
                case WritableTable writable -> new HostWritableTable(writable);
                case BatchTable batches -> new HostBatchTable(batches);
                default -> new HostModuleTable<>(table);
            };
        });
    }
}
