package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.engine.virtual.module.EngineModule;
import org.sqlvm.engine.virtual.module.ModuleCall;
import org.sqlvm.language.values.ValueArray;

/**
 * A module of another language: an object with {@code connect(schema, table, arguments)}. It may
 * have {@code create} with the same arguments, {@code eponymous}, {@code eponymousOnly}, and
 * {@code isShadow(suffix)}, which says whether tables of such names keep the content of others.
 */
public record GuestModule(GuestObject module) implements EngineModule {
    private static final String CONNECT = "connect";
    private static final String CREATE = "create";
    private static final String SHADOW = "isShadow";

    @Override
    public boolean isCreatable() {
        return !module.isTrue("eponymousOnly");
    }

    @Override
    public boolean isEponymous() {
        return !isCreatable() || module.isTrue("eponymous");
    }

    @Override
    @TruffleBoundary
    public boolean isShadow(String suffix) {
        return module.has(SHADOW) && GuestObject.truth(module.call(SHADOW, suffix));
    }

    @Override
    public ModuleTable connect(ModuleCall call) {
        return table(call, CONNECT);
    }

    @Override
    public ModuleTable create(ModuleCall call) {
        return table(call, module.has(CREATE) ? CREATE : CONNECT);
    }

    @TruffleBoundary
    private ModuleTable table(ModuleCall call, String method) {
        Object made = module.call(
                method,
                call.database().name(),
                call.table(),
                new ValueArray(call.arguments().toArray()));
        GuestObject table = module.other(call.table(), made);
        return GuestWritableTable.isWritable(table)
                ? new GuestWritableTable(table)
                : new GuestModuleTable(table);
    }
}
