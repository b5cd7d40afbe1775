package org.sqlvm.language.callbacks.host;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.api.FunctionOverload;
import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScalarFunction;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.TableCursor;
import org.sqlvm.engine.virtual.Overload;
import org.sqlvm.engine.virtual.Risk;
import org.sqlvm.engine.virtual.VirtualContext;
import org.sqlvm.engine.virtual.VirtualCursor;
import org.sqlvm.language.callbacks.result.CallResult;

/** A virtual table of Java. */
public class HostModuleTable<T extends ModuleTable>
        implements org.sqlvm.engine.virtual.ModuleTable {
    final T table;

    HostModuleTable(T table) {
        this.table = table;
    }

    @Override
    @TruffleBoundary
    public String declaration() {
        return HostErrors.during(table::declaration);
    }

    @Override
    @TruffleBoundary
    public boolean isCurrent() {
        return HostErrors.during(table::isCurrent);
    }

    @Override
    @TruffleBoundary
    public ScanPlan plan(ScanRequest request) {
        return HostErrors.during(() -> table.plan(request));
    }

    @Override
    @TruffleBoundary
    public Risk risk() {
        return HostErrors.during(() -> {
            if (table.isDirectOnly()) {
                return Risk.DIRECT_ONLY;
            }
            return table.isInnocuous() ? Risk.INNOCUOUS : Risk.NORMAL;
        });
    }

    @Override
    @TruffleBoundary
    public boolean usesAllSchemas() {
        return HostErrors.during(table::usesAllSchemas);
    }

    @Override
    @TruffleBoundary
    public VirtualCursor open(VirtualContext context) {
        return new Cursor(HostErrors.during(table::open));
    }

    @Override
    @TruffleBoundary
    public Overload findFunction(String name, int argumentCount) {
        FunctionOverload own = HostErrors.during(() -> table.findFunction(name, argumentCount));
        return own == null
                ? null
                : new Overload(arguments -> called(own.function(), arguments), own.operator());
    }

    @TruffleBoundary
    private static Object called(ScalarFunction function, Object[] arguments) {
        CallResult result = new CallResult();
        try {
            function.call(new HostArguments(arguments), result);
        } catch (Throwable thrown) {
            throw HostErrors.of(thrown);
        }
        return result.value();
    }

    @Override
    @TruffleBoundary
    public String checkIntegrity(boolean quick) {
        return HostErrors.during(() -> table.checkIntegrity(quick));
    }

    @Override
    @TruffleBoundary
    public void rename(String name) {
        HostErrors.during(() -> table.rename(name));
    }

    @Override
    @TruffleBoundary
    public void destroy() {
        HostErrors.during(table::destroy);
    }

    @Override
    @TruffleBoundary
    public void close() {
        HostErrors.during(table::close);
    }

    private static final class Cursor extends VirtualCursor {
        private final TableCursor rows;

        Cursor(TableCursor rows) {
            this.rows = rows;
        }

        @Override
        @TruffleBoundary
        public boolean filter(ScanPlan plan, Object[] arguments) {
            return HostErrors.during(() -> {
                rows.filter(plan, HostValues.toJava(arguments));
                return rows.next();
            });
        }

        @Override
        @TruffleBoundary
        public boolean next() {
            return HostErrors.during(rows::next);
        }

        @Override
        @TruffleBoundary
        public Object column(int column) {
            return HostErrors.during(() -> HostValues.toRegister(rows.column(column)));
        }

        @Override
        @TruffleBoundary
        public Object columnToKeep(int column) {
            return HostErrors.during(() -> {
                Object value = rows.columnToKeep(column);
                return value == TableCursor.UNCHANGED ? null : HostValues.toRegister(value);
            });
        }

        @Override
        @TruffleBoundary
        public long rowid() {
            return HostErrors.during(rows::rowid);
        }

        @Override
        @TruffleBoundary
        public void close() {
            HostErrors.during(rows::close);
        }
    }
}
