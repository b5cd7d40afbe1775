package org.sqlvm.language.host;

import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.Proxy;
import org.sqlvm.api.Aggregate;
import org.sqlvm.api.Authorizer;
import org.sqlvm.api.Callbacks;
import org.sqlvm.api.FunctionOption;
import org.sqlvm.api.Hooks;
import org.sqlvm.api.Limit;
import org.sqlvm.api.RtreeGeometry;
import org.sqlvm.api.RtreeQuery;
import org.sqlvm.api.ScalarFunction;
import org.sqlvm.api.TableColumns;
import org.sqlvm.api.TableFunction;
import org.sqlvm.api.TableModule;
import org.sqlvm.api.Tables;
import org.sqlvm.api.UpdateListener;
import org.sqlvm.api.WindowAggregate;
import org.sqlvm.api.files.FileFormat;
import org.sqlvm.api.search.AuxiliaryFunction;
import org.sqlvm.api.search.TokenizerFactory;
import org.sqlvm.engine.db.ConnectionHooks;
import org.sqlvm.language.callbacks.Registration;
import org.sqlvm.language.callbacks.host.HostTables;
import org.sqlvm.language.database.OpenDatabase;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/** The callbacks that Java callers add to SQL, and their hooks. */
abstract class HostCallbacks implements Callbacks, Tables, Hooks {
    final OpenDatabase database;
    final Entry entry;

    HostCallbacks(OpenDatabase database) {
        this.database = database;
        this.entry = new Entry(database.env(), database.lock());
    }

    private interface Work {
        void with(Registration registration);
    }

    private void register(Work work) {
        entry.run(() -> work.with(database.registration()));
    }

    /** A value of the polyglot API, or a host object, as a language sees it. */
    private Object guest(Object value) {
        return value == null ? null : database.env().asGuestValue(value);
    }

    @Override
    public void createFunction(
            String name, int argumentCount, ScalarFunction function, FunctionOption... options) {
        register(to -> to.scalar(name, argumentCount, function, Set.of(options)));
    }

    @Override
    public void createFunction(
            String name, int argumentCount, Object executable, FunctionOption... options) {
        register(to -> to.guestScalar(name, argumentCount, guest(executable), Set.of(options)));
    }

    @Override
    public void removeFunction(String name, int argumentCount) {
        register(to -> to.scalar(name, argumentCount, null, Set.of()));
    }

    @Override
    public void createAggregate(
            String name,
            int argumentCount,
            Supplier<? extends Aggregate> maker,
            FunctionOption... options) {
        register(to -> to.aggregate(name, argumentCount, false, maker, Set.of(options)));
    }

    @Override
    public void createAggregate(
            String name, int argumentCount, Object maker, FunctionOption... options) {
        register(
                to -> to.guestAggregate(name, argumentCount, false, guest(maker), Set.of(options)));
    }

    @Override
    public void createWindowFunction(
            String name,
            int argumentCount,
            Supplier<? extends WindowAggregate> maker,
            FunctionOption... options) {
        register(to -> to.aggregate(name, argumentCount, true, maker, Set.of(options)));
    }

    @Override
    public void createWindowFunction(
            String name, int argumentCount, Object maker, FunctionOption... options) {
        register(to -> to.guestAggregate(name, argumentCount, true, guest(maker), Set.of(options)));
    }

    @Override
    public void createRtreeQuery(String name, RtreeQuery query) {
        register(to -> to.rtreeQuery(name, query));
    }

    @Override
    public void createRtreeGeometry(String name, RtreeGeometry geometry) {
        register(to -> to.rtreeQuery(name, geometry));
    }

    @Override
    public void createRtreeQuery(String name, Object executable) {
        register(to -> to.guestRtreeQuery(name, guest(executable)));
    }

    @Override
    public void setGeoPackage(boolean on) {
        register(to -> to.geoPackage(on));
    }

    @Override
    public void createCollation(String name, Comparator<String> order) {
        register(to -> to.collation(name, order));
    }

    @Override
    public void createCollation(String name, Object executable) {
        register(to -> to.guestCollation(name, guest(executable)));
    }

    @Override
    public void removeCollation(String name) {
        register(to -> to.collation(name, null));
    }

    @Override
    public <T> void createTable(String name, TableColumns<T> columns, Iterable<? extends T> rows) {
        register(to -> to.table(name, columns, rows));
    }

    @Override
    public <T> void createTable(
            String name,
            TableColumns<T> columns,
            List<String> parameters,
            TableFunction<? extends T> function) {
        register(to -> to.tableFunction(name, columns, parameters, function));
    }

    @Override
    public void createTable(String name, Object rows) {
        if (rows instanceof Value || rows instanceof Proxy) {
            register(to -> to.guestTable(name, guest(rows), null));
            return;
        }
        Iterable<?> all = HostTables.iterable(rows);
        Object first = HostTables.first(name, all);
        if (first instanceof Value || first instanceof Proxy) {
            register(to -> to.guestTable(name, guest(rows), null));
        } else {
            register(to -> to.table(name, HostTables.columns(first), all));
        }
    }

    @Override
    public void removeTable(String name) {
        register(to -> to.table(name, null, null));
    }

    @Override
    public void createModule(String name, TableModule module) {
        register(to -> to.module(name, module));
    }

    @Override
    public void createFormat(FileFormat format) {
        register(to -> to.format(format));
    }

    @Override
    public void dropModules(Collection<String> kept) {
        register(to -> to.dropModules(kept));
    }

    @Override
    public void overloadFunction(String name, int argumentCount) {
        register(to -> to.overload(name, argumentCount));
    }

    @Override
    public void createTokenizer(String name, TokenizerFactory factory) {
        entry.run(() -> database.connection().modules().addTokenizer(name, factory));
    }

    @Override
    public void createAuxiliaryFunction(String name, AuxiliaryFunction function) {
        register(to -> to.overload(name, -1));
        entry.run(() -> database.connection().modules().addAuxiliary(name, function));
    }

    private ConnectionHooks hooks() {
        return database.connection().hooks();
    }

    @Override
    public void setProgressHandler(int instructions, BooleanSupplier stop) {
        entry.run(() -> hooks().setProgress(instructions, stop));
    }

    @Override
    public void setTraceListener(Consumer<String> listener) {
        entry.run(() -> hooks().setTrace(listener));
    }

    @Override
    public void setAuthorizer(Authorizer authorizer) {
        entry.run(() -> hooks().setAuthorizer(authorizer));
    }

    @Override
    public Authorizer authorizer() {
        return entry.call(() -> hooks().givenAuthorizer());
    }

    @Override
    public void setCommitHook(BooleanSupplier refuse) {
        entry.run(() -> hooks().setCommit(refuse));
    }

    @Override
    public void setRollbackHook(Runnable listener) {
        entry.run(() -> hooks().setRollback(listener));
    }

    @Override
    public void setUpdateHook(UpdateListener listener) {
        entry.run(() -> hooks().setUpdate(listener));
    }

    @Override
    public void setBusyHandler(IntPredicate again) {
        entry.run(() -> hooks().setBusy(again));
    }

    @Override
    public int limit(Limit limit) {
        return database.connection().limits().get(limit);
    }

    @Override
    public int setLimit(Limit limit, int value) {
        return database.connection().limits().set(limit, value);
    }
}
