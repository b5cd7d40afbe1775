package org.sqlvm.engine.virtual;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.api.BatchTable;
import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.TableModule;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.function.HostArguments;
import org.sqlvm.engine.row.function.UserCode;
import org.sqlvm.engine.virtual.module.EngineModule;
import org.sqlvm.engine.virtual.module.EngineTable;
import org.sqlvm.engine.virtual.module.ModuleCall;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/** Calls modules and their tables, which may be those of users: their errors and their values. */
final class TableCalls {
    private static final ScanRequest OF_ALL =
            new ScanRequest(List.of(), List.of(), ScanRequest.Need.SORTED, -1);

    private TableCalls() {}

    static ModuleTable make(TableModule module, ModuleCall call, boolean creates) {
        if (module instanceof EngineModule own) {
            return creates ? own.create(call) : own.connect(call);
        }
        TableModule.Call told =
                new TableModule.Call(call.database().name(), call.table(), call.arguments());
        return UserCode.call(() -> creates ? module.create(told) : module.connect(told));
    }

    static <T> T call(ModuleTable table, Supplier<T> call) {
        return table instanceof EngineTable ? call.get() : UserCode.call(call);
    }

    static void run(ModuleTable table, Runnable call) {
        if (table instanceof EngineTable) {
            call.run();
        } else {
            UserCode.run(call);
        }
    }

    /** A cursor that stands nowhere yet. */
    @TruffleBoundary
    static VirtualCursor open(ModuleTable table, VirtualContext context) {
        return switch (table) {
            case EngineTable own -> own.open(context);
            case BatchTable batches -> new UserBatchCursor(UserCode.call(batches::openBatches));
            default -> new UserCursor(UserCode.call(table::open));
        };
    }

    static double rowCount(ModuleTable table) {
        return switch (table) {
            case EngineTable own -> own.rowCount();
            case BatchTable batches -> {
                ScanPlan plan = UserCode.call(() -> batches.plan(OF_ALL));
                yield plan == null ? 1 : plan.rows(); // Joins must know if it is large.
            }
            default -> EngineTable.UNKNOWN_ROWS;
        };
    }

    static boolean hasBatches(ModuleTable table) {
        return table instanceof EngineTable own ? own.hasBatches() : table instanceof BatchTable;
    }

    // ------------------------------------------------------------------ values

    static Object[] toJava(Object[] values) {
        Object[] converted = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            converted[i] = toJava(values[i]);
        }
        return converted;
    }

    /** A Long, Double, String, byte[] or null; a List of these for a list. */
    static Object toJava(Object value) {
        return switch (value) {
            case Long _, Double _ -> value;
            case SqlNull _ -> null;
            case Text _, Blob _ -> HostArguments.toObject(value);
            case ValueList list ->
                Collections.unmodifiableList(Arrays.asList(toJava(list.values())));
            default -> value; // What a cursor says in the place of a value.
        };
    }
}
