package org.sqlvm.language.callbacks;

import com.oracle.truffle.api.interop.InteropLibrary;

import org.sqlvm.api.Aggregate;
import org.sqlvm.api.FunctionOption;
import org.sqlvm.api.ScalarFunction;
import org.sqlvm.api.TableColumns;
import org.sqlvm.api.TableFunction;
import org.sqlvm.api.TableModule;
import org.sqlvm.api.files.FileFormat;
import org.sqlvm.engine.data.RegisteredCollation;
import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.engine.row.function.GeoPackageFunctions;
import org.sqlvm.engine.row.function.HostArguments;
import org.sqlvm.engine.row.function.RegisteredFunction;
import org.sqlvm.engine.row.function.RegisteredFunction.Traits;
import org.sqlvm.engine.row.function.RegisteredTable;
import org.sqlvm.engine.virtual.FileModule;
import org.sqlvm.engine.virtual.OverloadedFunction;
import org.sqlvm.engine.virtual.rtree.RtreeMatch;
import org.sqlvm.language.callbacks.guest.GuestAggregate;
import org.sqlvm.language.callbacks.guest.GuestAuxiliary;
import org.sqlvm.language.callbacks.guest.GuestBatches;
import org.sqlvm.language.callbacks.guest.GuestCallee;
import org.sqlvm.language.callbacks.guest.GuestFunction;
import org.sqlvm.language.callbacks.guest.GuestMatch;
import org.sqlvm.language.callbacks.guest.GuestModule;
import org.sqlvm.language.callbacks.guest.GuestObject;
import org.sqlvm.language.callbacks.guest.GuestOrder;
import org.sqlvm.language.callbacks.guest.GuestQuery;
import org.sqlvm.language.callbacks.guest.GuestTable;
import org.sqlvm.language.callbacks.guest.GuestTables;
import org.sqlvm.language.callbacks.guest.GuestTokenizers;
import org.sqlvm.language.callbacks.host.HostAggregate;
import org.sqlvm.language.callbacks.host.HostFunction;
import org.sqlvm.language.callbacks.host.HostOrder;
import org.sqlvm.language.callbacks.host.HostTable;
import org.sqlvm.language.callbacks.host.HostTargets;
import org.sqlvm.language.callbacks.result.CallbackFailures;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Brings callbacks of Java and of other languages to a connection. A null removes. */
public record Registration(Connection connection, HostTargets targets, CallbackFailures failures) {
    private static Traits traits(Set<FunctionOption> options) {
        return new Traits(
                options.contains(FunctionOption.DETERMINISTIC),
                options.contains(FunctionOption.DIRECT_ONLY),
                options.contains(FunctionOption.INNOCUOUS));
    }

    public void scalar(
            String name, int argumentCount, ScalarFunction function, Set<FunctionOption> options) {
        RegisteredFunction.Body body = function == null
                ? null
                : new HostFunction(function, targets.scalar(function.getClass()));
        connection.registry().scalar(name, argumentCount, traits(options), body);
    }

    /** @param executable a guest value */
    public void guestScalar(
            String name, int argumentCount, Object executable, Set<FunctionOption> options) {
        RegisteredFunction.Body body = null;
        if (executable != null) {
            requireExecutable(executable, false);
            body = new GuestFunction(GuestCallee.of(name, executable, options, failures));
        }
        connection.registry().scalar(name, argumentCount, traits(options), body);
    }

    /**
     * Declares a function that only virtual tables implement (sqlite.org/c3ref/overload_function);
     * other calls of it fail. Has no effect if the function exists already.
     */
    public void overload(String name, int argumentCount) {
        if (!connection.registry().hasFunction(name, argumentCount)) {
            ScalarFunction unusable = (_, _) -> {
                throw OverloadedFunction.unusable(name);
            };
            scalar(name, argumentCount, unusable, Set.of());
        }
    }

    /** @param query an {@code RtreeQuery} or {@code RtreeGeometry} */
    public void rtreeQuery(String name, Object query) {
        ScalarFunction function = query == null
                ? null
                : (arguments, result) -> ((CallResult) result)
                        .setValue(RtreeMatch.value(query, ((HostArguments) arguments).values()));
        scalar(name, -1, function, Set.of());
    }

    /** @param executable a guest value */
    public void guestRtreeQuery(String name, Object executable) {
        if (executable != null) {
            requireExecutable(executable, false);
        }
        rtreeQuery(
                name,
                executable == null
                        ? null
                        : new GuestQuery(GuestCallee.of(name, executable, failures)));
    }

    /** @param factory a guest value */
    public void guestTokenizer(String name, Object factory) {
        requireExecutable(factory, false);
        connection
                .modules()
                .addTokenizer(name, new GuestTokenizers(GuestCallee.of(name, factory, failures)));
    }

    /**
     * @param executable a guest value
     * @param maker makes the object that stands for a row
     */
    public void guestAuxiliary(String name, Object executable, GuestMatch.Maker maker) {
        requireExecutable(executable, false);
        overload(name, -1);
        GuestCallee callee = GuestCallee.of(name, executable, failures);
        connection.modules().addAuxiliary(name, new GuestAuxiliary(callee, maker));
    }

    /** Registers or removes the functions of GeoPackages. */
    public void geoPackage(boolean on) {
        GeoPackageFunctions.all()
                .forEach((name, function) -> scalar(
                        name,
                        1,
                        on ? function : null,
                        Set.of(FunctionOption.DETERMINISTIC, FunctionOption.INNOCUOUS)));
    }

    public void aggregate(
            String name,
            int argumentCount,
            boolean window,
            Supplier<? extends Aggregate> maker,
            Set<FunctionOption> options) {
        boolean nullIfEmpty = options.contains(FunctionOption.NULL_IF_EMPTY);
        RegisteredFunction.AggregateBody body =
                maker == null ? null : new HostAggregate(targets, nullIfEmpty, maker);
        connection.registry().aggregate(name, argumentCount, traits(options), window, body);
    }

    /** @param maker a guest value */
    public void guestAggregate(
            String name,
            int argumentCount,
            boolean window,
            Object maker,
            Set<FunctionOption> options) {
        boolean nullIfEmpty = options.contains(FunctionOption.NULL_IF_EMPTY);
        RegisteredFunction.AggregateBody body = null;
        if (maker != null) {
            requireExecutable(maker, true);
            GuestCallee callee = GuestCallee.of(name, maker, options, failures);
            body = new GuestAggregate(callee, window, nullIfEmpty);
        }
        connection.registry().aggregate(name, argumentCount, traits(options), window, body);
    }

    public void collation(String name, Comparator<String> order) {
        RegisteredCollation.Order compare = order == null ? null : new HostOrder(order);
        connection.registry().collation(name, compare);
    }

    /** @param executable a guest value */
    public void guestCollation(String name, Object executable) {
        RegisteredCollation.Order compare = null;
        if (executable != null) {
            requireExecutable(executable, false);
            compare = new GuestOrder(GuestCallee.of(name, executable, failures));
        }
        connection.registry().collation(name, compare);
    }

    /** @param rows null removes */
    public void table(String name, TableColumns<?> columns, Iterable<?> rows) {
        if (rows == null) {
            connection.registry().table(name, List.of(), 0, null);
            return;
        }
        List<RegisteredTable.Column> described = described(name, columns);
        long rowCount = rows instanceof Collection<?> collection ? collection.size() : 0;
        HostTable table = HostTable.of(_ -> rows, List.of(), columns.columns(), targets);
        connection.registry().table(name, described, rowCount, table);
    }

    /**
     * A function of Java that SQL reads as a table.
     *
     * @param parameters their names
     */
    public void tableFunction(
            String name,
            TableColumns<?> columns,
            List<String> parameters,
            TableFunction<?> function) {
        if (parameters.size() > RegisteredTable.PARAMETERS_MAX) {
            throw new IllegalArgumentException("table " + name + " has too many parameters");
        }
        List<RegisteredTable.Column> described = new ArrayList<>(described(name, columns));
        parameters.forEach(each -> described.add(new RegisteredTable.Column(each, "", true)));
        HostTable table = HostTable.of(function, parameters, columns.columns(), targets);
        connection.registry().table(name, described, 0, table);
    }

    private static List<RegisteredTable.Column> described(String name, TableColumns<?> columns) {
        if (columns.columns().isEmpty()) {
            throw new IllegalArgumentException("table " + name + " has no columns");
        }
        return columns.columns().stream()
                .map(column -> new RegisteredTable.Column(
                        column.name(),
                        column.kind() == TableColumns.Kind.ANY
                                ? ""
                                : column.kind().name()))
                .toList();
    }

    public void module(String name, TableModule module) {
        connection.registry().module(name, module);
    }

    public void format(FileFormat format) {
        FileModule module = new FileModule(format);
        connection.registry().module(module.name(), module);
    }

    /** @param kept the names of those that stay */
    public void dropModules(Collection<String> kept) {
        connection.registry().dropModules(kept);
    }

    /** @param module a guest value */
    public void guestModule(String name, Object module) {
        connection.registry().module(name, new GuestModule(GuestObject.of(name, module, failures)));
    }

    /**
     * @param rows a guest value
     * @param columns their names, or null: those of the first row
     */
    public void guestTable(String name, Object rows, List<String> columns) {
        GuestTable table = GuestTables.of(name, rows, columns);
        connection
                .registry()
                .table(name, table.columns(), table.rowCount(), GuestBatches.of(table));
    }

    /**
     * A function that SQL reads as a table.
     *
     * @param executable a guest value, which takes the parameters, null for those that the query
     *     does not say, and gives a collection
     * @param columns their names
     * @param parameters their names
     */
    public void guestTableFunction(
            String name,
            Object executable,
            List<String> columns,
            List<String> parameters,
            Set<FunctionOption> options) {
        requireExecutable(executable, false);
        GuestCallee callee = GuestCallee.of(name, executable, options, failures);
        GuestTable table = GuestTables.of(callee, columns, parameters);
        connection.registry().table(name, table.columns(), 0, GuestBatches.of(table));
    }

    private static void requireExecutable(Object value, boolean orInstantiable) {
        InteropLibrary interop = InteropLibrary.getUncached(value);
        boolean fits =
                interop.isExecutable(value) || (orInstantiable && interop.isInstantiable(value));
        if (!fits) {
            throw new IllegalArgumentException(
                    "cannot be called: " + interop.toDisplayString(value, false));
        }
    }
}
